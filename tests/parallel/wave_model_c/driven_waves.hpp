// SPDX-License-Identifier: Apache-2.0
// Runs of a small globe through the C interface of the wave model.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "groundswell/wave_model.h"
#include "parallel/output/output_test_support.hpp"
#include "support/c_calls.hpp"
#include "support/parallel_world.hpp"

namespace groundswell::test {

inline constexpr auto& expect_ok = CCalls<wave_model_error>::expect_ok;
inline constexpr auto& refused = CCalls<wave_model_error>::refused;

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

inline std::vector<double> make_values(int id, double value) {
  std::int64_t n = 0, n_global = 0;
  expect_ok(wave_model_get_grid_size(id, &n, &n_global));
  return std::vector<double>(std::size_t(n), value);
}

inline void set_all(int id, double wind) {
  const std::vector<double> east = make_values(id, wind), north = make_values(id, -2.0);
  const std::vector<float> ice(east.size(), 0.125f);
  const auto n = std::int64_t(east.size());
  std::int64_t time = -1;
  expect_ok(wave_model_get_current_time(id, &time));
  expect_ok(wave_model_set_vector(id, "wind", time, n, east.data(), north.data()));
  expect_ok(wave_model_set_value_float(id, "ice", time, n, ice.data()));
}

inline std::vector<double> get(int id, const char* name) {
  std::vector<double> values = make_values(id, -1.0);
  expect_ok(wave_model_get_value(id, name, std::int64_t(values.size()), values.data()));
  return values;
}

inline std::int64_t time_of(int id) {
  std::int64_t time = -1;
  expect_ok(wave_model_get_current_time(id, &time));
  return time;
}

}  // namespace groundswell::test
