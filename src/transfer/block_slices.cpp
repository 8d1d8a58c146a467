// SPDX-License-Identifier: Apache-2.0
#include "transfer/block_slices.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "comm/sparse_exchange.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

constexpr std::int64_t most_slices = 256;
constexpr int tag = 1;

}  // namespace

BlockSlices::BlockSlices(const Communicator& communicator, std::int64_t n_global,
                         std::span<const std::int64_t> cells, std::vector<ConstCellRows> from,
                         std::int64_t slice_bytes)
    : communicator_(communicator.duplicate()),
      n_global_(n_global),
      block_(make_block(n_global, communicator.rank(), communicator.size())),
      from_(std::move(from)),
      cells_(cells.begin(), cells.end()) {
  for (const ConstCellRows& rows : from_) row_bytes_ += rows.length;
  const std::int64_t longest_block = std::max(std::int64_t(1), (n_global - 1) / communicator_.size() + 1);
  slice_rows_ = std::max({std::int64_t(1), slice_bytes / std::max(std::int64_t(1), row_bytes_),
                          (longest_block - 1) / most_slices + 1});
  n_slice_ = (longest_block - 1) / slice_rows_ + 1;
  match(cells);
}

// Matches senders and receivers: each rank tells the owners of blocks which cells it has.
void BlockSlices::match(std::span<const std::int64_t> cells) {
  order_.resize(cells.size());
  std::iota(order_.begin(), order_.end(), std::size_t(0));
  std::ranges::sort(order_, {}, [&](std::size_t i) { return cells[i]; });
  leaving_.resize(std::size_t(n_slice_));
  coming_.resize(std::size_t(n_slice_));
  std::vector<RankMessage> told;
  run_together(communicator_, [&] {
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const std::int64_t cell = cells[order_[i]];
      ensure(cell >= 0 && cell < n_global_, "cell ", cell, " is not in a grid of ", n_global_);
      const int rank = rank_of_block(cell, n_global_, communicator_.size());
      std::vector<Piece>& pieces = leaving_[std::size_t(slice_of(cell, rank))];
      if (pieces.empty() || pieces.back().partner != rank) pieces.push_back({rank, i, i});
      pieces.back().end = i + 1;
      if (rank == communicator_.rank()) continue;
      if (told.empty() || told.back().rank != rank) told.push_back({rank, {}});
      told.back().values.push_back(cell);
    }
  });
  std::vector<int> count(std::size_t(block_.size()), 0);
  for (const std::int64_t cell : cells)
    if (cell >= block_.begin && cell < block_.end) ++count[std::size_t(cell - block_.begin)];
  for (RankMessage& message : exchange_sparse(communicator_, told)) {
    for (std::size_t i = 0; i < message.values.size(); ++i) {
      ++count[std::size_t(message.values[i] - block_.begin)];
      std::vector<Piece>& pieces = coming_[std::size_t(slice_of(message.values[i], communicator_.rank()))];
      if (pieces.empty() || pieces.back().partner != int(partners_.size()))
        pieces.push_back({int(partners_.size()), i, i});
      pieces.back().end = i + 1;
    }
    partners_.push_back({message.rank, std::move(message.values)});
  }
  run_together(communicator_, [&] {
    for (std::size_t i = 0; i < count.size(); ++i)
      ensure(count[i] == 1, "cell ", block_.begin + std::int64_t(i), " lies on ", count[i], " ranks");
  });
}

Block BlockSlices::slice(std::int64_t number) const {
  const std::int64_t begin = std::min(block_.end, block_.begin + number * slice_rows_);
  return {begin, std::min(block_.end, begin + slice_rows_)};
}

std::vector<std::size_t> BlockSlices::leaving(std::int64_t number) const {
  std::vector<std::size_t> rows;
  for (const Piece& piece : leaving_[std::size_t(number)])
    rows.insert(rows.end(), order_.begin() + std::ptrdiff_t(piece.begin),
                order_.begin() + std::ptrdiff_t(piece.end));
  return rows;
}

std::vector<std::byte> BlockSlices::pack(const Piece& piece) const {
  std::vector<std::byte> packed;
  packed.reserve(std::size_t(row_bytes_) * (piece.end - piece.begin));
  for (std::size_t i = piece.begin; i < piece.end; ++i)
    for (const ConstCellRows& rows : from_) {
      const std::byte* row = rows.row(std::int64_t(order_[i]));
      packed.insert(packed.end(), row, row + rows.length);
    }
  return packed;
}

void BlockSlices::copy_own(const Piece& piece, std::int64_t first, std::span<const CellRows> to) const {
  for (std::size_t i = piece.begin; i < piece.end; ++i)
    for (std::size_t field = 0; field < from_.size(); ++field)
      std::memcpy(to[field].row(cells_[order_[i]] - first), from_[field].row(std::int64_t(order_[i])),
                  std::size_t(to[field].length));
}

void BlockSlices::start(std::int64_t number) {
  UnderWay& slot = under_way_[std::size_t(number % 2)];
  slot = {};
  for (const Piece& piece : coming_[std::size_t(number)]) {
    auto& rows = slot.received.emplace_back(std::size_t(row_bytes_) * (piece.end - piece.begin));
    rows.add(communicator_.start_receive_bytes(*rows, partners_[std::size_t(piece.partner)].rank, tag));
  }
  for (const Piece& piece : leaving_[std::size_t(number)]) {
    if (piece.partner == communicator_.rank()) continue;
    auto& rows = slot.sent.emplace_back(pack(piece));
    rows.add(communicator_.start_send_bytes(*rows, piece.partner, tag));
  }
}

void BlockSlices::finish(std::int64_t number, std::span<const CellRows> to) {
  UnderWay& slot = under_way_[std::size_t(number % 2)];
  const std::int64_t first = slice(number).begin;
  for (const Piece& piece : leaving_[std::size_t(number)])
    if (piece.partner == communicator_.rank()) copy_own(piece, first, to);
  for (auto* messages : {&slot.received, &slot.sent})
    for (auto& rows : *messages) rows.wait();
  for (std::size_t p = 0; p < slot.received.size(); ++p) {
    const Piece& piece = coming_[std::size_t(number)][p];
    const std::byte* from = slot.received[p]->data();
    for (std::size_t i = piece.begin; i < piece.end; ++i)
      for (const CellRows& rows : to) {
        std::memcpy(rows.row(partners_[std::size_t(piece.partner)].cells[i] - first), from,
                    std::size_t(rows.length));
        from += rows.length;
      }
  }
}

}  // namespace groundswell
