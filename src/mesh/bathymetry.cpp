// SPDX-License-Identifier: Apache-2.0
#include "mesh/bathymetry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.hpp"
#include "mesh/mesh_selection.hpp"

namespace groundswell {
namespace {

// Sums over the small triangles into which one cell is divided.
struct HeightSums {
  double area = 0.0, inside_area = 0.0, wet_area = 0.0, wet_volume = 0.0;

  void add(double height, double part) {
    area += part;
    if (!std::isinf(height)) inside_area += part;
    if (!(height < 0.0)) return;  // land, or missing
    wet_area += part;
    wet_volume -= part * height;
  }
};

float height_at(const RegularGrid& height, const Vec3& p) {
  const int column = height.column_of(longitude(p)), row = height.row_of(latitude(p));
  return column < 0 || row < 0 ? std::numeric_limits<float>::infinity() : height.at(column, row);
}

// Divides a triangle into n * n equal triangles and adds the height at the centre of each.
void add_triangle(const RegularGrid& height, const std::array<Vec3, 3>& corner, double longest_side,
                  HeightSums& sums) {
  const Vec3 u = corner[1] - corner[0], v = corner[2] - corner[0];
  const int n = 1 + static_cast<int>(std::sqrt(std::max(dot(u, u), dot(v, v))) / longest_side);
  const double part = 0.5 * norm(cross(u, v)) / (double(n) * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n - i; ++j) {
      sums.add(height_at(height, corner[0] + u * ((i + 1.0 / 3.0) / n) + v * ((j + 1.0 / 3.0) / n)), part);
      if (i + j < n - 1)
        sums.add(height_at(height, corner[0] + u * ((i + 2.0 / 3.0) / n) + v * ((j + 2.0 / 3.0) / n)), part);
    }
}

int count_zeros(const std::vector<std::uint8_t>& keep) {
  return static_cast<int>(std::count(keep.begin(), keep.end(), std::uint8_t(0)));
}

// Removes from `keep` the cells of inland seas and of parts that are too small.
void drop_parts(const Mesh& mesh, const SeaSettings& s, std::vector<std::uint8_t>& keep, SeaCounts& counts) {
  const ConnectedParts parts = find_connected_parts(mesh, keep);
  const int n_part = static_cast<int>(parts.area.size());
  std::vector<std::uint8_t> is_inland(n_part, 0);
  for (const LonLatBox& box : s.inland_seas) {
    std::vector<std::uint8_t> inside(n_part, 1);
    for (int cell = 0; cell < mesh.n_cell; ++cell)
      if (parts.part_of_cell[cell] >= 0 && !box.contains(point_at(mesh.lon_cell[cell], mesh.lat_cell[cell])))
        inside[parts.part_of_cell[cell]] = 0;
    for (int part = 0; part < n_part; ++part) is_inland[part] |= inside[part];
  }
  std::vector<std::uint8_t> keep_part(n_part, 0);
  for (int part = 0; part < n_part; ++part) {
    const bool wanted = s.smallest_part < 0.0 ? counts.n_sea_parts == 0 : parts.area[part] >= s.smallest_part;
    keep_part[part] = wanted && !is_inland[part];
    if (keep_part[part]) {
      ++counts.n_sea_parts;
      counts.n_sea += parts.n_cell[part];
    } else if (is_inland[part]) {
      counts.n_inland += parts.n_cell[part];
    } else {
      counts.n_puddle += parts.n_cell[part];
      ++counts.n_parts;
    }
  }
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    if (keep[cell]) keep[cell] = keep_part[parts.part_of_cell[cell]];
}

bool is_sea(const CellHeights& heights, const SeaSettings& s, int cell) {
  return heights.wet_fraction[cell] >= s.smallest_wet_fraction && heights.wet_depth[cell] >= s.smallest_depth;
}

// Counts the cells that are not sea and lie mostly outside the grid of heights, and measures the boundary of
// the kept sea along these cells and along sea cells that the mask removed.
void measure_gaps(const Mesh& whole, const CellHeights& heights, const std::vector<std::uint8_t>& covered,
                  const std::vector<std::uint8_t>& kept, const SeaSettings& s, SeaCounts& counts) {
  const auto is_outside = [&](int cell) {
    return heights.inside_fraction[cell] < 0.5 && !is_sea(heights, s, cell);
  };
  const auto is_cut = [&](int cell) {
    return !covered.empty() && !covered[cell] && is_sea(heights, s, cell);
  };
  for (int cell = 0; cell < whole.n_cell; ++cell) counts.n_outside += is_outside(cell);
  for (int edge = 0; edge < whole.n_edge; ++edge)
    for (int side = 0; side < 2; ++side) {
      const int here = whole.cell_on_edge(edge, side), beyond = whole.cell_on_edge(edge, 1 - side);
      if (here < 0 || beyond < 0 || !kept[here] || kept[beyond]) continue;
      if (is_outside(beyond))
        counts.outside_coast += whole.dv_edge[edge];
      else if (is_cut(beyond))
        counts.uncovered_boundary += whole.dv_edge[edge];
    }
}

// Removes from `keep` the cells that the mask does not cover.
void drop_uncovered(const std::vector<std::uint8_t>& covered, std::vector<std::uint8_t>& keep,
                    SeaCounts& counts) {
  const auto n_sea = std::ranges::count(keep, 1);
  for (std::size_t cell = 0; cell < keep.size(); ++cell) {
    counts.n_uncovered += keep[cell] && !covered[cell];
    keep[cell] &= covered[cell] != 0;
  }
  require(counts.n_uncovered < n_sea, "the forcing covers none of the ", n_sea,
          " sea cells; check that both are of the same region");
}

}  // namespace

CellHeights average_heights(const Mesh& mesh, const RegularGrid& height) {
  require(mesh.on_sphere, "depths on longitudes and latitudes need a mesh on the sphere, not in the plane");
  CellHeights result;
  const double longest_side = 0.5 * std::min(height.lon_step, height.lat_step) * mesh.sphere_radius;
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    HeightSums sums;
    const int n = mesh.n_edges_on_cell[cell];
    const auto corner = [&](int k) {
      const int vertex = mesh.vertex_on_cell(cell, k % n);
      return Vec3{mesh.x_vertex[vertex], mesh.y_vertex[vertex], mesh.z_vertex[vertex]};
    };
    const Vec3 centre{mesh.x_cell[cell], mesh.y_cell[cell], mesh.z_cell[cell]};
    for (int k = 0; k < n; ++k) add_triangle(height, {centre, corner(k), corner(k + 1)}, longest_side, sums);
    result.wet_fraction.push_back(sums.wet_area / sums.area);
    result.wet_depth.push_back(sums.wet_area > 0.0 ? sums.wet_volume / sums.wet_area : 0.0);
    result.inside_fraction.push_back(sums.inside_area / sums.area);
  }
  return result;
}

