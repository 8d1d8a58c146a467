// SPDX-License-Identifier: Apache-2.0
// Errors of the wave model's C interface are returned as a code and a message, on all ranks; the program goes
// on.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "parallel/wave_model_c/driven_waves.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {
namespace {

TEST_F(WaveModelC, UnknownNumbersAreRefused) {
  std::int64_t n = 0;
  int count = 0;
  char words[32];
  double value = 0;
  float single = 0;
  const int ended = initialize("ended");
  expect_ok(wave_model_finalize(ended));
  for (const int id : {0, -1, 4711, ended}) {
    const std::string said = "there is no run " + std::to_string(id);
    for (const int code : {wave_model_finalize(id),
                           wave_model_update(id),
                           wave_model_update_until(id, 0),
                           wave_model_write_restart(id),
                           wave_model_get_current_time(id, &n),
                           wave_model_get_end_time(id, &n),
                           wave_model_get_time_step(id, &n),
                           wave_model_get_start_date(id, words, 32),
                           wave_model_get_grid_size(id, &n, &n),
                           wave_model_get_grid_points(id, 0, &n, &value, &value),
                           wave_model_get_input_item_count(id, &count),
                           wave_model_get_output_item_count(id, &count),
                           wave_model_get_input_var_name(id, 0, words, 32),
                           wave_model_get_output_var_name(id, 0, words, 32),
                           wave_model_get_var_units(id, "hs", words, 32),
                           wave_model_get_var_parts(id, "hs", &count),
                           wave_model_set_value(id, "ice", 0, 1, &value),
                           wave_model_set_value_float(id, "ice", 0, 1, &single),
                           wave_model_set_vector(id, "wind", 0, 1, &value, &value),
                           wave_model_set_vector_float(id, "wind", 0, 1, &single, &single),
                           wave_model_get_value(id, "hs", 1, &value),
                           wave_model_get_value_float(id, "hs", 1, &single),
                           wave_model_get_vector(id, "uuss", 1, &value, &value),
                           wave_model_get_vector_float(id, "uuss", 1, &single, &single)})
      expect_words(refused(code), {said.c_str(), "wave_model_initialize"});
  }
}

TEST_F(WaveModelC, WrongStartsAreRefusedOnAllRanks) {
  const std::string file = write_case("starts");
  const MPI_Comm comm = world().handle();
  const bool is_last = world().rank() == world().size() - 1;
  int id = 99, other = 0;
  expect_words(refused(wave_model_initialize(MPI_COMM_NULL, file.c_str(), nullptr, &id)), {"MPI_COMM_NULL"});
  expect_words(refused(wave_model_initialize(comm, is_last ? nullptr : file.c_str(), nullptr, &id)),
               {"case file", "null pointer"});
  expect_words(refused(wave_model_initialize(comm, file.c_str(), nullptr, is_last ? nullptr : &other)),
               {"number of a run", "null pointer"});
  expect_words(refused(wave_model_initialize(comm, "/nowhere.yaml", nullptr, &id)), {"/nowhere.yaml"});
  expect_words(refused(wave_model_initialize(comm, file.c_str(), "time.step=-1", &id)), {"time.step"});
  expect_words(refused(wave_model_initialize(comm, file.c_str(), "time.stop=1", &id)), {"time.stop"});
  expect_words(refused(wave_model_initialize(comm, file.c_str(), "output.servers=1", &id)), {"output"});
  expect_words(refused(wave_model_resume(comm, file.c_str(), nullptr, "2000-01-01T01:00:00Z", &id)),
               {"no restart of 2000-01-01T01:00:00Z"});
  expect_words(refused(wave_model_resume(comm, file.c_str(), nullptr, "soon", &id)), {"soon"});
  if (world().size() > 1)
    expect_words(refused(wave_model_initialize(comm, file.c_str(), is_last ? "time.step=15 min" : "", &id)),
                 {"different settings", "time.step=15 min"});
  EXPECT_EQ(id, 99);
}

TEST_F(WaveModelC, WrongQuestionsAreRefused) {
  const int id = initialize("questions");
  char words[8] = "before";
  expect_words(refused(wave_model_get_current_time(id, nullptr)), {"null pointer"});
  expect_words(refused(wave_model_get_end_time(id, nullptr)), {"null pointer"});
  expect_words(refused(wave_model_get_time_step(id, nullptr)), {"null pointer"});
  expect_words(refused(wave_model_get_start_date(id, nullptr, 20)), {"buffer", "null pointer"});
  expect_words(refused(wave_model_get_start_date(id, words, 7)), {"7 characters", "needs 21"});
  expect_words(refused(wave_model_get_start_date(id, words, -7)), {"-7 characters"});
  std::int64_t n = 0;
  expect_words(refused(wave_model_get_grid_size(id, nullptr, &n)), {"null pointer"});
  expect_words(refused(wave_model_get_grid_size(id, &n, nullptr)), {"null pointer"});
  expect_words(refused(wave_model_get_grid_points(id, 1, nullptr, nullptr, nullptr)),
               {"arrays of 1", "size"});
  expect_words(refused(wave_model_get_input_item_count(id, nullptr)), {"null pointer"});
  expect_words(refused(wave_model_get_output_item_count(id, nullptr)), {"null pointer"});
  expect_words(refused(wave_model_get_input_var_name(id, 2, words, 8)), {"2 input fields", "after 2 others"});
  expect_words(refused(wave_model_get_input_var_name(id, -1, words, 8)), {"2 input fields"});
  expect_words(refused(wave_model_get_input_var_name(id, 0, words, 4)), {"4 characters", "'wind' needs 5"});
  expect_words(refused(wave_model_get_output_var_name(id, 1000, words, 8)), {"output fields"});
  expect_words(refused(wave_model_get_var_units(id, "winds", words, 8)), {"no field 'winds'", "wind"});
  expect_words(refused(wave_model_get_var_units(id, nullptr, words, 8)), {"null pointer"});
  expect_words(refused(wave_model_get_var_parts(id, "hs", nullptr)), {"null pointer"});
  EXPECT_STREQ(words, "before");
  expect_ok(wave_model_finalize(id));
}

TEST_F(WaveModelC, WrongValuesAndTimesChangeNothing) {
  const int id = initialize("values");
  std::vector<double> wind = make_values(id, 10.0), ice = make_values(id, 0.0);
  const auto n = std::int64_t(wind.size());
  const double* const w = wind.data();
  expect_words(refused(wave_model_update(id)), {"'wind' has no values", "give some before"});
  expect_words(refused(wave_model_set_vector(id, nullptr, 0, n, w, w)), {"name", "null pointer"});
  expect_words(refused(wave_model_set_vector(id, "winds", 0, n, w, w)), {"'winds'"});
  expect_words(refused(wave_model_set_vector(id, "hs", 0, n, w, w)), {"'hs'"});
  expect_words(refused(wave_model_set_value(id, "wind", 0, n, w)), {"a vector"});
  expect_words(refused(wave_model_set_vector(id, "ice", 0, n, w, w)), {"a number"});
  expect_words(refused(wave_model_set_vector(id, "wind", 0, n, w, nullptr)), {"null pointer"});
  expect_words(refused(wave_model_set_vector(id, "wind", 0, n + 1, w, w)), {"points on this process"});
  expect_words(refused(wave_model_set_vector(id, "wind", 0, -5, w, w)), {"-5 values"});
  const std::int64_t far = std::numeric_limits<std::int64_t>::max();
  expect_words(refused(wave_model_set_vector(id, "wind", far, n, w, w)), {"date"});
  wind[0] = std::nan("");
  expect_words(refused(wave_model_set_vector(id, "wind", 0, n, w, w)), {"not a number"});
  wind[0] = 10.0;
  expect_ok(wave_model_set_vector(id, "wind", 1800, n, w, w));
  expect_words(refused(wave_model_set_vector(id, "wind", 0, n, w, w)), {"order of dates"});
  expect_words(refused(wave_model_update(id)), {"'wind' has no values of 2000-01-01T00:00:00Z or before"});
  expect_ok(wave_model_finalize(id));

  const int again = initialize("values");
  set_all(again, 10.0);
  for (const std::int64_t time : {std::int64_t(-1800), std::int64_t(900), std::int64_t(9000), far})
    refused(wave_model_update_until(again, time));
  std::vector<double> hs = make_values(again, -1.0);
  const bool is_last = world().rank() == world().size() - 1;
  expect_words(refused(wave_model_get_value(again, is_last ? "hq" : "hs", n, hs.data())), {"'hq'"});
  expect_words(refused(wave_model_get_value(again, nullptr, n, hs.data())), {"no field"});
  expect_words(refused(wave_model_get_value(again, "hs", is_last ? n - 1 : n, hs.data())), {"points"});
  expect_words(refused(wave_model_get_value(again, "hs", -1, hs.data())), {"points"});
  expect_words(refused(wave_model_get_value(again, "hs", n, is_last ? nullptr : hs.data())),
               {"null pointer"});
  expect_words(refused(wave_model_get_value(again, "uuss", n, hs.data())), {"vector", "2 arrays"});
  expect_words(refused(wave_model_get_vector(again, "hs", n, hs.data(), hs.data())), {"1 arrays"});
  EXPECT_EQ(hs, make_values(again, -1.0));
  expect_ok(wave_model_update_until(again, 7200));
  expect_words(refused(wave_model_update(again)), {"ends at 2000-01-01T02:00:00Z"});
  expect_ok(wave_model_finalize(again));
}

TEST_F(WaveModelC, CallsThatDifferBetweenRanksAreRefused) {
  if (world().size() == 1) return;
  const int id = initialize("differ");
  set_all(id, 10.0);
  std::vector<double> values = make_values(id, 0.0);
  const auto n = std::int64_t(values.size());
  const bool is_last = world().rank() == world().size() - 1;
  int count = 0;
  expect_ok(wave_model_get_output_item_count(id, &count));
  char first[32];
  expect_ok(wave_model_get_output_var_name(id, 0, first, sizeof first));
  expect_words(refused(wave_model_update_until(id, is_last ? 1800 : 3600)), {"not all processes"});
  expect_words(refused(is_last ? wave_model_write_restart(id) : wave_model_update(id)),
               {"not all processes"});
  expect_words(
      refused(is_last ? wave_model_write_restart(id) : wave_model_get_value(id, first, n, values.data())),
      {"not all processes"});
  expect_ok(wave_model_update(id));
  expect_ok(wave_model_finalize(id));
}

// The rank that ends the run makes no call of it any more, so that the others would wait for it.
TEST_F(WaveModelC, AnEndOnOneRankIsThatOfAllBeforeAndAfterTheFirstStep) {
  if (world().size() == 1) return;
  const bool is_last = world().rank() == world().size() - 1;
  for (const bool has_begun : {false, true}) {
    const int id = initialize("ends");
    if (has_begun) {
      set_all(id, 10.0);
      expect_ok(wave_model_update(id));
    }
    const std::string said = refused(is_last ? wave_model_finalize(id) : wave_model_update(id));
    expect_words(said, {"not all processes"});
    if (is_last) continue;
    EXPECT_EQ(refused(wave_model_update(id)), said);
    EXPECT_EQ(refused(wave_model_finalize(id)), said);
  }
}

TEST_F(WaveModelC, ImpossibleWindOnOneRankEndsTheRunOnAll) {
  const int id = initialize("impossible");
  set_all(id, world().rank() == world().size() - 1 ? 500.0 : 10.0);
  const std::string said = refused(wave_model_update(id));
  expect_words(said, {"wind", "500"});
  EXPECT_EQ(refused(wave_model_finalize(id)), said);
}

// The folder of the output has become a file.
TEST_F(WaveModelC, AfterAFailureOnlyFinalizeIsLeft) {
  const int id = initialize("fails");
  set_all(id, 10.0);
  if (world().rank() == 0) std::ofstream(folder_.path() + "/fails") << "no folder\n";
  world().barrier();
  const std::string said = refused(wave_model_update(id));
  expect_words(said, {"/fails"});
  std::vector<double> values = make_values(id, 0.0);
  EXPECT_EQ(refused(wave_model_update(id)), said);
  EXPECT_EQ(refused(wave_model_get_value(id, "hs", std::int64_t(values.size()), values.data())), said);
  EXPECT_EQ(refused(wave_model_write_restart(id)), said);
  EXPECT_EQ(time_of(id), 0);
  EXPECT_EQ(refused(wave_model_finalize(id)), said);
  expect_words(refused(wave_model_finalize(id)), {"there is no run"});
  if (world().rank() == 0) std::filesystem::remove(folder_.path() + "/fails");
  world().barrier();
  const int next = initialize("fails");
  set_all(next, 10.0);
  expect_ok(wave_model_update(next));
  expect_ok(wave_model_finalize(next));
}

}  // namespace
}  // namespace groundswell::test
