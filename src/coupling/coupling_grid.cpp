// SPDX-License-Identifier: Apache-2.0
#include "coupling/coupling_grid.hpp"

#include <algorithm>
#include <cmath>

#include "base/block.hpp"
#include "base/constants.hpp"
#include "base/error.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

void check_sizes(const CouplingGrid& grid) {
  const std::size_t n = grid.cells.size();
  require(grid.n_global >= 1, "the grid of '", grid.name, "' has ", grid.n_global,
          " points; it needs at least one");
  require(grid.lon.size() == n && grid.lat.size() == n, "the grid of '", grid.name, "' states ", n,
          " points of a process, but ", grid.lon.size(), " longitudes and ", grid.lat.size(),
          " latitudes; each point needs one of each");
  require(grid.mask.empty() || grid.mask.size() == n, "the grid of '", grid.name, "' states ", n,
          " points of a process, but a mask of ", grid.mask.size(),
          "; give one entry per point, or none at all");
}

void check_points(const CouplingGrid& grid) {
  for (std::size_t i = 0; i < grid.cells.size(); ++i) {
    const std::int64_t cell = grid.cells[i];
    require(cell >= 0 && cell < grid.n_global, "the grid of '", grid.name, "' has a point of index ", cell,
            "; indices run from 0 to ", grid.n_global - 1);
    require(std::isfinite(grid.lon[i]) && std::isfinite(grid.lat[i]), "point ", cell, " of the grid of '",
            grid.name, "' lies at (", grid.lon[i], ", ", grid.lat[i], "), which is not a place");
    require(!grid.on_sphere ||
                (std::abs(grid.lat[i]) < 0.5 * pi + same_place && std::abs(grid.lon[i]) < 4.0 * pi),
            "point ", cell, " of the grid of '", grid.name, "' has longitude ", grid.lon[i], " and latitude ",
            grid.lat[i], " rad, which is beyond a pole or several times around the globe; ",
            "convert degrees to radians");
  }
}

// Whether all steps of an axis have the sign of the first one.
bool is_monotonic(const std::vector<double>& axis) {
  for (std::size_t i = 1; i < axis.size(); ++i)
    if (!((axis[i] - axis[i - 1]) * (axis[1] - axis[0]) > 0.0)) return false;
  return true;
}

double eastward_step(double from, double to) {
  const double step = std::remainder(to - from, 2.0 * pi);
  return step < 0.0 ? step + 2.0 * pi : step;
}

void check_axes(const CouplingGrid& grid) {
  const GridAxes& axes = grid.axes;
  require(axes.size() == grid.n_global, "the grid of '", grid.name, "' has axes of ", axes.lon.size(),
          " longitudes and ", axes.lat.size(), " latitudes, but ", grid.n_global, " points");
  require(is_monotonic(axes.lat), "the latitudes of the grid of '", grid.name,
          "' neither rise nor fall from each row to the next");
  double around = 0.0;
  bool ascends = true;
  for (std::size_t i = 1; i < axes.lon.size(); ++i) {
    const double step =
        grid.on_sphere ? eastward_step(axes.lon[i - 1], axes.lon[i]) : axes.lon[i] - axes.lon[i - 1];
    ascends = ascends && step > 0.0;
    around += step;
  }
  ascends = ascends && (!grid.on_sphere || around <= 2.0 * pi + same_place);
  require(ascends, "the longitudes of the grid of '", grid.name,
          "' do not rise eastward from each column to the next, once around the globe at most");
}

// The points must lie where the axes say, in the order of rows of longitudes.
void check_points_on_axes(const CouplingGrid& grid) {
  const auto extent = [](const std::vector<double>& axis) { return std::abs(axis.back() - axis.front()); };
  const double limit =
      same_place * (grid.on_sphere ? 1.0 : std::max(extent(grid.axes.lon), extent(grid.axes.lat)));
  for (std::size_t i = 0; i < grid.cells.size(); ++i) {
    const auto row = std::size_t(grid.cells[i]) / grid.axes.lon.size(),
               column = std::size_t(grid.cells[i]) % grid.axes.lon.size();
    const double lon = grid.axes.lon[column], lat = grid.axes.lat[row];
    const Vec3 way =
        grid_place(grid.on_sphere, lon, lat) - grid_place(grid.on_sphere, grid.lon[i], grid.lat[i]);
    require(norm(way) <= limit, "point ", grid.cells[i], " of the grid of '", grid.name, "' lies at ",
            describe_place(grid.on_sphere, grid.lon[i], grid.lat[i]), ", but its axes say ",
            describe_place(grid.on_sphere, lon, lat),
            "; its index must be row * number of longitudes + column, from 0");
  }
}

void check_triangles(const CouplingGrid& grid) {
  for (const GridTriangle& corners : grid.triangles) {
    for (const std::int64_t corner : corners)
      require(corner >= 0 && corner < grid.n_global, "a triangle of the grid of '", grid.name,
              "' has a corner of index ", corner, "; indices run from 0 to ", grid.n_global - 1);
    require(corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0],
            "a triangle of the grid of '", grid.name, "' has the corners ", corners[0], ", ", corners[1],
            " and ", corners[2], ", two of which are the same point");
  }
}

