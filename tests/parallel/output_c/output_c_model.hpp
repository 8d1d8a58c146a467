// SPDX-License-Identifier: Apache-2.0
// A model that uses the C interface of output, for its tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "comm/together.hpp"
#include "files/netcdf_reader.hpp"
#include "groundswell/output.h"
#include "parallel/output/output_test_support.hpp"
#include "support/c_calls.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {

inline constexpr std::int64_t n_cell = 40;
inline constexpr int n_level = 3;

inline constexpr auto& expect_ok = CCalls<groundswell_output_error>::expect_ok;
inline constexpr auto& refused = CCalls<groundswell_output_error>::refused;

// A model whose cells are distributed round-robin over the first ranks; the last ranks are servers.
struct Model {
  explicit Model(int n_server) : n_compute(world().size() - n_server) {
    id = groundswell_output_create(world().handle(), n_server);
    EXPECT_GT(id, 0) << groundswell_output_error();
    for (std::int64_t cell = world().rank(); cell < n_cell && computes(); cell += n_compute)
      cells.push_back(cell);
    flat.resize(cells.size());
    deep.resize(cells.size() * n_level);
  }
  bool computes() const { return world().rank() < n_compute; }

  void give_grid() {
    const double levels[n_level] = {0.5, 1.5, 4.5};
    expect_ok(groundswell_output_set_run(id, "2001-02-03", "360_day", 4 * 3600));
    expect_ok(groundswell_output_set_cells(id, n_cell, std::int64_t(cells.size()), cells.data()));
    expect_ok(groundswell_output_set_levels(id, n_level, levels, "m", "depth", true));
  }
  void give_all(const std::string& path) {
    give_grid();
    const std::vector<double> places(cells.begin(), cells.end());
    expect_ok(
        groundswell_output_add_position(id, "lon", "degrees_east", "longitude", nullptr, places.data()));
    expect_ok(groundswell_output_add_variable(id, "zos", "m", nullptr, nullptr, flat.data(), 8, false));
    expect_ok(groundswell_output_add_variable(id, "so", "1e-3", nullptr, nullptr, deep.data(), 4, true));
    expect_ok(groundswell_output_add_file(id, path.c_str(), "so zos", 3600, 3600, 3 * 3600));
    expect_ok(groundswell_output_set_queue(id, 2, 1000));
  }
  void set_values(int hour) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      flat[i] = 100.0 * hour + double(cells[i]);
      for (std::size_t level = 0; level < n_level; ++level)
        deep[i * n_level + level] = float(flat[i] + 0.25 * double(level));
    }
  }

  int n_compute, id = -1;
  std::vector<std::int64_t> cells;
  std::vector<double> flat;
  std::vector<float> deep;
};

class OutputC : public testing::Test {
 protected:
  OutputC() : folder_(world(), "output_c") {}
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
  TestFolder folder_;
};

}  // namespace groundswell::test
