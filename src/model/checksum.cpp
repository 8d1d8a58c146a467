// SPDX-License-Identifier: Apache-2.0
// Each cell yields a 64-bit hash of its global number and its values; the hashes are added modulo 2^64, so
// that order and ownership do not matter.
#include "model/checksum.hpp"

#include "base/hash.hpp"

namespace groundswell {
namespace {

// Makes the lower bits depend on the higher ones, too.
std::uint64_t mixed(const Hash& hash) {
  return hash.value() ^ (hash.value() >> 29);
}

}  // namespace

std::uint64_t compute_mesh_fingerprint(const Communicator& communicator, const LocalMesh& local) {
  const Mesh& mesh = local.mesh;
  std::uint64_t sum = 0;
  for (int cell = 0; cell < local.n_owned; ++cell) {
    const auto i = std::size_t(cell);
    Hash hash;
    hash.add(std::uint64_t(local.global_cell[i]));
    for (const double value :
         {mesh.x_cell[i], mesh.y_cell[i], mesh.z_cell[i], mesh.area_cell[i], mesh.depth_cell[i]})
      hash.add(value);
    for (int k = 0; k < mesh.n_edges_on_cell[i]; ++k) {
      const auto edge = std::size_t(mesh.edge_on_cell(cell, k));
      const int neighbour = mesh.cell_on_cell(cell, k);
      hash.add(neighbour < 0 ? ~std::uint64_t(0) : std::uint64_t(local.global_cell[std::size_t(neighbour)]));
      hash.add(std::uint64_t(mesh.edge_kind[edge]));
      hash.add(mesh.dc_edge[edge]);
      hash.add(mesh.dv_edge[edge]);
    }
    sum += mixed(hash);
  }
  return std::uint64_t(communicator.sum(std::int64_t(sum)));
}

std::uint64_t compute_checksum(const Communicator& communicator, const LocalMesh& local, const State& state) {
  std::uint64_t sum = 0;
  for (int cell = 0; cell < local.n_owned; ++cell) {
    Hash hash;
    hash.add(std::uint64_t(local.global_cell[cell]));
    const float* bins = state.action.row(std::size_t(cell));
    for (std::size_t bin = 0; bin < state.action.n_col(); ++bin) hash.add(bins[bin]);
    hash.add(state.friction_velocity[std::size_t(cell)]);
    hash.add(state.wave_stress[std::size_t(cell)]);
    hash.add(state.sources_share[std::size_t(cell)]);
    sum += mixed(hash);
  }
  return std::uint64_t(communicator.sum(std::int64_t(sum)));
}

}  // namespace groundswell
