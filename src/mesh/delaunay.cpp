// SPDX-License-Identifier: Apache-2.0
#include "mesh/delaunay.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include "base/error.hpp"

namespace groundswell {
namespace {

// Owns Qhull's memory and the stream of its error messages.
class Hull {
 public:
  explicit Hull(std::vector<Vec3>& points) {
    static_assert(sizeof(Vec3) == 3 * sizeof(coordT), "Qhull reads the points as rows of three coordinates");
    complaints_ = open_memstream(&text_, &size_);
    ensure(complaints_ != nullptr, "no memory for a text stream");
    qh_zero(&qh_, complaints_);
    char command[] = "qhull Qt";  // Qt: triangles even if more than three points lie on one circle
    failed_ = qh_new_qhull(&qh_, 3, static_cast<int>(points.size()), &points[0].x, False, command, nullptr,
                           complaints_);
  }
  Hull(const Hull&) = delete;
  Hull& operator=(const Hull&) = delete;
  ~Hull() {
    qh_freeqhull(&qh_, !qh_ALL);
    int left = 0, total = 0;
    qh_memfreeshort(&qh_, &left, &total);
    std::fclose(complaints_);
    std::free(text_);
  }

  // Empty on success; otherwise the first line of Qhull's message.
  std::string complaint() const {
    if (!failed_) return "";
    std::fflush(complaints_);
    const std::string all(text_, size_);
    return all.substr(0, all.find('\n'));
  }

  std::vector<Triangle> triangles(const std::vector<Vec3>& points) {
    std::vector<Triangle> result;
    qhT* qh = &qh_;
    facetT* facet;
    FORALLfacets {
      Triangle t{};
      int n = 0;
      vertexT *vertex, **vertexp;
      FOREACHvertex_(facet->vertices) {
        ensure(n < 3, "Qhull gave a face of more than three points");
        t[n++] = qh_pointid(qh, vertex->point);
      }
      const Vec3 a = points[t[0]];
      const Vec3 outward{facet->normal[0], facet->normal[1], facet->normal[2]};
      if (dot(cross(points[t[1]] - a, points[t[2]] - a), outward) < 0.0) std::swap(t[1], t[2]);
      result.push_back(t);
    }
    return result;
  }

 private:
  qhT qh_{};
  FILE* complaints_ = nullptr;
  char* text_ = nullptr;
  std::size_t size_ = 0;
  int failed_ = 0;
};

}  // namespace

Triangulation triangulate_sphere(std::vector<Vec3> points) {
  require(points.size() >= 4, "a mesh of the sphere needs at least 4 points, not ", points.size());
  Triangulation t;
  t.points = std::move(points);
  Hull hull(t.points);
  const std::string complaint = hull.complaint();
  require(complaint.empty(), "the triangulation of ", t.points.size(),
          " points failed; Qhull says: ", complaint);
  t.triangles = hull.triangles(t.points);
  require(t.triangles.size() == 2 * t.points.size() - 4, "only ", (t.triangles.size() + 4) / 2, " of ",
          t.points.size(), " points became corners of triangles; the others coincide with one of these");
  return t;
}

}  // namespace groundswell
