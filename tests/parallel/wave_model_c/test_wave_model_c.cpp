// SPDX-License-Identifier: Apache-2.0
// The wave model through its C interface: what it says of itself, values, and runs that go on. That its waves
// are those of `groundswell run` is tested with the examples (tests/python/program/test_driven_waves.py).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "parallel/wave_model_c/driven_waves.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {
namespace {

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

}  // namespace
}  // namespace groundswell::test
