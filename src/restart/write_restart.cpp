// SPDX-License-Identifier: Apache-2.0
#include "restart/restart_file.hpp"
#include "restart/restart_state.hpp"

namespace groundswell {

// The next slab is sent while one is written. Memory: one slab being written, two sent and two received.
std::int64_t write_restart(const std::filesystem::path& path, const Communicator& communicator,
                           const RestartState& state) {
  constexpr std::int64_t slab_bytes = std::int64_t(1) << 22;
  const std::int64_t n_cell = state.cells.n_global;
  RestartWriter writer(communicator, path, n_cell, state.shape);
  RestartSlabs slabs(communicator, state, {n_cell, {state.cells.owned.begin(), state.cells.owned.end()}},
                     make_block(n_cell, communicator.rank(), communicator.size()), slab_bytes, true);
  ByteBuffer memory;
  for (std::int64_t number = 0; number < slabs.n_slab(); ++number)
    writer.write(slabs.cells_of({number, number + 1}), slabs.collect({number, number + 1}, memory));
  writer.finish();
  return slabs.message_bytes() + std::int64_t(memory.size());
}

void write_restart(const std::filesystem::path& path, const Communicator& communicator,
                   const RestartCells& cells, const RestartFacts& facts, const StateList& list) {
  write_restart(path, communicator, make_restart_state(cells, facts, list));
}

}  // namespace groundswell
