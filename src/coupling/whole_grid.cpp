// SPDX-License-Identifier: Apache-2.0
#include "coupling/whole_grid.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <utility>

#include "base/constants.hpp"
#include "base/each_once.hpp"
#include "base/error.hpp"
#include "coupling/place_box.hpp"

namespace groundswell {
namespace {

// The box around the longitudes and latitudes of the points in use.
PlaceBox range_of(const WholeGrid& grid) {
  PlaceBox range;
  for (std::size_t i = 0; i < grid.n_point(); ++i)
    if (grid.mask[i] != 0) range.add(Vec3{grid.lon[i], grid.lat[i], 0.0});
  return range;
}

void add_points(const CouplingGrid& part, WholeGrid& whole, std::vector<std::uint8_t>& is_stated) {
  for (std::size_t i = 0; i < part.n_point(); ++i) {
    const auto cell = std::size_t(part.cells[i]);
    require(!is_stated[cell], "point ", cell, " of the grid of '", part.name,
            "' is stated twice; each point belongs to one process");
    is_stated[cell] = 1;
    whole.lon[cell] = part.lon[i];
    whole.lat[cell] = part.lat[i];
    whole.mask[cell] = part.is_used(i) ? 1 : 0;
  }
}

// A cell and one of its corners.
struct CellCorner {
  std::int64_t corner, cell;
  auto operator<=>(const CellCorner&) const = default;
};

// Adds the triangles of the cells around a corner: a fan from the first of them, in their order around it.
void add_fan(std::vector<std::int64_t> around, WholeGrid& whole) {
  if (around.size() < 3) return;
  const std::int64_t first = around.front();
  Vec3 middle{};
  for (const std::int64_t cell : around) middle = middle + whole.place(cell);
  middle = middle * (1.0 / double(around.size()));
  const Vec3 up = whole.on_sphere ? normalized(middle) : Vec3{0.0, 0.0, 1.0};
  const Vec3 left = cross(up, whole.place(first) - middle), ahead = cross(left, up);
  const auto angle = [&](std::int64_t cell) {
    const Vec3 way = whole.place(cell) - middle;
    const double turn = std::atan2(dot(way, left), dot(way, ahead));
    return cell == first ? 0.0 : turn < 0.0 ? turn + 2.0 * pi : turn;
  };
  std::ranges::sort(around, [&](std::int64_t a, std::int64_t b) {
    return std::pair(angle(a), a) < std::pair(angle(b), b);
  });
  for (std::size_t i = 1; i + 1 < around.size(); ++i) {
    GridTriangle corners{first, around[i], around[i + 1]};
    std::ranges::sort(corners);
    whole.triangles.push_back(corners);
  }
}

void add_triangles_around_corners(std::span<const CouplingGrid> parts, WholeGrid& whole) {
  std::vector<CellCorner> all;
  for (const CouplingGrid& part : parts)
    for (std::size_t i = 0; i < part.corners.size(); ++i)
      if (part.corners[i] >= 0) all.push_back({part.corners[i], part.cells[i / std::size_t(part.n_corner)]});
  keep_each_once(all);
  std::vector<std::int64_t> around;
  for (std::size_t i = 0; i < all.size(); ++i) {
    around.push_back(all[i].cell);
    if (i + 1 < all.size() && all[i + 1].corner == all[i].corner) continue;
    add_fan(std::exchange(around, {}), whole);
  }
}

}  // namespace

double WholeGrid::same_distance() const {
  if (on_sphere) return same_place;
  const PlaceBox range = range_of(*this);
  return same_place * std::max({range.high.x - range.low.x, range.high.y - range.low.y, 0.0});
}

std::string WholeGrid::extent() const {
  const double unit = on_sphere ? degree : 1.0;
  const PlaceBox range = range_of(*this);
  return text(on_sphere ? "longitudes " : "x ", range.low.x / unit, " to ", range.high.x / unit,
              on_sphere ? ", latitudes " : ", y ", range.low.y / unit, " to ", range.high.y / unit,
              on_sphere ? " degrees" : " m");
}

WholeGrid join_grid(std::span<const CouplingGrid> parts) {
  require(!parts.empty(), "a grid of the coupling has no part");
  const CouplingGrid& first = parts.front();
  WholeGrid whole;
  whole.name = first.name;
  whole.on_sphere = first.on_sphere;
  whole.axes = first.axes;
  for (const CouplingGrid& part : parts) {
    check_grid(part);
    check_agreement(first, part);
  }
  const auto n = std::size_t(first.n_global);
  std::size_t n_stated = 0;
  for (const CouplingGrid& part : parts) n_stated += part.n_point();
  require(n_stated >= n, "the processes of '", first.name, "' state ", n_stated, " points of their grid of ",
          n, "; each point, also one that is not in use, belongs to one process");
  whole.lon.resize(n), whole.lat.resize(n), whole.mask.resize(n);
  std::vector<std::uint8_t> is_stated(n, 0);
  for (const CouplingGrid& part : parts) {
    add_points(part, whole, is_stated);
    for (GridTriangle corners : part.triangles) {
      std::ranges::sort(corners);
      whole.triangles.push_back(corners);
    }
  }
  add_triangles_around_corners(parts, whole);
  keep_each_once(whole.triangles);
  return whole;
}

}  // namespace groundswell