double compute_land_share(const RegularGrid& height, const LonLatBox& region) {
  double land = 0.0, all = 0.0;
  // A sample of at most 2,000 rows and 2,000 columns is accurate enough.
  const int row_step = 1 + height.n_lat / 2000, column_step = 1 + height.n_lon / 2000;
  for (int row = 0; row < height.n_lat; row += row_step)
    for (int column = 0; column < height.n_lon; column += column_step) {
      const float value = height.at(column, row);
      const Vec3 p = height.point(column, row);
      if (std::isnan(value) || value == 0.0f || !region.contains(p)) continue;
      const double area = std::hypot(p.x, p.y);
      all += area;
      if (value > 0.0f) land += area;
    }
  return all > 0.0 ? land / all : 0.0;
}

std::vector<LonLatBox> SeaSettings::default_inland_seas() {
  return {{45.0 * degree, 63.0 * degree, 34.0 * degree, 51.0 * degree}};
}

std::string SeaCounts::sentence() const {
  std::string line = text("of ", n_cell, " cells ", n_dry, " are land, ");
  if (n_uncovered > 0)
    line += text(n_uncovered, " at sea are removed because the forcing does not cover them, which makes ",
                 std::round(uncovered_boundary / 1e3), " km of open boundary, ");
  return line + text(n_inland, " in inland seas and ", n_puddle, " in ", n_parts,
                     " small parts of the sea are removed; ", n_sea, " sea cells remain in ", n_sea_parts,
                     n_sea_parts == 1 ? " part" : " parts");
}

std::string SeaCounts::warning() const {
  if (!(outside_coast > 0.0)) return "";
  return text("the heights do not cover the region: ", n_outside,
              " cells outside them are taken as land, which makes ", std::round(outside_coast / 1e3),
              " km of coast; give heights that cover the region, or make the region smaller");
}

Mesh select_sea(Mesh mesh, const CellHeights& heights, const std::vector<std::uint8_t>& covered,
                const SeaSettings& s, SeaCounts& counts) {
  counts = SeaCounts{};
  counts.n_cell = mesh.n_cell;
  std::vector<std::uint8_t> wet(mesh.n_cell);
  for (int cell = 0; cell < mesh.n_cell; ++cell) wet[cell] = is_sea(heights, s, cell);
  counts.n_dry = count_zeros(wet);
  require(counts.n_dry < mesh.n_cell, "none of ", mesh.n_cell, " cells is sea: no cell has a fraction of ",
          s.smallest_wet_fraction, " below 0 with a mean depth of ", s.smallest_depth,
          " m; check the sign of the heights (negative is sea) and the region");
  std::vector<std::uint8_t> keep = wet;
  if (!covered.empty()) drop_uncovered(covered, keep, counts);
  drop_parts(mesh, s, keep, counts);
  require(counts.n_sea > 0, "no part of the sea is as large as ", s.smallest_part,
          " m2 and outside the inland seas; allow smaller parts");
  measure_gaps(mesh, heights, covered, keep, s, counts);
  mesh.depth_cell = heights.wet_depth;
  if (covered.empty()) return select_cells(std::move(mesh), keep, EdgeKind::land);
  // The first selection removes land and unwanted parts, but not the sea cells that the mask removes. The
  // second selection removes these, and the edges towards them become open boundaries.
  for (std::size_t cell = 0; cell < wet.size(); ++cell) wet[cell] &= keep[cell] || !covered[cell];
  mesh = select_cells(std::move(mesh), wet, EdgeKind::land);
  std::size_t n_left = 0;
  for (std::size_t cell = 0; cell < wet.size(); ++cell)
    if (wet[cell]) keep[n_left++] = keep[cell];
  keep.resize(n_left);
  return select_cells(std::move(mesh), keep, EdgeKind::open_boundary);
}

}  // namespace groundswell
