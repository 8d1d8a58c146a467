// SPDX-License-Identifier: Apache-2.0
#include "model/cells_within.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mesh/vec3.hpp"

namespace groundswell {
namespace {

constexpr double least_ratio = 3.0;     // minimum of this cell's area / mean area of the cells within it
constexpr double least_coverage = 0.5;  // minimum fraction of this cell's area that the cells within it cover

double shortest(double difference, double period) {
  return period > 0.0 ? std::remainder(difference, period) : difference;
}

}  // namespace

double turn_between(const Mesh& mesh, const PlaceOfCell& there, const PlaceOfCell& here) {
  double turn = 0.0;
  if (mesh.on_sphere && (there.x != here.x || there.y != here.y)) {
    const Vec3 east = east_at(here.x), north = north_at(here.x, here.y), from_east = east_at(there.x),
               from_north = north_at(there.x, there.y);
    turn = std::atan2(dot(from_east, north) - dot(from_north, east),
                      dot(from_east, east) + dot(from_north, north));
  }
  return turn + there.frame_angle - here.frame_angle;
}

CellsWithin::CellsWithin(const Mesh& mesh, int cell) : mesh_(mesh) {
  const auto i = std::size_t(cell);
  for (int k = 0; k < mesh.n_edges_on_cell[i]; ++k) {
    const auto edge = std::size_t(mesh.edge_on_cell(cell, k));
    sides_.push_back({shortest(mesh.x_edge[edge] - mesh.x_cell[i], mesh.period_x),
                      shortest(mesh.y_edge[edge] - mesh.y_cell[i], mesh.period_y),
                      mesh.z_edge[edge] - mesh.z_cell[i]});
    reach_ = std::max(reach_, norm(sides_.back()));
  }
  // The factor 2 allows for the corners of this cell, which are farther away than its edges. The last term
  // allows for cells that reach into this one although their centres lie outside; they are smaller than this
  // cell, as no mean is taken over larger ones.
  reach_ = 2.0 * reach_ + 0.5 * std::sqrt(mesh.area_cell[i]);
}

// Treats the other cell as if it were a square with a side along each edge that cuts it: the shares of the
// two cells on either side of an edge then add up to 1.
double CellsWithin::share_within(const Vec3& way, double size) const {
  double share = 1.0;
  for (const Vec3& side : sides_) {
    const double beyond = dot(way - side, side) / norm(side);
    share *= std::clamp(0.5 - beyond / size, 0.0, 1.0);
  }
  return share;
}

void CellsWithin::add(const PlaceTree& tree, const Vec3& here, const std::vector<PlaceOfCell>& block,
                      std::int64_t first) {
  const auto bound = [&] { return reach_ * reach_; };
  tree.search(here, bound, [&](std::size_t k, const Vec3& way) {
    if (dot(way, way) > bound()) return;
    const double share = share_within(way, std::sqrt(block[k].area));
    if (share > 0.0) parts_.push_back({first + std::int64_t(k), share, block[k]});
  });
}

// Adds the parts in ascending order of cell numbers, so that the result does not depend on the blocks.
SourceCells CellsWithin::mean(const PlaceOfCell& here) const {
  std::vector<Part> parts = parts_;
  // In a small periodic plane a cell may occur twice.
  std::ranges::sort(parts, [](const Part& a, const Part& b) {
    return std::pair(a.number, a.share) < std::pair(b.number, b.share);
  });
  double shares = 0.0, area = 0.0;
  for (const Part& part : parts) {
    shares += part.share;
    area += part.share * part.place.area;
  }
  SourceCells sources;
  if (!(area >= least_coverage * here.area && here.area * shares >= least_ratio * area)) return sources;
  sources.is_mean = true;
  for (const Part& part : parts) {
    sources.cell.push_back(part.number);
    sources.weight.push_back(part.share * part.place.area / area);
    sources.turn.push_back(turn_between(mesh_, part.place, here));
  }
  return sources;
}

}  // namespace groundswell
