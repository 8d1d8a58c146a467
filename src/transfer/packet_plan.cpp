// SPDX-License-Identifier: Apache-2.0
#include "transfer/packet_plan.hpp"

#include <algorithm>
#include <string>

#include "base/each_once.hpp"
#include "base/error.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// The rows that go to or come from a rank; null if there are none.
const RowPlaces* rows_of(const std::vector<CellPair>& pairs, int rank) {
  const auto found = std::ranges::lower_bound(pairs, rank, {}, &CellPair::rank);
  return found == pairs.end() || found->rank != rank ? nullptr : &found->rows;
}

std::string describe(const PacketKind& kind) {
  std::string said = text("'", kind.name, "' with");
  for (const TransferField& field : kind.fields)
    said += text(" '", field.name, "' of ", field.row_bytes, " bytes");
  return kind.slabs.count == 1 ? said : text(said, " in ", kind.slabs.count, " slabs of ", kind.slabs.rows);
}

}  // namespace

void require_same_kinds(const Communicator& communicator, const std::vector<PacketKind>& kinds) {
  std::vector<std::string> described;
  for (const PacketKind& kind : kinds) described.push_back(describe(kind));
  require_same(communicator, "the lists of rows of cells that are to be moved", described);
}

PacketPlan::PacketPlan(const Communicator& communicator, const std::vector<PacketKind>& kinds,
                       std::span<const Decomposition> own, std::span<const Decomposition> wanted)
    : rank_(communicator.rank()), kinds_(one_kind_per_slab(kinds)) {
  for (const auto& side : {own, wanted})
    ensure(side.size() <= 1 || side.size() == kinds.size(),
           "cells are given for each kind of packet, once for all, or not at all");
  require_same_kinds(communicator, kinds);
  const bool once = communicator.all(own.size() <= 1 && wanted.size() <= 1);  // the same cells for all kinds
  SparseExchange exchange(communicator);
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const auto of_kind = [&](std::span<const Decomposition> side) {
      return side.empty() ? nullptr : &side[side.size() == 1 ? 0 : kind];
    };
    if (kind > 0 && once && kinds[kind].slabs.count == 1 && kinds[0].slabs.count == 1)
      cells_.push_back(cells_.front());
    else
      add_kinds(exchange, kinds[kind].slabs, of_kind(own), of_kind(wanted));
  }
  for (const auto& each : cells_) {
    for (const CellPair& pair : each->pairs.sends)
      if (pair.rank != rank_) receivers_.push_back(pair.rank);
    for (const CellPair& pair : each->pairs.receives)
      if (pair.rank != rank_) senders_.push_back(pair.rank);
  }
  keep_each_once(receivers_);
  keep_each_once(senders_);
}

void PacketPlan::add_kinds(SparseExchange& exchange, const Slabs& slabs, const Decomposition* own,
                           const Decomposition* wanted) {
  const std::int64_t n_own = own ? std::int64_t(own->cells.size()) : 0;
  const std::int64_t n_wanted = wanted ? std::int64_t(wanted->cells.size()) : 0;
  CellPairs pairs = match_cells(exchange, own, wanted);
  if (slabs.count == 1) {
    cells_.push_back(std::make_shared<const Cells>(Cells{std::move(pairs), n_own, n_wanted}));
    return;
  }
  std::int64_t begin = 0;
  for (CellPairs& slab : cut_into_slabs(exchange, pairs, slabs)) {
    const std::int64_t n = std::clamp<std::int64_t>(n_wanted - begin, 0, slabs.rows);
    cells_.push_back(std::make_shared<const Cells>(Cells{std::move(slab), n_own, n}));
    begin += slabs.rows;
  }
}

std::vector<PacketKind> one_kind_per_slab(const std::vector<PacketKind>& kinds) {
  std::vector<PacketKind> all;
  for (const PacketKind& kind : kinds)
    for (int slab = 0; slab < kind.slabs.count; ++slab) all.push_back({kind.name, kind.fields});
  return all;
}

std::vector<int> kinds_of(const std::vector<Packet>& packets) {
  std::vector<int> kinds;
  for (const Packet& packet : packets) kinds.push_back(packet.kind);
  return kinds;
}

void PacketPlan::check(const Packet& packet) const {
  check_packet(kinds_, packet,
               packet.kind >= 0 && packet.kind < int(kinds_.size()) ? cells(packet.kind).n_own : 0);
}

