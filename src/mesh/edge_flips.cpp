// SPDX-License-Identifier: Apache-2.0
#include "mesh/edge_flips.hpp"

#include <algorithm>
#include <numeric>

#include "base/error.hpp"

namespace groundswell {
namespace {

// An edge as seen from one of its triangles: counter-clockwise from its lower-numbered point to its
// higher-numbered point `high`.
struct HalfEdge {
  int high;
  int side;  // 3 * triangle + the triangle's corner opposite the edge
};

std::array<int, 2> ends(const Triangle& t, int corner) {
  return {t[(corner + 1) % 3], t[(corner + 2) % 3]};
}

// The half edges from a lower-numbered to a higher-numbered point, grouped by the lower-numbered point. In a
// closed triangulation each has exactly one partner in the opposite direction.
std::vector<HalfEdge> group_half_edges(const std::vector<Triangle>& triangles, std::vector<int>& start) {
  for (const Triangle& t : triangles)
    for (int i = 0; i < 3; ++i)
      if (const auto [a, b] = ends(t, i); a < b) ++start[a + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<HalfEdge> edges(start.back());
  std::vector<int> place(start.begin(), start.end() - 1);
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t)
    for (int i = 0; i < 3; ++i)
      if (const auto [a, b] = ends(triangles[t], i); a < b) edges[place[a]++] = {b, 3 * t + i};
  return edges;
}

}  // namespace

FlippableTriangles::FlippableTriangles(std::vector<Triangle> triangles, int n_point)
    : triangles_(std::move(triangles)), beyond_(triangles_.size(), {-1, -1, -1}) {
  std::vector<int> start(n_point + 1, 0);
  const std::vector<HalfEdge> edges = group_half_edges(triangles_, start);
  for (int t = 0; t < static_cast<int>(triangles_.size()); ++t)
    for (int i = 0; i < 3; ++i) {
      const auto [high, low] = ends(triangles_[t], i);
      if (high < low) continue;
      for (int e = start[low]; e < start[low + 1]; ++e)
        if (edges[e].high == high) {
          beyond_[t][i] = edges[e].side / 3;
          beyond_[edges[e].side / 3][edges[e].side % 3] = t;
        }
    }
  for (std::size_t t = 0; t < triangles_.size(); ++t)
    for (int i = 0; i < 3; ++i)
      require(beyond_[t][i] >= 0, "the triangulation is not closed: the edge between points ",
              triangles_[t][(i + 1) % 3], " and ", triangles_[t][(i + 2) % 3], " has one triangle only");
}

int FlippableTriangles::corner_facing(int t, int neighbour) const {
  for (int i = 0; i < 3; ++i)
    if (beyond_[t][i] == neighbour) return i;
  throw LogicError(text("internal error: triangles ", t, " and ", neighbour, " are not linked both ways"));
}

// True if the neighbour's far corner lies inside the circumcircle of the triangle, that is, above its plane.
// The margin, far above rounding errors, prevents endless flips if four points lie on one circle.
bool FlippableTriangles::must_flip(const std::vector<Vec3>& points, int t, int i) const {
  const int u = beyond_[t][i];
  const Vec3 p = points[triangles_[t][i]];
  const Vec3 q = points[triangles_[u][corner_facing(u, t)]] - p;
  const Vec3 normal = cross(points[triangles_[t][(i + 1) % 3]] - p, points[triangles_[t][(i + 2) % 3]] - p);
  return dot(normal, q) > 1e-9 * norm(normal) * dot(q, q);
}

void FlippableTriangles::relink(int t, int old_neighbour, int new_neighbour) {
  beyond_[t][corner_facing(t, old_neighbour)] = new_neighbour;
}

// Triangles (p, a, b) and (q, b, a) become (p, a, q) and (p, q, b).
void FlippableTriangles::flip(int t, int i, std::vector<Side>& todo) {
  const int u = beyond_[t][i], j = corner_facing(u, t);
  const int p = triangles_[t][i], a = triangles_[t][(i + 1) % 3], b = triangles_[t][(i + 2) % 3];
  const int q = triangles_[u][j];
  const int facing_a = beyond_[t][(i + 1) % 3], facing_b = beyond_[t][(i + 2) % 3];
  const int across_b = beyond_[u][(j + 1) % 3], across_a = beyond_[u][(j + 2) % 3];
  triangles_[t] = {p, a, q};
  triangles_[u] = {p, q, b};
  beyond_[t] = {across_b, u, facing_b};
  beyond_[u] = {across_a, facing_a, t};
  relink(across_b, u, t);
  relink(facing_a, t, u);
  todo.insert(todo.end(), {{t, 0}, {t, 2}, {u, 0}, {u, 1}});
}

int FlippableTriangles::restore_delaunay(const std::vector<Vec3>& points) {
  int n_flips = 0;
  const std::int64_t limit = 100 * static_cast<std::int64_t>(triangles_.size());
  std::vector<Side> todo;
  for (int first = 0; first < static_cast<int>(triangles_.size()); ++first)
    for (int corner = 0; corner < 3; ++corner) {
      if (beyond_[first][corner] < first) continue;
      todo.push_back({first, corner});
      while (!todo.empty()) {
        const auto [t, i] = todo.back();
        todo.pop_back();
        if (!must_flip(points, t, i)) continue;
        flip(t, i, todo);
        ensure(++n_flips < limit, "edge flips do not come to an end");
      }
    }
  return n_flips;
}

}  // namespace groundswell
