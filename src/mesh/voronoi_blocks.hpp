// SPDX-License-Identifier: Apache-2.0
// A Voronoi mesh in blocks of cells, each made from the triangles around them, with the same bits as in
// build_voronoi_mesh() of the whole triangulation.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/block.hpp"
#include "mesh/mesh_blocks.hpp"
#include "mesh/voronoi_mesh.hpp"

namespace groundswell {

struct PointRings;

// The part of a triangulation from which a block of cells is made: all triangles around the points of the
// block and around their neighbours, in the order of the whole triangulation.
struct TriangulationPart {
  Block cells;
  Triangulation triangulation;         // points in their global order; triangles have local indices
  std::vector<int> point;              // [n_point] index of its cell in the whole mesh, -1 if it makes none
  std::vector<std::uint8_t> complete;  // [n_point] whether all its triangles are present
  // [n_point] Indices of the first edge and the first vertex of the mesh that the point lists and no
  // lower-numbered point does.
  std::vector<int> first_edge, first_vertex;
  // Indices of the edges and vertices of the mesh that the points of this block list and no lower-numbered
  // point does.
  Block edges, vertices;
};

// Cuts a closed triangulation of the sphere, whose points all make cells, into parts. The triangulation must
// outlive the cutter.
class TriangulationCutter {
 public:
  explicit TriangulationCutter(const Triangulation& whole);
  const MeshCounts& counts() const { return counts_; }
  int max_edges() const { return max_edges_; }
  TriangulationPart cut(const Block& cells) const;

 private:
  std::vector<int> triangles_around(const std::vector<int>& points) const;

  const Triangulation& whole_;
  MeshCounts counts_;
  int max_edges_ = 0;
  std::vector<int> first_edge_, first_vertex_;  // [n_cell + 1] as in TriangulationPart, by cell
  std::vector<int> start_, triangles_;          // triangles of each point, ascending
};

// The rows of a part's cells and of the edges and vertices that they list first, for a mesh of the sphere
// with rows of `max_edges` entries around cells.
MeshBlocks build_voronoi_block(const TriangulationPart& part, const MeshCounts& counts, int max_edges,
                               double radius);

// As above, for a mesh with the geometry and row length of `like`; `build` makes the mesh of the complete
// points from their rings.
MeshBlocks build_block(const TriangulationPart& part, const MeshCounts& counts, const Mesh& like,
                       const std::function<Mesh(PointRings)>& build);

}  // namespace groundswell
