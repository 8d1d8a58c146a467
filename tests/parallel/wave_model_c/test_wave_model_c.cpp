// SPDX-License-Identifier: Apache-2.0
// The wave model through its C interface: what it says of itself, runs that go on, and errors, which are
// returned as a code and a message. That its waves are those of `groundswell run` is tested with the examples
// in C, C++ and Fortran (tests/python/program/test_driven_waves.py).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "groundswell/wave_model.h"
#include "parallel/output/output_test_support.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {
namespace {

void expect_ok(int code) {
  EXPECT_EQ(code, WAVE_MODEL_OK) << wave_model_error();
}

// The message of the last call, which must have failed.
std::string refused(int code) {
  EXPECT_EQ(code, WAVE_MODEL_ERROR);
  return wave_model_error();
}

class WaveModelC : public testing::Test {
 protected:
  WaveModelC() : folder_(world(), "wave_model_c") {}

  // The output goes to a folder of the same name.
  std::string write_case(const std::string& name) {
    const std::string path = folder_.path() + "/" + name + ".yaml";
    if (world().rank() == 0)
      std::ofstream(path) << "time: {start: 2000-01-01, end: 2000-01-01T02:00:00Z, step: 30 min}\n"
                          << "mesh: {kind: icosahedral, bisections: 2}\n"
                          << "spectrum: {directions: 12, frequencies: 12, first_frequency: 0.06 Hz}\n"
                          << "initial: {kind: jonswap, fetch: 300 km}\n"
                          << "wind: {kind: coupled}\n"
                          << "ice: {kind: coupled}\n"
                          << "output: {folder: " << name << ", fields: {names: [hs]}}\n";
    world().barrier();
    return path;
  }
  int initialize(const std::string& name, const char* overrides = nullptr) {
    int id = 0;
    expect_ok(wave_model_initialize(world().handle(), write_case(name).c_str(), overrides, &id));
    EXPECT_GT(id, 0);
    return id;
  }

  TestFolder folder_;
};

std::vector<double> make_values(int id, double value) {
  std::int64_t n = 0, n_global = 0;
  expect_ok(wave_model_get_grid_size(id, &n, &n_global));
  return std::vector<double>(std::size_t(n), value);
}

void set_all(int id, double wind) {
  const std::vector<double> east = make_values(id, wind), north = make_values(id, -2.0);
  const std::vector<float> ice(east.size(), 0.125f);
  const auto n = std::int64_t(east.size());
  std::int64_t time = -1;
  expect_ok(wave_model_get_current_time(id, &time));
  expect_ok(wave_model_set_vector(id, "wind", time, n, east.data(), north.data()));
  expect_ok(wave_model_set_value_float(id, "ice", time, n, ice.data()));
}

std::vector<double> get(int id, const char* name) {
  std::vector<double> values = make_values(id, -1.0);
  expect_ok(wave_model_get_value(id, name, std::int64_t(values.size()), values.data()));
  return values;
}

std::int64_t time_of(int id) {
  std::int64_t time = -1;
  expect_ok(wave_model_get_current_time(id, &time));
  return time;
}

TEST_F(WaveModelC, SaysItsTimesAndItsFields) {
  const int id = initialize("says", " output.fields.interval = 1 h \n\n time.end=2000-01-01T01:30:00Z\r\n");
  std::int64_t time = 0;
  int count = 0;
  char words[64] = "";
  EXPECT_EQ(time_of(id), 0);
  expect_ok(wave_model_get_end_time(id, &time));
  EXPECT_EQ(time, 5400);
  expect_ok(wave_model_get_time_step(id, &time));
  EXPECT_EQ(time, 1800);
  expect_ok(wave_model_get_start_date(id, words, sizeof words));
  EXPECT_STREQ(words, "2000-01-01T00:00:00Z");

  expect_ok(wave_model_get_input_item_count(id, &count));
  ASSERT_EQ(count, 2);
  expect_ok(wave_model_get_input_var_name(id, 0, words, 5));
  EXPECT_STREQ(words, "wind");
  expect_ok(wave_model_get_input_var_name(id, 1, words, sizeof words));
  EXPECT_STREQ(words, "ice");
  expect_ok(wave_model_get_var_units(id, "wind", words, sizeof words));
  EXPECT_STREQ(words, "m s-1");
  const auto parts_of = [&](const char* name) {
    int parts = 0;
    expect_ok(wave_model_get_var_parts(id, name, &parts));
    return parts;
  };
  EXPECT_EQ(parts_of("wind"), 2);
  EXPECT_EQ(parts_of("uuss"), 2);
  EXPECT_EQ(parts_of("dp"), 1);
  expect_ok(wave_model_get_output_item_count(id, &count));
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) {
    expect_ok(wave_model_get_output_var_name(id, i, words, sizeof words));
    names.emplace_back(words);
  }
  EXPECT_TRUE(std::ranges::count(names, "hs") == 1 && std::ranges::count(names, "cha") == 1);
  EXPECT_FALSE(std::ranges::count(names, "ucur"));  // there is no current
  EXPECT_STRNE(wave_model_version(), "");
  expect_ok(wave_model_finalize(id));
}

