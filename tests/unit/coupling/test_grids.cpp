// SPDX-License-Identifier: Apache-2.0
// Whole grids from the parts of processes, and sentences for parts that do not fit.
#include <gtest/gtest.h>

#include <functional>

#include "coupling/sparse_matrix.hpp"
#include "coupling/whole_grid.hpp"
#include "support/coupling_grids.hpp"
#include "support/sentences.hpp"
#include "support/test_meshes.hpp"

namespace groundswell::test {
namespace {

TEST(WholeGrid, IsTheSameFromAnyParts) {
  CouplingGrid grid = make_globe(2, 1);
  for (std::size_t i = 0; i < grid.n_point(); ++i) grid.mask.push_back(i % 3 > 0);
  const CouplingGrid rows = make_global_grid(12, 6);
  for (const CouplingGrid& parts_of : {grid, rows}) {
    const WholeGrid once = whole(parts_of);
    EXPECT_EQ(once.lon, parts_of.lon);
    EXPECT_EQ(once.triangles.size(), parts_of.triangles.size());
    for (const std::size_t n_part : {1u, 2u, 9u}) {
      const WholeGrid joined = join_grid(cut(parts_of, n_part));
      EXPECT_EQ(joined.lon, once.lon);
      EXPECT_EQ(joined.lat, once.lat);
      EXPECT_EQ(joined.mask, once.mask);
      EXPECT_EQ(joined.axes, once.axes);
      EXPECT_EQ(joined.triangles, once.triangles);
    }
  }
}

// Each vertex with three cells is a triangle; a sea of part of the globe has fewer.
TEST(WholeGrid, OfAMeshHasItsVerticesAsTriangles) {
  for (const auto& [name, mesh] : meshes()) {
    if (mesh.period_x > 0.0) {
      expect_words(message_of([&] { make_coupling_grid(mesh, name); }), {"'periodic plane'", "periodic"});
      continue;
    }
    const WholeGrid grid = whole(make_coupling_grid(mesh, name));
    EXPECT_EQ(grid.n_point(), std::size_t(mesh.n_cell)) << name;
    const std::size_t closed = 2 * std::size_t(mesh.n_cell) - 4;
    if (name == "globe" || name == "twelve cells") {
      EXPECT_EQ(grid.triangles.size(), closed);
    } else {
      EXPECT_LT(grid.triangles.size(), closed) << name;
      EXPECT_GT(grid.triangles.size(), 0u) << name;
    }
  }
}

// A grid of cells with corners: those of a mesh, its vertices, make the same triangles as it has itself.
TEST(WholeGrid, TheCellsAroundACornerAreATriangle) {
  for (const auto& [name, mesh] : meshes()) {
    if (mesh.period_x > 0.0) continue;
    CouplingGrid grid = make_coupling_grid(mesh, name);
    const std::vector<GridTriangle> expected = whole(grid).triangles;
    grid.triangles.clear();
    grid.n_corner = mesh.max_edges + 1;
    for (int cell = 0; cell < mesh.n_cell; ++cell)
      for (int k = 0; k <= mesh.max_edges; ++k)
        grid.corners.push_back(k < mesh.n_edges_on_cell[std::size_t(cell)] ? mesh.vertex_on_cell(cell, k)
                                                                           : -1);
    for (const std::size_t n_part : {1u, 4u})
      EXPECT_EQ(join_grid(cut(grid, n_part)).triangles, expected) << name;
  }
}

// Boxes in rows with four around each corner, on the globe across 180 E and in the plane: two triangles each,
// which together fill the square of the four points and do not overlap.
TEST(WholeGrid, FourCellsAroundACornerAreTwoTriangles) {
  for (const bool on_sphere : {true, false}) {
    constexpr int n_lon = 7, n_lat = 5;
    GridAxes axes;
    for (int i = 0; i < n_lon; ++i) axes.lon.push_back(pi - 0.03 + 0.01 * i);
    for (int j = 0; j < n_lat; ++j) axes.lat.push_back(1.2 + 0.01 * j);
    CouplingGrid grid = make_grid(axes, on_sphere);
    grid.axes = {};
    grid.n_corner = 4;
    for (int j = 0; j < n_lat; ++j)
      for (int i = 0; i < n_lon; ++i)
        for (const int corner : {0, n_lon + 2, 1, n_lon + 1})
          grid.corners.push_back(j * (n_lon + 1) + i + corner);
    const WholeGrid joined = whole(grid);
    EXPECT_EQ(joined.triangles, join_grid(cut(grid, 5)).triangles);
    ASSERT_EQ(joined.triangles.size(), std::size_t(2 * (n_lon - 1) * (n_lat - 1)));
    double area = 0.0;
    for (const GridTriangle& t : joined.triangles) {
      const auto x = [&](int k) { return axes.lon[std::size_t(t[std::size_t(k)] % n_lon)]; };
      const auto y = [&](int k) { return axes.lat[std::size_t(t[std::size_t(k)] / n_lon)]; };
      const double twice = (x(1) - x(0)) * (y(2) - y(0)) - (x(2) - x(0)) * (y(1) - y(0));
      EXPECT_NEAR(std::abs(twice), 1e-4, 1e-10);
      area += 0.5 * std::abs(twice);
    }
    EXPECT_NEAR(area, 1e-4 * (n_lon - 1) * (n_lat - 1), 1e-9);
  }
}

TEST(WholeGrid, BadCornersGetSentences) {
  CouplingGrid grid = make_points({0.1, 0.2, 0.3}, {0.0, 0.0, 0.1});
  grid.n_corner = 2;
  grid.corners = {0, 1, 2};
  expect_words(message_of([&] { whole(grid); }), {"3 numbers of corners for 3 cells with 2 each"});
  grid.corners = {0, 1, 2, 0, -2, 1};
  expect_words(message_of([&] { whole(grid); }), {"corner of number -2"});
  grid.corners = {0, 1, 2, 0, -1, 1};
  EXPECT_TRUE(whole(grid).triangles.empty());
}

std::string complaint(const CouplingGrid& grid,
                      const std::function<void(std::vector<CouplingGrid>&)>& change) {
  std::vector<CouplingGrid> parts = cut(grid, 3);
  change(parts);
  return message_of([&] { join_grid(parts); });
}

TEST(WholeGrid, BadPointsGetSentences) {
  using Parts = std::vector<CouplingGrid>;
  const CouplingGrid mesh = make_globe(1, 1);
  expect_words(complaint(mesh, [](Parts& parts) { parts.clear(); }), {"no part"});
  expect_words(complaint(mesh, [](Parts& parts) { parts[1].n_global = 43; }), {"'ocean'", "42 and of 43"});
  expect_words(complaint(mesh, [](Parts& parts) { parts[2].on_sphere = false; }), {"in the plane"});
  expect_words(complaint(mesh, [](Parts& parts) { parts.pop_back(); }), {"of their grid of 42"});
  expect_words(complaint(mesh, [](Parts& parts) { parts[1].cells[0] = parts[0].cells[0]; }), {"twice"});
  expect_words(complaint(mesh, [](Parts& parts) { parts[1].cells[0] = 42; }), {"index 42", "0 to 41"});
  expect_words(complaint(mesh, [](Parts& parts) { parts[1].lon.pop_back(); }), {"longitudes and"});
  expect_words(complaint(mesh, [](Parts& parts) { parts[1].mask = {1}; }), {"a mask of 1"});
  expect_words(complaint(mesh, [](Parts& parts) { parts[0].lat[0] = 45.0; }), {"radians"});
  expect_words(complaint(mesh, [](Parts& parts) { parts[0].lon[0] = std::nan(""); }), {"not a place"});
  expect_words(complaint(mesh, [](Parts& parts) { parts[0].triangles[0][1] = -1; }), {"corner of index -1"});
  expect_words(complaint(mesh, [](Parts& parts) { parts[0].triangles[0] = {3, 4, 3}; }), {"3, 4 and 3"});
}

TEST(WholeGrid, BadAxesGetSentences) {
  using Parts = std::vector<CouplingGrid>;
  const CouplingGrid rows = make_global_grid(6, 4);
  const auto changed = [&](const std::function<void(GridAxes&)>& change) {
    return complaint(rows, [&](Parts& parts) {
      for (CouplingGrid& part : parts)
        if (!part.axes.empty()) change(part.axes);
    });
  };
  expect_words(complaint(rows, [](Parts& parts) { parts[1].axes.lon[0] += 1e-9; }), {"different axes"});
  expect_words(changed([](GridAxes& axes) { axes.lon.pop_back(); }), {"5 longitudes and 4 latitudes", "24"});
  expect_words(changed([](GridAxes& axes) { axes.lat[1] = axes.lat[2]; }), {"neither rise nor fall"});
  expect_words(changed([](GridAxes& axes) { std::ranges::reverse(axes.lon); }), {"rise eastward"});
  expect_words(changed([](GridAxes& axes) { axes.lon[2] = axes.lon[1]; }), {"rise eastward"});
  expect_words(changed([](GridAxes& axes) { std::ranges::reverse(axes.lat); }), {"axes say", "row *"});
}

TEST(SparseMatrix, AddsUpEntriesOfAColumn) {
  SparseMatrix matrix, other;
  matrix.add_row({{7, 0.5}, {2, 1e-17}, {7, 0.25}, {2, 1.0}, {3, 0.0}, {4, 1.0}, {4, -1.0}});
  matrix.add_row({});
  other.add_row({{2, 1.0}, {4, -1.0}, {7, 0.25}, {4, 1.0}, {2, 1e-17}, {7, 0.5}});
  other.add_row({});
  EXPECT_EQ(matrix, other);
  EXPECT_EQ(matrix.n_row(), 2u);
  ASSERT_EQ(matrix.row(0).size(), 2u);
  EXPECT_EQ(matrix.row(0)[1], (MatrixEntry{7, 0.75}));
  EXPECT_TRUE(matrix.row(1).empty());
  EXPECT_EQ(matrix.used_columns(), (std::vector<std::int64_t>{2, 7}));
}

}  // namespace
}  // namespace groundswell::test
