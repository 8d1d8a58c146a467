// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <vector>

#include "restart/restart_file.hpp"
#include "restart/restart_writer.hpp"
#include "transfer/block_slices.hpp"

namespace groundswell {
namespace {

// Brings the cells of a list, with their checksums, into the order of the file, and writes them, a slice of
// each rank's block after the other: what is packed, sent, put in place and written stays in the caches, and
// the disk works meanwhile.
class StateWriter {
 public:
  StateWriter(const Communicator& communicator, const RestartCells& cells, const StateList& list)
      : cells_(cells),
        list_(list),
        checksums_(cells.owned.size()),
        slices_(communicator, cells.n_global, cells.owned, rows(), slice_bytes) {}

  void write(RestartWriter& writer) {
    std::vector<std::unique_ptr<std::byte[]>> buffers;
    for (const ConstCellRows& each : rows())
      buffers.push_back(
          std::make_unique_for_overwrite<std::byte[]>(std::size_t(slices_.slice_rows() * each.length)));
    start(0);
    for (std::int64_t number = 0; number < slices_.n_slice(); ++number) {
      if (number + 1 < slices_.n_slice()) start(number + 1);
      const Block slice = slices_.slice(number);
      std::vector<CellRows> to;
      for (const ConstCellRows& each : rows())
        to.push_back(make_cell_rows(buffers[to.size()].get(), slice.size(), each.length));
      slices_.finish(number, to);
      writer.write(slice, to);
    }
  }

 private:
  static constexpr std::int64_t slice_bytes = std::int64_t(1) << 22;

  // All that a cell has.
  std::vector<ConstCellRows> rows() const {
    std::vector<ConstCellRows> all = list_.rows();
    all.push_back(make_cell_rows(checksums_));
    return all;
  }
  void start(std::int64_t number) {
    const std::vector<ConstCellRows> rows = list_.rows();
    for (const std::size_t i : slices_.leaving(number))
      checksums_[i] = compute_cell_checksum(cells_.owned[i], rows, i);
    slices_.start(number);
  }

  const RestartCells& cells_;
  const StateList& list_;
  std::vector<CellChecksum> checksums_;
  BlockSlices slices_;
};

}  // namespace

void write_restart(const std::filesystem::path& path, const Communicator& communicator,
                   const RestartCells& cells, const RestartFacts& facts, const StateList& list) {
  RestartWriter writer(communicator, path, cells.n_global, make_restart_shape(facts, list));
  StateWriter(communicator, cells, list).write(writer);
  writer.finish();
}

}  // namespace groundswell
