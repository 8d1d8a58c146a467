// SPDX-License-Identifier: Apache-2.0
// Each cell yields a 64-bit hash of its global number and its values; the hashes are added modulo 2^64, so
// that order and ownership do not matter.
#include "model/checksum.hpp"

#include <cstring>

#include "base/error.hpp"
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

std::uint64_t compute_checksum(const Communicator& communicator, std::span<const std::int64_t> cells,
                               const StateList& state) {
  std::uint64_t sum = 0;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    Hash hash;
    hash.add(cells[cell]);
    for (const StateList::CellValues& values : state.cells()) {
      ensure(values.rows.n_row == std::int64_t(cells.size()), "the state '", values.name, "' has ",
             values.rows.n_row, " rows for ", cells.size(), " cells");
      const std::byte* const row = values.rows.row(std::int64_t(cell));
      for (std::int64_t at = 0; at < values.rows.length; at += 4) {
        std::uint32_t word = 0;
        std::memcpy(&word, row + at, sizeof word);
        hash.add(word);
      }
    }
    sum += mixed(hash);
  }
  Hash others;  // the same on all ranks
  for (const StateList::Number& number : state.numbers()) others.add(*number.value);
  for (const StateList::Count& count : state.counts()) others.add(*count.value);
  for (const StateList::Text& words : state.texts()) others.add(std::string_view(*words.value));
  return std::uint64_t(communicator.sum(std::int64_t(sum))) + mixed(others);
}

}  // namespace groundswell
