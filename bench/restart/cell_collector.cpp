// SPDX-License-Identifier: Apache-2.0
// A message contains the rows of one field after another, those of each field ordered by cell number, so that
// rows that are contiguous in both the message and the file are copied at once.
#include "bench/restart/cell_collector.hpp"

#include <algorithm>
#include <numeric>

#include "comm/nap.hpp"
#include "transfer/row_places.hpp"

namespace groundswell {
namespace {

constexpr int tag_cells = 1, tag_rows = 2;

}  // namespace

CellCollector::CellCollector(const Communicator& communicator, int collecting_rank,
                             std::span<const std::int64_t> owned, std::vector<ConstCellRows> mine,
                             std::int64_t piece_bytes)
    : communicator_(communicator),
      collecting_rank_(collecting_rank),
      mine_(std::move(mine)),
      order_(owned.size()),
      cells_(std::size_t(communicator.size())) {
  for (const ConstCellRows& rows : mine_) row_bytes_ += rows.length;
  piece_cells_ = std::max(std::int64_t(1), piece_bytes / std::max(std::int64_t(1), row_bytes_));
  std::iota(order_.begin(), order_.end(), std::size_t(0));
  std::ranges::sort(order_, {}, [&](std::size_t i) { return owned[i]; });
  std::vector<std::int64_t>& sorted = cells_[std::size_t(communicator_.rank())];
  for (const std::size_t i : order_) sorted.push_back(owned[i]);
  const auto n_own = std::int64_t(sorted.size());
  const std::vector<std::int64_t> counts = communicator_.gather(std::span(&n_own, 1), collecting_rank_);
  if (communicator_.rank() != collecting_rank_) {
    communicator_.send(std::span<const std::int64_t>(sorted), collecting_rank_, tag_cells);
    return;
  }
  for (int rank = 0; rank < communicator_.size(); ++rank) {
    if (rank == collecting_rank_) continue;
    std::vector<std::int64_t>& theirs = cells_[std::size_t(rank)];
    theirs.resize(std::size_t(counts[std::size_t(rank)]));
    communicator_.receive(std::span(theirs), rank, tag_cells);
  }
}

Block CellCollector::find(int rank, const Block& cells) const {
  const std::vector<std::int64_t>& all = cells_[std::size_t(rank)];
  const auto begin = std::ranges::lower_bound(all, cells.begin),
             end = std::ranges::lower_bound(all, cells.end);
  return {begin - all.begin(), end - all.begin()};
}

std::span<const std::size_t> CellCollector::leaving(const Block& cells) const {
  const Block range = find(communicator_.rank(), cells);
  return std::span(order_).subspan(std::size_t(range.begin), std::size_t(range.size()));
}

std::span<std::byte> CellCollector::make_room(ByteBuffer& message, const Block& range) {
  const std::span<std::byte> room = message.first(std::size_t(range.size() * row_bytes_));
  message_bytes_ = std::max(message_bytes_, std::int64_t(messages_[0].size() + messages_[1].size()));
  return room;
}

void CellCollector::pack(const Block& range, ByteBuffer& message) const {
  std::vector<RowPlaces::Place> places;
  for (std::int64_t i = range.begin; i < range.end; ++i)
    places.push_back({i - range.begin, std::int64_t(order_[std::size_t(i)])});
  const RowPlaces rows(places);
  std::byte* to = message.data();
  for (const ConstCellRows& from : mine_) {
    rows.gather(from, to);
    to += range.size() * from.length;
  }
}

void CellCollector::place(int rank, const Block& range, const ByteBuffer& message, const Block& cells,
                          std::span<const CellRows> to) const {
  std::vector<RowPlaces::Place> places;
  for (std::int64_t i = range.begin; i < range.end; ++i)
    places.push_back({i - range.begin, cells_[std::size_t(rank)][std::size_t(i)] - cells.begin});
  const RowPlaces rows(places);
  const std::byte* from = message.data();
  for (const CellRows& field : to) {
    rows.scatter(from, field);
    from += range.size() * field.length;
  }
}

void CellCollector::send(const Block& range) {
  if (range.size() == 0) return;
  const std::size_t slot = n_sent_++ % 2;
  nap_until([&] { return requests_[slot].test(); });
  const std::span<std::byte> message = make_room(messages_[slot], range);
  pack(range, messages_[slot]);
  requests_[slot] = communicator_.start_synchronous_send_bytes(message, collecting_rank_, tag_rows);
}

// The next rank's message is received while the previous one is copied into place.
void CellCollector::receive_all(const Block& cells, std::span<const CellRows> to) {
  std::vector<int> ranks;
  for (int rank = 0; rank < communicator_.size(); ++rank)
    if (find(rank, cells).size() > 0) ranks.push_back(rank);
  const auto start = [&](std::size_t i) {
    const Block range = find(ranks[i], cells);
    const std::span<std::byte> message = make_room(messages_[i % 2], range);
    if (ranks[i] == communicator_.rank())
      pack(range, messages_[i % 2]);
    else
      requests_[i % 2] = communicator_.start_receive_bytes(message, ranks[i], tag_rows);
  };
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (i == 0) start(0);
    if (i + 1 < ranks.size()) start(i + 1);
    nap_until([&] { return requests_[i % 2].test(); });
    place(ranks[i], find(ranks[i], cells), messages_[i % 2], cells, to);
  }
}

void CellCollector::collect(const Block& cells, std::span<const CellRows> to) {
  for (Block piece{cells.begin, 0}; piece.begin < cells.end; piece.begin = piece.end) {
    piece.end = std::min(cells.end, piece.begin + piece_cells_);
    if (communicator_.rank() == collecting_rank_) {
      std::vector<CellRows> rows(to.begin(), to.end());
      for (CellRows& each : rows) each.data += (piece.begin - cells.begin) * each.stride;
      receive_all(piece, rows);
    } else {
      send(find(communicator_.rank(), piece));
    }
  }
}

CellCollector::RankRows CellCollector::collect_from(int rank) {
  const auto n_cell = std::int64_t(cells_[std::size_t(rank)].size());
  const Block all{0, n_cell};
  if (communicator_.rank() != collecting_rank_) {
    if (communicator_.rank() == rank) send(all);
    return {};
  }
  ByteBuffer& message = messages_[0];
  const std::span<std::byte> room = make_room(message, all);
  if (rank == collecting_rank_) {
    pack(all, message);
  } else if (n_cell > 0) {
    requests_[0] = communicator_.start_receive_bytes(room, rank, tag_rows);
    nap_until([&] { return requests_[0].test(); });
  }
  RankRows rows{cells_[std::size_t(rank)], {}};
  const std::byte* from = message.data();
  for (const ConstCellRows& each : mine_) {
    rows.rows.push_back({from, n_cell, each.length, 0, each.length});
    from += n_cell * each.length;
  }
  return rows;
}

}  // namespace groundswell