void check_corners(const CouplingGrid& grid) {
  require(
      grid.n_corner >= 0 && grid.corners.size() == grid.n_point() * std::size_t(std::max(grid.n_corner, 0)),
      "the grid of '", grid.name, "' has ", grid.corners.size(), " numbers of corners for ", grid.n_point(),
      " cells with ", grid.n_corner, " each");
  for (const std::int64_t corner : grid.corners)
    require(corner >= -1, "the grid of '", grid.name, "' has a corner of number ", corner,
            "; numbers are not negative, and -1 stands for none");
}

}  // namespace

std::string describe_place(bool on_sphere, double lon, double lat) {
  return on_sphere ? text("longitude ", lon / degree, ", latitude ", lat / degree, " degrees")
                   : text("x ", lon, ", y ", lat, " m");
}

void check_grid(const CouplingGrid& grid) {
  check_sizes(grid);
  check_points(grid);
  if (!grid.axes.empty()) {
    check_axes(grid);
    check_points_on_axes(grid);
  }
  check_triangles(grid);
  check_corners(grid);
}

void check_agreement(const CouplingGrid& first, const CouplingGrid& part) {
  require(part.n_global == first.n_global, "the processes of '", first.name, "' state grids of ",
          first.n_global, " and of ", part.n_global, " points; all must state the same whole grid");
  require(part.on_sphere == first.on_sphere, "one process of '", first.name,
          "' states a grid on the sphere, another one in the plane");
  require(part.axes == first.axes, "two processes of '", first.name,
          "' state different axes; all must state those of the whole grid");
  require(part.n_corner == first.n_corner, "the processes of '", first.name, "' state cells with ",
          first.n_corner, " and with ", part.n_corner, " corners; all must state the same number");
}

CouplingGrid take_statement(const Communicator& ranks, const CouplingGrid& grid) {
  CouplingGrid first;
  first.on_sphere = grid.on_sphere;
  first.n_global = grid.n_global;
  first.axes = grid.axes;
  first.n_corner = grid.n_corner;
  ranks.broadcast(first.on_sphere, 0);
  ranks.broadcast(first.n_global, 0);
  ranks.broadcast(first.axes.lon, 0);
  ranks.broadcast(first.axes.lat, 0);
  ranks.broadcast(first.n_corner, 0);
  return first;
}

std::string find_grid_mistake(const Communicator& ranks, const CouplingGrid& grid) {
  CouplingGrid first = take_statement(ranks, grid);
  first.name = grid.name;
  std::string mistake;
  try {
    check_agreement(first, grid);
    check_grid(grid);
  } catch (const Error& error) {
    mistake = error.what();
  }
  return first_message(ranks, mistake);
}

namespace {

// The points of the first cells of a (part of a) mesh, whose indices in the whole mesh are `cells`.
CouplingGrid grid_of_cells(const Mesh& mesh, std::int64_t n_global, std::vector<std::int64_t> cells,
                           const std::string& name) {
  require(mesh.period_x == 0.0 && mesh.period_y == 0.0, "the mesh of '", name,
          "' is periodic in the plane, which the coupling does not support; use a mesh with sides");
  const auto first = [n = std::ptrdiff_t(cells.size())](const std::vector<double>& all) {
    return std::vector<double>(all.begin(), all.begin() + n);
  };
  return {name,
          mesh.on_sphere,
          n_global,
          std::move(cells),
          first(mesh.on_sphere ? mesh.lon_cell : mesh.x_cell),
          first(mesh.on_sphere ? mesh.lat_cell : mesh.y_cell)};
}

// Adds the triangle of the cells around each vertex that has three; `number` gives their global indices.
template <class Number>
void add_triangles(CouplingGrid& grid, const std::vector<int>& cells_on_vertex, Number&& number) {
  for (std::size_t v = 0; v < cells_on_vertex.size(); v += 3) {
    const int* corners = &cells_on_vertex[v];
    if (corners[0] >= 0 && corners[1] >= 0 && corners[2] >= 0)
      grid.triangles.push_back({number(corners[0]), number(corners[1]), number(corners[2])});
  }
}

}  // namespace

CouplingGrid make_coupling_grid(const Mesh& mesh, const std::string& name) {
  CouplingGrid grid = grid_of_cells(mesh, mesh.n_cell, numbers_of({0, mesh.n_cell}), name);
  add_triangles(grid, mesh.cells_on_vertex, [](int cell) { return std::int64_t(cell); });
  return grid;
}

CouplingGrid make_coupling_grid(const MeshPart& part, const std::string& name) {
  std::vector<std::int64_t> owned(part.global_cell.begin(), part.global_cell.begin() + part.n_owned);
  CouplingGrid grid = grid_of_cells(part.mesh, part.n_global_cell, std::move(owned), name);
  add_triangles(grid, part.mesh.cells_on_vertex,
                [&](int cell) { return part.global_cell[std::size_t(cell)]; });
  return grid;
}

CouplingGrid make_coupling_grid(const MeshBlocks& blocks, const std::string& name) {
  CouplingGrid grid = grid_of_cells(blocks.rows, blocks.n_cell, numbers_of(blocks.cells), name);
  add_triangles(grid, blocks.rows.cells_on_vertex, [](int cell) { return std::int64_t(cell); });
  return grid;
}

}  // namespace groundswell
