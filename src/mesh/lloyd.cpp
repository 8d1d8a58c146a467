// SPDX-License-Identifier: Apache-2.0
// Lloyd's iteration with Nesterov's momentum, restarted if the energy would increase (O'Donoghue and Candes
// 2015, Found. Comput. Math. 15): after k iterations, long-wave errors of the spacing have decayed like 1/k^2
// instead of 1/k.
#include "mesh/lloyd.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "mesh/edge_flips.hpp"

namespace groundswell {
namespace {

struct CellMoments {
  std::vector<double> area, mass;
  std::vector<Vec3> moment;
};

class Relaxation {
 public:
  Relaxation(Triangulation& t, const SpacingFunction& spacing)
      : points_(t.points),
        triangles_(std::move(t.triangles), static_cast<int>(t.points.size())),
        spacing_(spacing) {
    triangles_.restore_delaunay(points_);
  }

  std::vector<Triangle> give_up_triangles() { return triangles_.give_up_triangles(); }

  // One iteration: computes the offsets, and moves the points unless they are within the tolerance.
  void step(double tolerance, LloydResult& result) {
    std::vector<Vec3> centroid = find_centroids(result);
    result.converged = result.rms_offset <= tolerance;
    if (result.converged) return;
    const double momentum = momentum_factor(centroid, result.rms_offset);
    std::vector<Vec3> target(points_.size());
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const Vec3 last = centroid_before_.empty() ? centroid[i] : centroid_before_[i];
      target[i] = normalized(centroid[i] + (centroid[i] - last) * momentum);
    }
    centroid_before_ = std::move(centroid);
    move(target);
    triangles_.restore_delaunay(points_);
  }

 private:
  std::vector<double> density() const {
    std::vector<double> rho(points_.size(), 1.0);
    if (!spacing_) return rho;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const double h = spacing_(points_[i]);
      require(h > 0.0, "the spacing function gives ", h, " at longitude ", longitude(points_[i]) / degree,
              ", latitude ", latitude(points_[i]) / degree, "; it must be positive");
      rho[i] = 1.0 / (h * h * h * h);
    }
    return rho;
  }

  // Adds a triangle with corners `p`, between which its density varies linearly, to the moments of cell
  // `cell`.
  static void add_part(CellMoments& m, int cell, const std::array<Vec3, 3>& p,
                       const std::array<double, 3>& rho) {
    const double area = 0.5 * dot(p[0], cross(p[1] - p[0], p[2] - p[0]));
    const double sum = rho[0] + rho[1] + rho[2];
    m.area[cell] += area;
    m.mass[cell] += area * sum / 3.0;
    m.moment[cell] += (p[0] * (rho[0] + sum) + p[1] * (rho[1] + sum) + p[2] * (rho[2] + sum)) * (area / 12.0);
  }

  CellMoments find_moments() const {
    const std::vector<double> rho = density();
    const auto& triangles = triangles_.triangles();
    const std::size_t n = points_.size();
    CellMoments m{std::vector<double>(n), std::vector<double>(n), std::vector<Vec3>(n)};
    std::vector<Vec3> centre;
    std::vector<double> rho_centre;
    centre.reserve(triangles.size());
    rho_centre.reserve(triangles.size());
    for (const auto& [a, b, c] : triangles) {
      centre.push_back(circumcentre(points_[a], points_[b], points_[c]));
      rho_centre.push_back((rho[a] + rho[b] + rho[c]) / 3.0);
    }
    for (int t = 0; t < static_cast<int>(triangles.size()); ++t)
      for (int i = 0; i < 3; ++i) {
        const int u = triangles_.beyond(t, i);
        if (u < t) continue;
        const int a = triangles[t][(i + 1) % 3], b = triangles[t][(i + 2) % 3];
        add_part(m, a, {points_[a], centre[u], centre[t]}, {rho[a], rho_centre[u], rho_centre[t]});
        add_part(m, b, {points_[b], centre[t], centre[u]}, {rho[b], rho_centre[t], rho_centre[u]});
      }
    return m;
  }

