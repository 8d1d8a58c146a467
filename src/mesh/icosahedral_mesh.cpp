// SPDX-License-Identifier: Apache-2.0
// The icosahedral family: each face is divided into n_parts^2 triangles, then the edges are halved
// repeatedly, with the points relaxed on every level.
#include <cmath>
#include <map>

#include "base/error.hpp"
#include "mesh/analytic_meshes.hpp"
#include "mesh/cell_order.hpp"

namespace groundswell {
namespace {

// A pole, two rings of five points at latitudes +-atan(1/2), and the other pole.
Triangulation make_icosahedron() {
  Triangulation t;
  t.points.push_back({0.0, 0.0, 1.0});
  for (int ring = 0; ring < 2; ++ring)
    for (int i = 0; i < 5; ++i)
      t.points.push_back(point_at((2 * i + ring) * pi / 5.0, (ring == 0 ? 1.0 : -1.0) * std::atan(0.5)));
  t.points.push_back({0.0, 0.0, -1.0});
  for (int i = 0; i < 5; ++i) {
    const int a = 1 + i, b = 1 + (i + 1) % 5, c = 6 + i, d = 6 + (i + 1) % 5;
    t.triangles.insert(t.triangles.end(), {Triangle{0, a, b}, {a, c, b}, {b, c, d}, {c, 11, d}});
  }
  return t;
}

// Divides faces into triangles. A point is identified by the corners of its face and their weights (i, j, n -
// i - j), so that faces share the points on their common edge.
class FaceCutter {
 public:
  FaceCutter(const Triangulation& coarse, int n) : coarse_(coarse), n_(n) {}

  void cut(const Triangle& face) {
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_ - i; ++j) {
        fine_.triangles.push_back({point(face, i + 1, j), point(face, i, j + 1), point(face, i, j)});
        if (i + j < n_ - 1)
          fine_.triangles.push_back(
              {point(face, i + 1, j), point(face, i + 1, j + 1), point(face, i, j + 1)});
      }
  }
  const Triangulation& fine() const { return fine_; }

 private:
  int point(const Triangle& face, int i, int j) {
    const std::array<int, 3> weight{i, j, n_ - i - j};
    std::map<int, int> key;
    Vec3 sum;
    for (int k = 0; k < 3; ++k) {
      if (weight[k] > 0) key[face[k]] = weight[k];
      sum += coarse_.points[face[k]] * weight[k];
    }
    const auto [found, is_new] = number_.try_emplace(key, static_cast<int>(fine_.points.size()));
    if (is_new) fine_.points.push_back(normalized(sum));
    return found->second;
  }

  const Triangulation& coarse_;
  int n_;
  Triangulation fine_;
  std::map<std::map<int, int>, int> number_;
};

}  // namespace

Triangulation make_icosahedral_points(int n_parts, int n_bisections, const LloydSettings& lloyd) {
  require(n_parts >= 1 && n_parts <= 1000, "the icosahedron's edges cannot be divided into ", n_parts,
          " parts; 1 to 1000 are possible");
  require(n_bisections >= 0 && n_bisections <= 11, "an icosahedral mesh of ", n_bisections,
          " bisections is out of range; 0 to 11 are possible");
  const double n_cell = 10.0 * std::pow(std::ldexp(n_parts, n_bisections), 2) + 2.0;
  require(n_cell <= largest_cell_count, "an icosahedral mesh of ", n_cell, " cells is too large; ",
          largest_cell_count / 1e6, " million are possible");
  const Triangulation icosahedron = make_icosahedron();
  FaceCutter cutter(icosahedron, n_parts);
  for (const Triangle& face : icosahedron.triangles) cutter.cut(face);
  Triangulation t = cutter.fine();
  relax(t, {}, lloyd);
  for (int level = 0; level < n_bisections; ++level) {
    t = bisect(t);
    t = reorder(t, space_filling_order(t.points));
    relax(t, {}, lloyd);
  }
  return t;
}

Triangulation make_icosahedral_cells(int n_bisections, const LloydSettings& lloyd) {
  const Triangulation t = make_icosahedral_points(1, n_bisections, lloyd);
  return reorder(t, space_filling_order(t.points));
}

Mesh make_icosahedral_mesh(int n_bisections, double radius, const LloydSettings& lloyd) {
  return build_voronoi_mesh(make_icosahedral_cells(n_bisections, lloyd), radius);
}

}  // namespace groundswell
