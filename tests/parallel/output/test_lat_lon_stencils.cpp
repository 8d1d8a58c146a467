// SPDX-License-Identifier: Apache-2.0
// A grid point on an edge belongs to two cells, possibly on two ranks and with different stencils.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "output/grid_stencils.hpp"
#include "output/point_interpolation.hpp"
#include "parallel/output/sample_ocean.hpp"

namespace groundswell {
namespace {

LocalMesh whole_part(const Mesh& mesh) {
  return make_local_mesh(mesh, {1, std::vector<int>(std::size_t(mesh.n_cell), 0)}, 0, 1);
}

// Grids of one point each, at vertices that have only two cells: on the coast, where the triangle of three
// cells is missing, the two cells may give the point different stencils.
std::vector<OutputGrid> coastal_vertices(const Mesh& mesh) {
  std::vector<OutputGrid> grids;
  for (std::size_t vertex = 0; vertex < std::size_t(mesh.n_vertex); ++vertex) {
    int n_cell = 0;
    for (std::size_t k = 0; k < 3; ++k) n_cell += mesh.cells_on_vertex[3 * vertex + k] >= 0;
    if (n_cell == 2)
      grids.push_back({{mesh.lon_vertex[vertex] / degree}, {mesh.lat_vertex[vertex] / degree}});
  }
  grids.resize(24);
  return grids;
}

// Interpolated values of a field that differs between cells; empty on ranks that have no row.
std::vector<std::uint32_t> value_bits(const Communicator& communicator, const MeshPart& part,
                                      const OutputGrid& grid) {
  const PointInterpolation interpolation(make_grid_stencils(communicator, part, grid));
  std::vector<float> values, points(interpolation.n_point());
  for (const std::int64_t cell : interpolation.cells()) values.push_back(float(cell * cell % 1009));
  interpolation.interpolate(Interpolation::scalar, {values.data(), values.size()}, {},
                            {points.data(), points.size()});
  std::vector<std::uint32_t> bits;
  for (const float point : points) bits.push_back(std::bit_cast<std::uint32_t>(point));
  return bits;
}

TEST(LatLonStencils, OfAPointOnAnEdgeAreThoseOfTheLowestCell) {
  const Communicator world(MPI_COMM_WORLD), self = Communicator::self();
  const Mesh& ocean = test::sample_ocean();
  const LocalMesh part = test::deal_cells(world, ocean), whole = whole_part(ocean);
  std::vector<CellSurroundings> around;
  for (int cell = 0; cell < ocean.n_cell; ++cell) around.emplace_back(whole.mesh, cell);
  int n_told_apart = 0;
  for (const OutputGrid& grid : coastal_vertices(ocean)) {
    const double lon = grid.longitudes[0], lat = grid.latitudes[0];
    std::vector<PointStencil> found;
    for (int cell = 0; cell < ocean.n_cell; ++cell)
      if (const CellSurroundings& cells = around[std::size_t(cell)]; cells.contains(cells.position(lon, lat)))
        found.push_back(make_stencil(whole, cell, lon, lat));
    ASSERT_EQ(found.size(), 2u);
    PointStencil low = found[0], high = found[1];
    if (low.cell > high.cell) std::swap(low, high);
    n_told_apart += low.corner_cells != high.corner_cells;
    std::vector<std::int64_t> lowest;
    for (const std::int64_t cell : low.corner_cells)
      if (cell >= 0) lowest.push_back(cell);
    std::ranges::sort(lowest);
    EXPECT_EQ(PointInterpolation(make_grid_stencils(self, whole, grid)).cells(), lowest);
    const std::vector<std::uint32_t> mine = value_bits(world, part, grid);
    EXPECT_EQ(world.all_gather(std::span<const std::uint32_t>(mine)), value_bits(self, whole, grid));
  }
  EXPECT_GT(n_told_apart, 3);
}

}  // namespace
}  // namespace groundswell
