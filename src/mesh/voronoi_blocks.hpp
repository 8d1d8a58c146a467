// SPDX-License-Identifier: Apache-2.0
// A Voronoi mesh of the sphere in blocks of cells, each made from the triangles around them: the same bits as
// build_voronoi_mesh of the whole triangulation.
#pragma once

#include <cstdint>
#include <vector>

#include "base/block.hpp"
#include "mesh/mesh_blocks.hpp"
#include "mesh/voronoi_mesh.hpp"

namespace groundswell {

// What is known of the mesh of a triangulation before any of its tables is made.
struct VoronoiCounts {
  std::int64_t n_cell = 0, n_edge = 0, n_vertex = 0;
  int max_edges = 0;
};

// The part of a closed triangulation that makes a block of its cells: all triangles of these points and of
// their neighbours, in their order in the whole.
struct TriangulationPart {
  Block cells;
  Triangulation triangulation;  // points in the order of the whole, named by their places here
  std::vector<int> point;       // [n_point] number in the whole
  // [n_point] Numbers of the first edge and of the first vertex that the cell of the point lists first.
  std::vector<int> first_edge, first_vertex;
  // Numbers of the first ones that the cells of this block, and of the next, list first.
  Block edges, vertices;
};

// Cuts a closed triangulation of the sphere, whose points all make cells, into parts. It must live as long.
class TriangulationCutter {
 public:
  explicit TriangulationCutter(const Triangulation& whole);
  const VoronoiCounts& counts() const { return counts_; }
  TriangulationPart cut(const Block& cells) const;

 private:
  std::vector<int> triangles_around(const std::vector<int>& points) const;

  const Triangulation& whole_;
  VoronoiCounts counts_;
  std::vector<int> first_edge_, first_vertex_;  // [n_cell + 1] that each cell lists first
  std::vector<int> start_, triangles_;          // of each point its triangles, ascending
};

// The rows of a part's cells, and of the edges and vertices that they list first.
MeshBlocks build_voronoi_block(const TriangulationPart& part, const VoronoiCounts& counts, double radius);

}  // namespace groundswell
