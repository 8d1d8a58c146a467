// SPDX-License-Identifier: Apache-2.0
#include "mesh/obstacles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/constants.hpp"

namespace groundswell {
namespace {

enum Ground : std::uint8_t { water, island, resolved };  // resolved: land with cells of its own

// The ground in each box of a bathymetry.
class GroundMap {
 public:
  GroundMap(const RegularGrid& height, const std::vector<Vec3>& land_centres)
      : grid_(height), ground_(height.values.size(), water) {
    for (std::size_t i = 0; i < ground_.size(); ++i)
      if (!(height.values[i] < 0.0f)) ground_[i] = island;
    for (const Vec3& centre : land_centres) {
      const int column = grid_.column_of(longitude(centre)), row = grid_.row_of(latitude(centre));
      if (column >= 0 && row >= 0) resolve(column, row);
    }
  }
  Ground at(const Vec3& p) const {
    const int column = grid_.column_of(longitude(p)), row = grid_.row_of(latitude(p));
    return column < 0 || row < 0 ? water : Ground(ground_[index(column, row)]);
  }
  // Whether there may be land within an angle [rad] of a point.
  bool has_land_near(double lon, double lat, double angle) const {
    const bool holds_pole = std::abs(lat) + angle >= 0.5 * pi;
    const double half_width = holds_pole ? pi : std::asin(std::sin(angle) / std::cos(lat));
    std::vector<int> columns;
    for (double x = -half_width - grid_.lon_step; x < half_width + 2.0 * grid_.lon_step; x += grid_.lon_step)
      if (const int column = grid_.column_of(lon + x); column >= 0) columns.push_back(column);
    for (double y = -angle - grid_.lat_step; y < angle + 2.0 * grid_.lat_step; y += grid_.lat_step)
      if (const int row = grid_.row_of(lat + y); row >= 0)
        for (const int column : columns)
          if (ground_[index(column, row)] != water) return true;
    return false;
  }
  double lon_step() const { return grid_.lon_step; }
  double lat_step() const { return grid_.lat_step; }

 private:
  std::size_t index(int column, int row) const { return std::size_t(row) * grid_.n_lon + column; }
  // Marks the land that is connected with a box.
  void resolve(int column, int row) {
    std::vector<std::pair<int, int>> todo;
    const auto mark = [&](int x, int y) {
      if (grid_.full_circle) x = (x + grid_.n_lon) % grid_.n_lon;
      if (x < 0 || x >= grid_.n_lon || y < 0 || y >= grid_.n_lat || ground_[index(x, y)] != island) return;
      ground_[index(x, y)] = resolved;
      todo.emplace_back(x, y);
    };
    for (mark(column, row); !todo.empty();) {
      const auto [x, y] = todo.back();
      todo.pop_back();
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) mark(x + dx, y + dy);
    }
  }