TEST_F(WaveModelC, HasAllCellsOnce) {
  const int id = initialize("grid");
  std::int64_t n = 0, n_global = 0;
  expect_ok(wave_model_get_grid_size(id, &n, &n_global));
  std::vector<std::int64_t> cells((std::size_t(n)));
  std::vector<double> lon(cells.size()), lat(cells.size());
  expect_ok(wave_model_get_grid_points(id, n, cells.data(), lon.data(), lat.data()));
  expect_ok(wave_model_get_grid_points(id, n, nullptr, nullptr, nullptr));
  const std::vector<std::int64_t> all = world().all_gather(std::span<const std::int64_t>(cells));
  ASSERT_EQ(std::int64_t(all.size()), n_global);
  for (std::int64_t cell = 0; cell < n_global; ++cell) EXPECT_EQ(std::ranges::count(all, cell), 1);
  const std::vector<double> lats = world().all_gather(std::span<const double>(lat));
  const std::vector<double> lons = world().all_gather(std::span<const double>(lon));
  EXPECT_NEAR(std::ranges::max(lats), 90.0, 10.0);  // in degrees
  EXPECT_NEAR(std::ranges::min(lats), -90.0, 10.0);
  EXPECT_GT(std::ranges::max(lons) - std::ranges::min(lons), 300.0);
  expect_ok(wave_model_finalize(id));
}

TEST_F(WaveModelC, TwoRunsMakeStepsInTurn) {
  const int calm = initialize("calm"), storm = initialize("storm");
  ASSERT_NE(calm, storm);
  set_all(calm, 3.0);
  set_all(storm, 25.0);
  for (const std::int64_t time : {1800, 3600}) {
    expect_ok(wave_model_update(calm));
    expect_ok(wave_model_update_until(storm, time));
    EXPECT_EQ(time_of(calm), time);
    EXPECT_EQ(time_of(storm), time);
  }
  const std::vector<double> low = get(calm, "hs"), high = get(storm, "hs");
  for (std::size_t i = 0; i < low.size(); ++i) EXPECT_GT(high[i], low[i]);
  const auto n = std::int64_t(low.size());
  std::vector<float> single(low.size()), u(low.size()), v(low.size());
  expect_ok(wave_model_get_value_float(storm, "hs", n, single.data()));
  EXPECT_EQ(std::vector<double>(single.begin(), single.end()), high);
  std::vector<double> east(low.size()), north(low.size());
  expect_ok(wave_model_get_vector(storm, "uwnd", n, east.data(), north.data()));
  expect_ok(wave_model_get_vector_float(storm, "uwnd", n, u.data(), v.data()));
  for (std::size_t i = 0; i < low.size(); ++i) {
    EXPECT_NEAR(east[i], 25.0, 1e-4);
    EXPECT_NEAR(north[i], -2.0, 1e-4);
    EXPECT_TRUE(double(u[i]) == east[i] && double(v[i]) == north[i]);
  }
  // A time that was given is that of the values: half way between 25 and 35 m/s after half of the time.
  std::ranges::fill(u, 35.0f), std::ranges::fill(v, -2.0f);
  expect_ok(wave_model_set_vector(storm, "wind", 3600, n, east.data(), north.data()));
  expect_ok(wave_model_set_vector_float(storm, "wind", 7200, n, u.data(), v.data()));
  expect_ok(wave_model_update(storm));
  expect_ok(wave_model_get_vector(storm, "uwnd", n, east.data(), north.data()));
  for (const double value : east) EXPECT_NEAR(value, 30.0, 1e-4);
  expect_ok(wave_model_finalize(storm));
  expect_ok(wave_model_finalize(calm));
}

TEST_F(WaveModelC, GoesOnFromARestart) {
  const int whole = initialize("whole");
  set_all(whole, 15.0);
  expect_ok(wave_model_update_until(whole, 7200));
  const std::vector<double> expected = get(whole, "hs");
  expect_ok(wave_model_finalize(whole));
  world().barrier();
  expect_words(read_bytes(folder_.path() + "/whole/groundswell.log"), {"state checksum"});

  const std::string new_file = write_case("new");
  int id = 0;
  expect_ok(wave_model_resume(world().handle(), new_file.c_str(), nullptr, nullptr, &id));
  EXPECT_EQ(time_of(id), 0);  // no run had begun there
  expect_ok(wave_model_finalize(id));

  const int first = initialize("parts");
  set_all(first, 15.0);
  expect_ok(wave_model_update(first));
  expect_ok(wave_model_write_restart(first));
  expect_ok(wave_model_update(first));
  expect_ok(wave_model_finalize(first));  // writes a restart
  const std::string file = folder_.path() + "/parts.yaml";
  const std::string dates[] = {"2000-01-01T00:30:00Z", ""};
  for (const std::string& date : dates) {
    expect_ok(wave_model_resume(world().handle(), file.c_str(), nullptr,
                                date.empty() ? nullptr : date.c_str(), &id));
    EXPECT_EQ(time_of(id), date.empty() ? 5400 : 1800);
    set_all(id, 15.0);
    if (!date.empty()) expect_ok(wave_model_update_until(id, 5400));
    if (date.empty()) {
      expect_ok(wave_model_update_until(id, 7200));
      EXPECT_EQ(get(id, "hs"), expected);
    }
    expect_ok(wave_model_finalize(id));
  }
}

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
