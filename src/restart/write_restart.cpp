// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <vector>

#include "restart/restart_file.hpp"
#include "restart/restart_state.hpp"
#include "transfer/block_slices.hpp"

namespace groundswell {
namespace {

// Brings the cells of a state, with their checksums, into the order of the file and writes them, one slice of
// each rank's block after another, so that data stay in cache while they are packed, sent, reordered and
// written, and the next slice is sent while one is written.
class StateWriter {
 public:
  StateWriter(const Communicator& communicator, const RestartState& state)
      : mine_(state),
        slices_(communicator, state.cells.n_global, state.cells.owned, mine_.rows(), slice_bytes) {}

  void write(RestartWriter& writer) {
    std::vector<std::unique_ptr<std::byte[]>> buffers;
    for (const ConstCellRows& each : mine_.rows())
      buffers.push_back(
          std::make_unique_for_overwrite<std::byte[]>(std::size_t(slices_.slice_rows() * each.length)));
    start(0);
    for (std::int64_t number = 0; number < slices_.n_slice(); ++number) {
      if (number + 1 < slices_.n_slice()) start(number + 1);
      const Block slice = slices_.slice(number);
      std::vector<CellRows> to;
      for (const ConstCellRows& each : mine_.rows())
        to.push_back(make_cell_rows(buffers[to.size()].get(), slice.size(), each.length));
      slices_.finish(number, to);
      writer.write(slice, to);
    }
  }

  // Size of the buffers: for one slice being written, two being sent and two being received.
  std::int64_t bytes() const {
    std::int64_t row_bytes = 0;
    for (const ConstCellRows& each : mine_.rows()) row_bytes += each.length;
    return 5 * slices_.slice_rows() * row_bytes;
  }

 private:
  static constexpr std::int64_t slice_bytes = std::int64_t(1) << 22;

  void start(std::int64_t number) {
    mine_.compute(slices_.leaving(number));
    slices_.start(number);
  }

  ChecksummedRows mine_;
  BlockSlices slices_;
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
