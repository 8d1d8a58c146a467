// SPDX-License-Identifier: Apache-2.0
// A mesh distributed over ranks in the order of its file: each rank has contiguous blocks of the rows of all
// tables. The blocks of cells are those of make_block; edges and vertices may be distributed differently.
#pragma once

#include <cstdint>
#include <string>

#include "base/block.hpp"
#include "base/error.hpp"
#include "mesh/mesh.hpp"

namespace groundswell {

struct MeshCounts {
  std::int64_t n_cell = 0, n_edge = 0, n_vertex = 0;
};

struct MeshBlocks : MeshCounts {  // with the counts of the whole mesh
  // The rows of this rank's blocks; cells, edges and vertices are numbered as in the whole mesh.
  Mesh rows = {};
  Block cells = {}, edges = {}, vertices = {};
  bool has_depth = false, has_obstacles = false;
  // True if the rows are as read from a file, whatever program wrote it: the order around cells, edges and
  // vertices need not be that of Mesh, and the invariants of Mesh need not hold.
  bool is_raw = false;
  std::string name = "mesh";  // in messages
};

// The blocks of rank `rank` of `n_rank`, still without rows, for a mesh with these counts of cells, edges and
// vertices.
MeshBlocks make_blocks(const MeshCounts& whole, int rank, int n_rank);

// A copy of some rows of all tables.
Mesh cut_rows(const Mesh& whole, const Block& cells, const Block& edges, const Block& vertices);

// The blocks of one rank, cut out of the whole mesh.
MeshBlocks cut_blocks(const Mesh& whole, int rank, int n_rank);

// The blocks of a single rank, which receives the whole mesh.
MeshBlocks take_whole(Mesh whole);

// Throws Error, naming the first wrong entry or the cell or vertex concerned by its number in the file, if a
// cell has fewer than 3 or more than max_edges edges or is its own neighbour, if the index of an edge, cell
// or vertex is out of range, or if a vertex has no cell. The rows begin at row `first` of the whole mesh.
// Edges of vertices are not checked.
void check_numbers(const Mesh& rows, const MeshCounts& whole, const MeshCounts& first);

// The numbers of pairs of a cell and an edge (or a cell and a vertex) that are listed by the rows of cells,
// by those of edges and by those of vertices.
struct PairCounts {
  std::int64_t on_cells = 0, on_edges = 0, on_vertices = 0;
};
PairCounts count_pairs(const Mesh& rows);

// Throws Error if these numbers, summed over a whole mesh, differ: then some edge or vertex lists a cell that
// does not list it. Precondition: all cells have passed check_cell.
void check_pairs(const PairCounts& pairs);

// Calls work() and prefixes its errors, which concern the mesh and not its file, with the name of the mesh.
template <class Work>
void with_mesh_name(const std::string& name, Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    throw Error(text(name, " cannot be used as a mesh: ", error.what()));
  }
}

}  // namespace groundswell
