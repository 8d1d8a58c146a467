// SPDX-License-Identifier: Apache-2.0
// Values of all cells: gathered in global order, and results that do not depend on the number of ranks.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/error.hpp"
#include "decomp/decomposed_mesh.hpp"
#include "decomp/global_values.hpp"
#include "decomp/partition.hpp"
#include "support/gather_cells.hpp"
#include "support/parallel_world.hpp"
#include "support/test_meshes.hpp"

namespace groundswell {
namespace {

using test::meshes;
using test::world;

double awkward(std::int64_t cell) {
  return std::sin(double(cell) + 1.0) * std::pow(10.0, double(cell % 30) - 15.0);
}

std::vector<double> local_values(const LocalMesh& local) {
  std::vector<double> values;
  for (std::int64_t cell : local.global_cell) values.push_back(awkward(cell));
  return values;
}

TEST(global_values, gathered_in_global_order) {
  for (const auto& [name, whole] : meshes()) {
    const DecomposedMesh part = decompose(world(), whole);
    const int root = world().size() / 2;
    std::vector<double> expected;
    for (int cell = 0; cell < whole.n_cell; ++cell) expected.push_back(awkward(cell));
    const std::vector<double> values = local_values(part.local);
    const std::vector<double> all = test::gather_cells(part.communicator, part.local, values, root);
    EXPECT_EQ(all, world().rank() == root ? expected : std::vector<double>{}) << name;

    RowArray<float> rows(std::size_t(part.local.n_cell()), 3);
    for (int cell = 0; cell < part.local.n_cell(); ++cell)
      for (int j = 0; j < 3; ++j) rows(cell, j) = float(3 * part.local.global_cell[cell] + j);
    const std::vector<float> all_rows = test::gather_cells(part.communicator, part.local, rows, root);
    ASSERT_EQ(all_rows.size(), world().rank() == root ? 3u * std::size_t(whole.n_cell) : 0u);
    for (std::size_t i = 0; i < all_rows.size(); ++i) EXPECT_EQ(all_rows[i], float(i));
  }
}

TEST(global_values, the_maximum_names_its_cell) {
  const Mesh& whole = meshes()[0].second;
  const DecomposedMesh part = decompose(world(), whole);
  std::vector<double> values = local_values(part.local);
  const auto set = [&](std::int64_t global_cell, double value) {
    for (int cell = 0; cell < part.local.n_cell(); ++cell)
      if (part.local.global_cell[cell] == global_cell) values[cell] = value;
  };
  set(whole.n_cell - 1, 1e20);
  EXPECT_EQ(find_max_cell(part.communicator, part.local, values).global_cell, whole.n_cell - 1);
  set(100, 1e20);
  set(400, 1e20);
  const CellValue largest = find_max_cell(part.communicator, part.local, values);
  EXPECT_EQ(largest.global_cell, 100);
  EXPECT_EQ(largest.value, 1e20);
  EXPECT_EQ(largest.part, make_partition(make_cell_graph(whole), world().size()).owner[100]);
  if (largest.part == world().rank()) {
    EXPECT_EQ(part.local.global_cell[std::size_t(largest.cell)], 100);
  }
  set(500, std::numeric_limits<double>::quiet_NaN());
  const CellValue broken = find_max_cell(part.communicator, part.local, values);
  EXPECT_TRUE(std::isnan(broken.value));
  EXPECT_EQ(broken.global_cell, 500);
  const std::vector<double> negative(std::size_t(part.local.n_cell()), -3.0);
  EXPECT_EQ(find_max_cell(part.communicator, part.local, negative).global_cell, 0);
}

TEST(global_values, too_few_values_are_refused) {
  const DecomposedMesh part = decompose(world(), meshes()[0].second);
  EXPECT_THROW(find_max_cell(part.communicator, part.local, std::vector<double>(1)), Error);
}

}  // namespace
}  // namespace groundswell
