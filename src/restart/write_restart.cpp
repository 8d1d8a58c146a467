// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <vector>

#include "restart/restart_file.hpp"
#include "restart/restart_state.hpp"
#include "transfer/slab_exchange.hpp"

namespace groundswell {
namespace {

// Brings the cells of a state, with their checksums, into the order of the file and writes them, one slab of
// each rank's block after another, so that data stay in cache while they are packed, sent, reordered and
// written, and the next slab is sent while one is written.
class StateWriter {
 public:
  StateWriter(const Communicator& communicator, const RestartState& state)
      : mine_(state),
        slabs_(communicator, {state.cells.n_global, {state.cells.owned.begin(), state.cells.owned.end()}},
               make_block(state.cells.n_global, communicator.rank(), communicator.size()), mine_.rows(),
               slab_bytes) {}

  void write(RestartWriter& writer) {
    std::vector<std::unique_ptr<std::byte[]>> buffers;
    for (const ConstCellRows& each : mine_.rows())
      buffers.push_back(
          std::make_unique_for_overwrite<std::byte[]>(std::size_t(slabs_.slab_rows() * each.length)));
    start(0);
    for (std::int64_t number = 0; number < slabs_.n_slab(); ++number) {
      if (number + 1 < slabs_.n_slab()) start(number + 1);
      const Block slab = slabs_.slab(number);
      std::vector<CellRows> to;
      for (const ConstCellRows& each : mine_.rows())
        to.push_back(make_cell_rows(buffers[to.size()].get(), slab.size(), each.length));
      slabs_.finish(number, to);
      writer.write(slab, to);
    }
  }

  // Size of the buffers: for one slab being written, two being sent and two being received.
  std::int64_t bytes() const { return slabs_.slab_rows() * bytes_per_cell(mine_.rows()) + slabs_.bytes(); }

 private:
  static constexpr std::int64_t slab_bytes = std::int64_t(1) << 22;

  void start(std::int64_t number) {
    mine_.compute(slabs_.leaving(number));
    slabs_.start(number);
  }

  ChecksummedRows mine_;
  SlabExchange slabs_;
};

}  // namespace

std::int64_t write_restart(const std::filesystem::path& path, const Communicator& communicator,
                           const RestartState& state) {
  RestartWriter writer(communicator, path, state.cells.n_global, state.shape);
  StateWriter mine(communicator, state);
  mine.write(writer);
  writer.finish();
  return mine.bytes();
}

void write_restart(const std::filesystem::path& path, const Communicator& communicator,
                   const RestartCells& cells, const RestartFacts& facts, const StateList& list) {
  write_restart(path, communicator, make_restart_state(cells, facts, list));
}

}  // namespace groundswell