void check_packet(const std::vector<PacketKind>& kinds, const Packet& packet, std::int64_t n_own) {
  ensure(packet.kind >= 0 && packet.kind < int(kinds.size()), "there is no packet of kind ", packet.kind);
  const PacketKind& kind = kinds[std::size_t(packet.kind)];
  ensure(packet.from.size() == kind.fields.size(), "a packet of '", kind.name, "' has ", packet.from.size(),
         " fields, but was declared with ", kind.fields.size());
  for (std::size_t i = 0; i < kind.fields.size(); ++i) {
    const ConstCellRows& rows = packet.from[i];
    ensure(rows.length == kind.fields[i].row_bytes && rows.n_row == n_own, "field '", kind.fields[i].name,
           "' of '", kind.name, "' comes as ", rows.n_row, " rows of ", rows.length,
           " bytes, but was declared as ", n_own, " rows of ", kind.fields[i].row_bytes);
  }
}

std::int64_t PacketPlan::bytes_to(int rank, const std::vector<Packet>& packets) const {
  std::int64_t bytes = 0;
  for (const Packet& packet : packets)
    if (const RowPlaces* rows = rows_of(cells(packet.kind).pairs.sends, rank))
      bytes += rows->n_row() * row_bytes(packet.kind);
  return bytes;
}

std::int64_t PacketPlan::bytes_to_all(const std::vector<Packet>& packets) const {
  std::int64_t bytes = 0;
  for (const int to : receivers_) bytes += bytes_to(to, packets);
  return bytes;
}

void PacketPlan::pack(int rank, const std::vector<Packet>& packets, std::byte* message) const {
  for (const Packet& packet : packets)
    if (const RowPlaces* rows = rows_of(cells(packet.kind).pairs.sends, rank))
      message = rows->gather(packet.from, message);
}

std::int64_t PacketPlan::bytes_from(int rank, const std::vector<int>& kinds) const {
  std::int64_t bytes = 0;
  for (const int kind : kinds)
    if (const RowPlaces* rows = rows_of(cells(kind).pairs.receives, rank))
      bytes += rows->n_row() * row_bytes(kind);
  return bytes;
}

std::int64_t PacketPlan::bytes_from_all(const std::vector<int>& kinds) const {
  std::int64_t bytes = 0;
  for (const int from : senders_) bytes += bytes_from(from, kinds);
  return bytes;
}

std::vector<ReceivedPacket> PacketPlan::make_room(const std::vector<int>& kinds) const {
  std::vector<ReceivedPacket> packets;
  for (const int kind : kinds) {
    ReceivedPacket& packet = packets.emplace_back(ReceivedPacket{kind, {}});
    for (const TransferField& field : kinds_[std::size_t(kind)].fields)
      packet.fields.emplace_back(std::size_t(cells(kind).n_wanted * field.row_bytes));
  }
  return packets;
}

std::int64_t PacketPlan::room_bytes(const std::vector<int>& kinds) const {
  std::int64_t bytes = 0;
  for (const int kind : kinds) bytes += cells(kind).n_wanted * row_bytes(kind);
  return bytes;
}

void PacketPlan::unpack(int rank, const std::byte* message, std::vector<ReceivedPacket>& packets) const {
  for (ReceivedPacket& packet : packets) {
    const RowPlaces* rows = rows_of(cells(packet.kind).pairs.receives, rank);
    if (!rows) continue;
    std::vector<CellRows> to;
    for (std::size_t i = 0; i < packet.fields.size(); ++i)
      to.push_back(make_cell_rows(packet.fields[i].data(), n_wanted(packet.kind),
                                  kinds_[std::size_t(packet.kind)].fields[i].row_bytes));
    message = rows->scatter(message, to);
  }
}

void PacketPlan::unpack_some(int rank, const std::byte* message, const std::vector<Packet>& packets,
                             std::size_t packet, std::size_t field, const Block& places,
                             const CellRows& to) const {
  for (std::size_t p = 0; p <= packet; ++p) {
    const RowPlaces* rows = rows_of(cells(packets[p].kind).pairs.receives, rank);
    if (!rows) continue;
    const std::vector<TransferField>& fields = kinds_[std::size_t(packets[p].kind)].fields;
    for (std::size_t i = 0; i < (p < packet ? fields.size() : field); ++i)
      message += rows->n_row() * fields[i].row_bytes;
    if (p == packet) rows->scatter_some(message, places, to);
  }
}

void PacketPlan::copy_own(const Packet& packet, std::size_t field, const Block& places,
                          const CellRows& to) const {
  const CellPairs& pairs = cells(packet.kind).pairs;
  const RowPlaces *from = rows_of(pairs.sends, rank_), *here = rows_of(pairs.receives, rank_);
  if (from && here) here->scatter_some(*from, packet.from[field], places, to);
}

std::vector<std::size_t> PacketPlan::leaving(int kind) const {
  std::vector<std::size_t> rows;
  for (const CellPair& pair : cells(kind).pairs.sends) pair.rows.add_cells_to(rows);
  return rows;
}

}  // namespace groundswell