  std::vector<Vec3> find_centroids(LloydResult& result) {
    CellMoments m = find_moments();
    std::vector<Vec3>& centroid = m.moment;  // each moment is replaced by its cell's centroid
    double sum = 0.0, largest = 0.0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      centroid[i] = normalized(m.moment[i] * (1.0 / m.mass[i]));
      const Vec3 d = centroid[i] - points_[i];
      const double offset2 = dot(d, d) / (m.area[i] * 2.0 / std::sqrt(3.0));
      sum += offset2;
      largest = std::max(largest, offset2);
    }
    result.rms_offset = std::sqrt(sum / points_.size());
    result.largest_offset = std::sqrt(largest);
    mass_ = std::move(m.mass);
    return std::move(centroid);
  }

  // The negative gradient of the energy that Lloyd's iteration lowers is proportional to each cell's mass
  // times the vector from its point to its centroid. Momentum improves a poor start, but may keep the points
  // oscillating: if in more than 60 iterations none has an offset that is 1 % below the smallest before it,
  // momentum is switched off for good.
  double momentum_factor(const std::vector<Vec3>& centroid, double rms_offset) {
    if (has_given_up_) return 0.0;
    patience_ = rms_offset < 0.99 * best_ ? 60 : patience_ - 1;
    best_ = std::min(best_, rms_offset);
    has_given_up_ = patience_ < 0;
    double climb = 0.0;
    for (std::size_t i = 0; i < centroid_before_.size(); ++i)
      climb += mass_[i] * dot(points_[i] - centroid[i], centroid[i] - centroid_before_[i]);
    age_ = climb > 0.0 ? 0 : age_ + 1;
    return std::min(0.95, static_cast<double>(age_) / (age_ + 3));
  }

  // Moves the points, except those of triangles that would be inverted.
  void move(std::vector<Vec3>& target) {
    for (bool again = true; again;) {
      again = false;
      for (const Triangle& t : triangles_.triangles()) {
        if (!is_turned_over(target, t)) continue;
        for (int point : t) target[point] = points_[point];
        again = true;
      }
    }
    points_.swap(target);
  }

  std::vector<Vec3>& points_;
  FlippableTriangles triangles_;
  const SpacingFunction& spacing_;
  std::vector<Vec3> centroid_before_;
  std::vector<double> mass_;
  double best_ = std::numeric_limits<double>::infinity();
  int age_ = 0, patience_ = 60;
  bool has_given_up_ = false;
};

void require_outward(const Triangulation& t) {
  for (const Triangle& triangle : t.triangles)
    require(!is_turned_over(t.points, triangle), "the triangle of points ", triangle[0], ", ", triangle[1],
            ", ", triangle[2], " is inverted; make a new triangulation of the points");
}

}  // namespace

LloydResult relax(Triangulation& t, const SpacingFunction& spacing, const LloydSettings& settings) {
  require(settings.tolerance > 0.0, "a Lloyd tolerance of ", settings.tolerance, " is not positive");
  require_outward(t);
  Relaxation relaxation(t, spacing);
  LloydResult result{.n_point = t.points.size()};
  for (;;) {
    relaxation.step(settings.tolerance, result);
    const bool last = result.converged || result.n_iterations >= settings.max_iterations;
    if (settings.iterated && (last || result.n_iterations % 10 == 0)) settings.iterated(result, last);
    if (last) break;
    ++result.n_iterations;
  }
  t.triangles = relaxation.give_up_triangles();
  return result;
}

bool all_face_outwards(const Triangulation& t) {
  return std::ranges::none_of(t.triangles, [&](const Triangle& i) { return is_turned_over(t.points, i); });
}

int restore_delaunay(Triangulation& t) {
  require_outward(t);
  FlippableTriangles flippable(std::move(t.triangles), static_cast<int>(t.points.size()));
  const int n_flips = flippable.restore_delaunay(t.points);
  t.triangles = flippable.give_up_triangles();
  return n_flips;
}

Triangulation bisect(const Triangulation& t) {
  const FlippableTriangles linked(t.triangles, static_cast<int>(t.points.size()));
  Triangulation fine;
  fine.points.reserve(t.points.size() + 3 * t.triangles.size() / 2);
  fine.points = t.points;
  fine.triangles.reserve(4 * t.triangles.size());
  std::vector<std::array<int, 3>> middle(t.triangles.size());  // midpoint of the edge opposite corner i
  for (int triangle = 0; triangle < static_cast<int>(t.triangles.size()); ++triangle)
    for (int i = 0; i < 3; ++i) {
      const int other = linked.beyond(triangle, i);
      if (other < triangle) {
        for (int j = 0; j < 3; ++j)
          if (linked.beyond(other, j) == triangle) middle[triangle][i] = middle[other][j];
        continue;
      }
      const int a = t.triangles[triangle][(i + 1) % 3], b = t.triangles[triangle][(i + 2) % 3];
      middle[triangle][i] = static_cast<int>(fine.points.size());
      fine.points.push_back(normalized(t.points[a] + t.points[b]));
    }
  for (std::size_t triangle = 0; triangle < t.triangles.size(); ++triangle) {
    const auto [a, b, c] = t.triangles[triangle];
    const auto [facing_a, facing_b, facing_c] = middle[triangle];
    fine.triangles.insert(fine.triangles.end(), {Triangle{a, facing_c, facing_b},
                                                 {b, facing_a, facing_c},
                                                 {c, facing_b, facing_a},
                                                 {facing_a, facing_b, facing_c}});
  }
  return fine;
}

}  // namespace groundswell