  const RegularGrid& grid_;
  std::vector<std::uint8_t> ground_;
};

// The largest angle [rad] between a cell's centre and its corners.
double reach_of(const Mesh& mesh, int cell) {
  const Vec3 centre = point_at(mesh.lon_cell[cell], mesh.lat_cell[cell]);
  double reach = 0.0;
  for (int k = 0; k < mesh.n_edges_on_cell[cell]; ++k) {
    const int vertex = mesh.vertex_on_cell(cell, k);
    reach = std::max(reach, arc_length(centre, point_at(mesh.lon_vertex[vertex], mesh.lat_vertex[vertex])));
  }
  return reach;
}

struct PlanePoint {
  double x, y;  // [m] on the plane that touches the sphere at a cell's centre
};

// A cell's sides and the land in it, on that plane, where great circles are straight (gnomonic projection).
class CellPicture {
 public:
  CellPicture(const Mesh& mesh, int cell, const GroundMap& ground) : radius_(mesh.sphere_radius) {
    const double lon = mesh.lon_cell[cell], lat = mesh.lat_cell[cell];
    centre_ = point_at(lon, lat), east_ = east_at(lon), north_ = north_at(lon, lat);
    bool at_land = false;
    double reach = 0.0;
    for (int k = 0; k < mesh.n_edges_on_cell[cell]; ++k) {
      const int vertex = mesh.vertex_on_cell(cell, k);
      const Vec3 v{mesh.x_vertex[vertex], mesh.y_vertex[vertex], mesh.z_vertex[vertex]};
      const double up = dot(v, centre_) / radius_;
      corners_.push_back({dot(v, east_) / up, dot(v, north_) / up});
      reach = std::max({reach, std::abs(corners_.back().x), std::abs(corners_.back().y)});
      at_land |= mesh.edge_kind[mesh.edge_on_cell(cell, k)] == EdgeKind::land;
    }
    const double narrow = std::max(0.2 * ground.lat_step(), ground.lon_step() * std::cos(lat));
    step_ = 0.5 * radius_ * std::min(ground.lat_step(), narrow);
    n_ = int(reach / step_) + 2;
    land_.resize(std::size_t(2 * n_ + 1) * (2 * n_ + 1), 0);
    for (int j = -n_; j <= n_; ++j)
      for (int i = -n_; i <= n_; ++i) {
        const Ground found = ground.at(centre_ + (east_ * i + north_ * j) * (step_ / radius_));
        land_[index(i, j)] = found == island || (found == resolved && !at_land);
      }
  }
  bool has_land() const { return std::ranges::count(land_, 1) > 0; }

  struct Shares {
    double through = 0.0, within = 0.0;
  };
  // The shares of waves that travel towards `direction` [rad], and of those that travel the other way.
  std::array<Shares, 2> shares(double direction, int least_chords) const {
    const PlanePoint along{std::cos(direction), std::sin(direction)};
    const auto beside = [&](const PlanePoint& p) { return along.x * p.y - along.y * p.x; };
    const auto [right, left] = std::ranges::minmax(corners_, {}, beside);
    const double first = beside(right), width = beside(left) - first;
    const int n = std::max(least_chords, int(std::ceil(width / step_)));
    std::array<Shares, 2> sums;
    for (int i = 0; i < n; ++i) add_chord(along, first + width * (i + 0.5) / n, sums);
    for (Shares& sum : sums) sum.through /= n, sum.within /= n;
    return sums;
  }

 private:
  std::size_t index(int i, int j) const { return std::size_t(j + n_) * (2 * n_ + 1) + std::size_t(i + n_); }
  bool is_land(const PlanePoint& p) const {
    return land_[index(int(std::lround(p.x / step_)), int(std::lround(p.y / step_)))] != 0;
  }

  // Adds the chord of all points p = t along + s beside for a given s.
  void add_chord(const PlanePoint& along, double s, std::array<Shares, 2>& sums) const {
    double begin = 1e30, end = -1e30;
    for (std::size_t k = 0; k < corners_.size(); ++k) {
      const PlanePoint &a = corners_[k], &b = corners_[(k + 1) % corners_.size()];
      const double of_a = along.x * a.y - along.y * a.x - s, of_b = along.x * b.y - along.y * b.x - s;
      if ((of_a > 0.0) == (of_b > 0.0)) continue;
      const double share = of_a / (of_a - of_b);
      const double t = along.x * (a.x + share * (b.x - a.x)) + along.y * (a.y + share * (b.y - a.y));
      begin = std::min(begin, t), end = std::max(end, t);
    }
    const auto at = [&](double t) { return is_land({t * along.x - s * along.y, t * along.y + s * along.x}); };
    // Small steps find islands of single boxes; cells of many boxes can do with larger ones.
    const double pace = n_ <= 64 ? 0.25 * step_ : 0.5 * step_;
    const int n = begin < end ? int(std::ceil((end - begin) / pace)) : 0;
    int first_hit = -1, last_hit = -1;  // steps within which land begins, seen from each end
    bool was_land = n > 0 && at(begin);
    for (int i = 0; i < n; ++i) {
      const bool is_now = at(begin + (end - begin) * (i + 1) / n);
      if (is_now && !was_land && first_hit < 0) first_hit = i;
      if (was_land && !is_now) last_hit = i;
      was_land = is_now;
    }
    sums[0].through += first_hit < 0 ? 1.0 : 0.0;
    sums[0].within += first_hit < 0 ? 1.0 : (first_hit + 0.5) / n;
    sums[1].through += last_hit < 0 ? 1.0 : 0.0;
    sums[1].within += last_hit < 0 ? 1.0 : (n - last_hit - 0.5) / n;
  }

