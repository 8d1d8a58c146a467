// SPDX-License-Identifier: Apache-2.0
#include "mesh/mesh_quality.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "mesh/vec3.hpp"

namespace groundswell {
namespace {

// Positions and the vectors between them, to the nearest image in a periodic plane. Chords replace arcs: on
// usual meshes the difference is too small to appear in the digits shown.
class MeshPoints {
 public:
  explicit MeshPoints(const Mesh& mesh) : m_(mesh) {}

  Vec3 cell(int i) const { return {m_.x_cell[i], m_.y_cell[i], m_.z_cell[i]}; }
  Vec3 edge(int i) const { return {m_.x_edge[i], m_.y_edge[i], m_.z_edge[i]}; }
  Vec3 vertex(int i) const { return {m_.x_vertex[i], m_.y_vertex[i], m_.z_vertex[i]}; }
  Vec3 way(const Vec3& from, const Vec3& to) const {
    Vec3 d = to - from;
    if (m_.period_x > 0.0) d.x -= m_.period_x * std::round(d.x / m_.period_x);
    if (m_.period_y > 0.0) d.y -= m_.period_y * std::round(d.y / m_.period_y);
    return d;
  }

 private:
  const Mesh& m_;
};

double angle_between(const Vec3& a, const Vec3& b) {
  return std::atan2(norm(cross(a, b)), dot(a, b));
}

void measure_edges(const Mesh& m, const MeshPoints& places, MeshQuality& q) {
  double sum = 0.0;
  int n = 0;
  q.smallest_spacing = 1e300;
  for (int edge = 0; edge < m.n_edge; ++edge) {
    const int a = m.cell_on_edge(edge, 0), b = m.cell_on_edge(edge, 1);
    if (b < 0) continue;
    q.smallest_spacing = std::min(q.smallest_spacing, m.dc_edge[edge]);
    q.largest_spacing = std::max(q.largest_spacing, m.dc_edge[edge]);
    sum += m.dc_edge[edge];
    ++n;
    const double ratio = m.area_cell[a] / m.area_cell[b];
    q.largest_area_ratio = std::max({q.largest_area_ratio, ratio, 1.0 / ratio});
    const Vec3 v0 = places.vertex(m.vertex_on_edge(edge, 0)),
               along = places.way(v0, places.vertex(m.vertex_on_edge(edge, 1)));
    const Vec3 normal = places.way(places.cell(a), places.cell(b));
    q.largest_nonorthogonality =
        std::max(q.largest_nonorthogonality, std::abs(angle_between(normal, along) - 0.5 * pi));
    const Vec3 to_middle = places.way(places.edge(edge), v0) + along * 0.5;
    q.largest_edge_offset = std::max(q.largest_edge_offset,
                                     std::abs(dot(to_middle, along)) / std::max(dot(along, along), 1e-300));
  }
  q.mean_spacing = n > 0 ? sum / n : 0.0;
  if (n == 0) q.smallest_spacing = 0.0;
}

void measure_cells(const Mesh& m, const MeshPoints& places, MeshQuality& q) {
  double sum = 0.0;
  q.n_cell_of_sides.assign(m.max_edges + 1, 0);
  for (int cell = 0; cell < m.n_cell; ++cell) {
    const int n = m.n_edges_on_cell[cell];
    ++q.n_cell_of_sides[n];
    const Vec3 centre = places.cell(cell);
    Vec3 moment;
    double area = 0.0;
    for (int k = 0; k < n; ++k) {
      const Vec3 a = places.way(centre, places.vertex(m.vertex_on_cell(cell, k)));
      const Vec3 b = places.way(centre, places.vertex(m.vertex_on_cell(cell, (k + 1) % n)));
      const double part = 0.5 * norm(cross(a, b));
      area += part;
      moment += (a + b) * (part / 3.0);
    }
    Vec3 offset = moment * (1.0 / area);
    if (m.on_sphere) offset = offset - normalized(centre) * dot(normalized(centre), offset);
    const double relative = norm(offset) / std::sqrt(area / std::sqrt(0.75));
    sum += relative * relative;
    q.largest_centroid_offset = std::max(q.largest_centroid_offset, relative);
  }
  q.rms_centroid_offset = std::sqrt(sum / m.n_cell);
  const auto [low, high] = std::minmax_element(m.area_cell.begin(), m.area_cell.end());
  q.area_range = *high / *low;
}

void measure_triangles(const Mesh& m, const MeshPoints& places, MeshQuality& q) {
  double sum = 0.0;
  int n = 0;
  q.smallest_angle = pi;
  q.smallest_triangle_quality = 1.0;
  for (int vertex = 0; vertex < m.n_vertex; ++vertex) {
    const int* cell = &m.cells_on_vertex[3 * std::size_t(vertex)];
    if (std::min({cell[0], cell[1], cell[2]}) < 0) continue;
    double squares = 0.0, largest = 0.0;
    Vec3 normal;
    for (int k = 0; k < 3; ++k) {
      const Vec3 p = places.cell(cell[k]);
      const Vec3 a = places.way(p, places.cell(cell[(k + 1) % 3])),
                 b = places.way(p, places.cell(cell[(k + 2) % 3]));
      const double angle = angle_between(a, b);
      q.smallest_angle = std::min(q.smallest_angle, angle);
      largest = std::max(largest, angle);
      squares += dot(a, a);
      normal = cross(a, b);
    }
    q.largest_angle = std::max(q.largest_angle, largest);
    q.n_obtuse += largest > 0.5 * pi ? 1 : 0;
    const double quality = 2.0 * std::sqrt(3.0) * norm(normal) / squares;
    q.smallest_triangle_quality = std::min(q.smallest_triangle_quality, quality);
    sum += quality;
    ++n;
  }
  q.mean_triangle_quality = n > 0 ? sum / n : 0.0;
}

}  // namespace

ClosestCells find_closest_cells(const Mesh& mesh, const SpacingFunction& asked) {
  ClosestCells found;
  for (int edge = 0; edge < mesh.n_edge; ++edge) {
    if (mesh.cell_on_edge(edge, 1) < 0) continue;
    const double distance = mesh.dc_edge[edge],
                 wanted = asked(point_at(mesh.lon_edge[edge], mesh.lat_edge[edge]));
    if (found.edge < 0 || distance < found.distance) {
      found.distance = distance;
      found.asked = wanted;
      found.edge = edge;
    }
    if (found.edge_of_ratio < 0 || distance < found.smallest_ratio * wanted) {
      found.smallest_ratio = distance / wanted;
      found.edge_of_ratio = edge;
    }
  }
  return found;
}

MeshQuality measure_quality(const Mesh& mesh) {
  MeshQuality q;
  const MeshPoints places(mesh);
  measure_edges(mesh, places, q);
  measure_cells(mesh, places, q);
  measure_triangles(mesh, places, q);
  return q;
}

std::vector<std::string> MeshQuality::lines() const {
  const auto line = [](const auto&... parts) {
    std::ostringstream out;
    out << std::setprecision(4);
    (out << ... << parts);
    return out.str();
  };
  std::string sides;
  for (std::size_t n = 0; n < n_cell_of_sides.size(); ++n)
    if (n_cell_of_sides[n] > 0)
      sides += (sides.empty() ? "" : ", ") + line(n_cell_of_sides[n], " of ", n, " sides");
  return {
      line("spacing ", smallest_spacing / 1e3, " to ", largest_spacing / 1e3, " km, mean ",
           mean_spacing / 1e3, " km"),
      line("area: largest over smallest ", area_range, ", between neighbours at most ", largest_area_ratio),
      line("triangles: angles ", smallest_angle / degree, " to ", largest_angle / degree, " degrees, ",
           n_obtuse, " obtuse; quality ", mean_triangle_quality, " on average, ", smallest_triangle_quality,
           " at worst"),
      line("centre to centroid: ", rms_centroid_offset, " rms, ", largest_centroid_offset,
           " at most, in units of the spacing"),
      line("edges: ", largest_nonorthogonality, " rad from orthogonal, crossed at most ", largest_edge_offset,
           " of their length away from their midpoints"),
      line("cells: ", sides)};
}

}  // namespace groundswell
