// SPDX-License-Identifier: Apache-2.0
#include "mesh/mesh_generation.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "mesh/analytic_meshes.hpp"
#include "mesh/cell_order.hpp"
#include "mesh/delaunay.hpp"
#include "mesh/mesh_selection.hpp"

namespace groundswell {
namespace {

const double hexagon_area = std::sqrt(0.75);  // of a hexagon with unit spacing

// Divides the triangles of the icosahedron recursively, walks over the small triangles from neighbour to
// neighbour, and sums the numbers of cells that the spacing needs in them. Unless `sample` is null, a point
// is added to it each time the sum passes a half-integer.
class DensityWalk {
 public:
  // `share`: only this fraction of the cells that the spacing needs is counted.
  DensityWalk(const SpacingFunction& spacing, double radius, double share, std::vector<Vec3>* sample)
      : spacing_(spacing), cells_per_area_(share * radius * radius / hexagon_area), sample_(sample) {}

  double count() {
    const Triangulation icosahedron = make_icosahedral_points(1, 0);
    for (const auto& [a, b, c] : icosahedron.triangles)
      walk(icosahedron.points[a], icosahedron.points[b], icosahedron.points[c], 0);
    return sum_;
  }

 private:
  void walk(const Vec3& a, const Vec3& b, const Vec3& c, int level) {
    if (level < coarsest_level) return divide(a, b, c, level);
    const Vec3 middle = normalized(a + b + c);
    const double h = spacing_(middle);
    require(h > 0.0, "the spacing function gives ", h, " m at longitude ", longitude(middle) / degree,
            ", latitude ", latitude(middle) / degree, "; it must be positive");
    const double cells = triangle_area(a, b, c) * cells_per_area_ / (h * h);
    if (cells > 0.25 && level < finest_level) return divide(a, b, c, level);
    sum_ += cells;
    while (sample_ && sum_ > static_cast<double>(sample_->size()) + 0.5) sample_->push_back(middle);
  }

  // Visits the four quarters in an order in which each touches the previous one.
  void divide(const Vec3& a, const Vec3& b, const Vec3& c, int level) {
    const Vec3 ab = normalized(a + b), bc = normalized(b + c), ca = normalized(c + a);
    walk(a, ab, ca, level + 1);
    walk(bc, ca, ab, level + 1);
    walk(ab, b, bc, level + 1);
    walk(ca, bc, c, level + 1);
  }

  // Triangles of 110 km resolve coasts and regions; those of 200 m are finer than any ocean mesh.
  static constexpr int coarsest_level = 6, finest_level = 15;
  const SpacingFunction& spacing_;
  double cells_per_area_, sum_ = 0.0;
  std::vector<Vec3>* sample_;
};

// Points to start with: a share of those that the spacing needs.
Triangulation make_first_points(const SpacingFunction& spacing, double radius, double share) {
  std::vector<Vec3> sample;
  DensityWalk(spacing, radius, share, &sample).count();
  return triangulate_sphere(std::move(sample));
}

void say(const Progress& progress, const std::string& line) {
  if (progress) progress(line);
}

}  // namespace

double count_cells(const SpacingFunction& spacing, double radius) {
  return DensityWalk(spacing, radius, 1.0, nullptr).count();
}

double spacing_of_count(double n_cell, double radius) {
  return radius * std::sqrt(4.0 * pi / (n_cell * hexagon_area));
}

Triangulation make_uniform_points(double n_cell, const LloydSettings& lloyd) {
  require(n_cell >= 12.0 && n_cell <= largest_cell_count, "a mesh of the globe of ", n_cell,
          " cells is not possible; ask for at least 12 and at most ", largest_cell_count / 1e6, " million");
  const double parts = std::sqrt((n_cell - 2.0) / 10.0);
  int n_bisections = 0;
  while (parts / (1 << n_bisections) >= 64.0) ++n_bisections;
  int n_parts = std::max(1, static_cast<int>(std::lround(parts / (1 << n_bisections))));
  // Each factor of 2 in n_parts becomes a bisection, which gives the same number of points but makes them
  // more regular, because they are also relaxed on the coarse levels.
  for (; n_parts % 2 == 0; n_parts /= 2) ++n_bisections;
  const Triangulation t = make_icosahedral_points(n_parts, n_bisections, lloyd);
  return reorder(t, space_filling_order(t.points));
}

Triangulation make_variable_points(const SpacingFunction& spacing, double radius,
                                   const LloydSettings& lloyd) {
  const double n_cell = count_cells(spacing, radius);
  require(n_cell >= 12.0 && n_cell <= largest_cell_count, "the spacing needs ", n_cell,
          " cells; at least 12 and at most ", largest_cell_count / 1e6, " million are possible");
  int n_bisections = 0;
  double coarse = n_cell;
  for (; coarse >= 2400.0; ++n_bisections) coarse = (coarse + 6.0) / 4.0;
  // Where the spacing is wide, too few points may leave half of the sphere empty: then it is bounded there.
  double widest = radius;  // [m] on the coarsest level
  SpacingFunction bounded = spacing;
  Triangulation t = make_first_points(spacing, radius, coarse / n_cell);
  for (; !all_face_outwards(t); widest /= 2.0) {
    const double bound = widest / (1 << n_bisections);
    bounded = [&spacing, bound](const Vec3& p) { return std::min(spacing(p), bound); };
    t = make_first_points(bounded, radius, coarse / n_cell);
  }
  say(lloyd.progress, text("  ", static_cast<long>(n_cell), " cells needed: ", t.points.size(),
                           " points to start with, ", n_bisections, " bisections"));
  relax(t, bounded, lloyd);
  for (int level = 0; level < n_bisections; ++level) {
    t = bisect(t);
    t = reorder(t, space_filling_order(t.points));
    relax(t, bounded, lloyd);
  }
  return reorder(t, space_filling_order(t.points));
}

Mesh build_regional_mesh(const Triangulation& t, const LonLatBox& box, double radius) {
  box.check();
  std::vector<std::uint8_t> keep;
  for (const Vec3& p : t.points) keep.push_back(box.contains(p));
  Mesh mesh = select_cells(build_voronoi_mesh(t, radius), keep, EdgeKind::open_boundary);
  for (int cell = 0; cell < mesh.n_cell; ++cell) mesh.cell_id[cell] = cell + 1;
  return mesh;
}

}  // namespace groundswell
