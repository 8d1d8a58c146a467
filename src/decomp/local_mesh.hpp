// SPDX-License-Identifier: Apache-2.0
// A rank's piece of the mesh: its own cells and the rings of other ranks' cells around them (the halo). The
// order of cells is inner, border, halo: inner cells can be computed before the halo has arrived, border
// cells only after. Inner and border cells follow a space-filling curve, so that neighbours are close in
// memory; halo cells are sorted by (owner, global index), so that each owner's cells are contiguous.
#pragma once

#include <cstdint>
#include <vector>

#include "decomp/partition.hpp"
#include "mesh/mesh_part.hpp"

namespace groundswell {

// The edges around a cell have the same order as in the whole mesh, and edges keep their orientation; all
// geometry is bit-identical to that of the whole mesh.
struct LocalMesh : MeshPart {
  int part = 0;    // index of this rank's part
  int n_ring = 1;  // rings of halo cells
  // Inner cells are owned cells whose stencil of n_ring rings has only owned cells; border cells are the
  // other owned cells.
  int n_inner = 0, n_border = 0, n_halo = 0;

  std::vector<int> halo_owner;          // [n_halo] part that owns each halo cell
  std::vector<std::uint8_t> halo_ring;  // [n_halo] 1 = touches an owned cell, 2 = touches ring 1

  int n_cell() const { return n_owned + n_halo; }
};

// The piece of `part` with `n_ring` rings of halo (1 or 2), counted across edges. `whole` is the whole mesh,
// or a piece of it that contains all these cells; the result keeps no reference to it. Throws Error for
// another number of rings.
LocalMesh make_local_mesh(const Mesh& whole, const Partition& partition, int part, int n_ring);

}  // namespace groundswell