  double radius_, step_ = 0.0;
  Vec3 centre_, east_, north_;
  std::vector<PlanePoint> corners_;  // counter-clockwise
  int n_ = 0;
  std::vector<std::uint8_t> land_;  // on a square raster of `step_` around the centre
};

std::uint8_t percent(double share) {
  return std::uint8_t(std::lround(100.0 * std::clamp(share, 0.0, 1.0)));
}

// Sums up the obstructed cells.
ObstacleCounts count_obstructed(const Mesh& mesh, ObstacleCounts counts) {
  std::vector<std::pair<double, int>> cells;  // the mean share that crosses, and the cell
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    if (!is_obstructed(mesh, cell)) continue;
    const auto row = obstacle_row(mesh.obstacle_through, cell);
    cells.emplace_back(std::accumulate(row.begin(), row.end(), 0.0) / (100.0 * n_obstacle_dir), cell);
  }
  std::ranges::sort(cells);
  counts.n_obstructed = int(cells.size());
  double sum = 0.0;
  for (const auto& [mean, cell] : cells) sum += mean;
  if (!cells.empty()) counts.mean_through = sum / double(cells.size());
  for (std::size_t i = 0; i < std::min<std::size_t>(cells.size(), 5); ++i) {
    counts.worst_through.push_back(cells[i].first);
    counts.worst.push_back(cells[i].second);
  }
  return counts;
}

}  // namespace

ObstacleCounts find_obstacles(Mesh& mesh, const RegularGrid& height, const std::vector<Vec3>& land_centres,
                              const ObstacleSettings& settings) {
  ObstacleCounts counts;
  counts.n_cell = mesh.n_cell;
  mesh.obstacle_through.clear(), mesh.obstacle_within.clear();
  if (!mesh.on_sphere) return counts;
  const GroundMap ground(height, land_centres);
  std::vector<std::uint8_t>&through = mesh.obstacle_through, &within = mesh.obstacle_within;
  through.assign(std::size_t(mesh.n_cell) * n_obstacle_dir, 100);
  within = through;
  const double least_spacing = settings.least_ratio * height.lat_step * mesh.sphere_radius;
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    if (std::sqrt(2.0 / std::sqrt(3.0) * mesh.area_cell[cell]) <= least_spacing) {
      ++counts.n_left_out;
      continue;
    }
    if (!ground.has_land_near(mesh.lon_cell[cell], mesh.lat_cell[cell], reach_of(mesh, cell))) continue;
    const CellPicture picture(mesh, cell, ground);
    if (!picture.has_land()) continue;
    for (int dir = 0; dir < n_obstacle_dir / 2; ++dir) {
      std::size_t at = std::size_t(cell) * n_obstacle_dir + std::size_t(dir);
      for (const auto& [crossing, mean] : picture.shares(2.0 * pi * dir / n_obstacle_dir, settings.n_chord)) {
        within[at] = percent(mean);
        through[at] = std::min(percent(crossing), within[at]);
        at += n_obstacle_dir / 2;
      }
    }
  }
  if (counts.n_left_out == mesh.n_cell) through.clear(), within.clear();
  return count_obstructed(mesh, counts);
}

}  // namespace groundswell
