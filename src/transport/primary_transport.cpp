// SPDX-License-Identifier: Apache-2.0
#include "transport/primary_transport.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/lent_to_mpi.hpp"
#include "comm/nap.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// Groups each primary with a contiguous share of the compute ranks; all other output ranks form one group.
Communicator make_group(const RankRoles& roles, int n_primary) {
  const int rank = roles.mine().rank();
  if (roles.role() == RankRole::output_server) return roles.world().split(std::min(rank, n_primary), 0);
  return roles.world().split(int(std::int64_t(rank) * n_primary / roles.n_compute()), 1 + rank);
}

}  // namespace

PrimarySender::PrimarySender(const RankRoles& roles, const std::vector<PacketKind>& kinds,
                             std::span<const Decomposition> own, int n_slot, int n_primary)
    : SlotSender(roles, n_slot), group_(make_group(roles, n_primary)), kinds_(one_kind_per_slab(kinds)) {
  require_same_kinds(roles.world(), kinds);
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const Decomposition& cells = own[kind];
    std::vector<std::int64_t> numbers;  // as servers count them
    for (const std::int64_t cell : cells.cells) numbers.push_back(cells.from_0(cell));
    group_.gather(std::span<const std::int64_t>(numbers), 0);
    const int n_row = int(cells.cells.size());
    group_.gather(std::span(&n_row, 1), 0);
    std::vector<RowPlaces::Place> rows;
    for (std::int64_t row = 0; row < n_row; ++row) rows.push_back({row, row});
    own_.insert(own_.end(), std::size_t(kinds[kind].slabs.count), RowPlaces(rows));
  }
}

void PrimarySender::send(const std::string& note, const std::vector<Packet>& packets, bool is_last) {
  for (const Packet& packet : packets) check_packet(kinds_, packet, own_[std::size_t(packet.kind)].n_row());
  announce(note, packets, is_last);
  for (const Packet& packet : packets)
    for (const ConstCellRows& from : packet.from) {
      SendSlots::Slot& slot = slots_.next(std::size_t(from.n_row * from.length));
      const Stopwatch stopwatch;
      const std::span<std::byte> rows = slot.memory();
      own_[std::size_t(packet.kind)].gather(from, rows.data());
      slot.add(group_.start_gather_rows(rows, from.length, {}, {}, {}, 0));
      counts_.bytes += std::int64_t(rows.size());
      counts_.pack_seconds += stopwatch.seconds();
    }
  count_shipment();
}

PrimaryReceiver::PrimaryReceiver(const RankRoles& roles, const std::vector<PacketKind>& kinds,
                                 std::span<const Decomposition> wanted, int n_primary)
    : SlotReceiver(roles),
      group_(make_group(roles, n_primary)),
      is_primary_(roles.mine().rank() < n_primary) {
  require_same_kinds(roles.world(), kinds);
  std::vector<Decomposition> held;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    Decomposition& mine = held.emplace_back(Decomposition{wanted[kind].n_global, {}});
    Gathered gathered;
    if (is_primary_) {
      mine.cells = group_.gather(std::span<const std::int64_t>(), 0);
      const int none = 0;
      gathered.counts = group_.gather(std::span(&none, 1), 0);
      for (const int count : gathered.counts) {
        gathered.begins.push_back(int(gathered.n_row));
        gathered.n_row += count;
      }
    }
    gathered_.insert(gathered_.end(), std::size_t(kinds[kind].slabs.count), gathered);
  }
  run_together(roles.mine(), [&] {
    for (const Gathered& each : gathered_)
      require(each.n_row <= INT32_MAX, "a primary output server would gather ", each.n_row,
              " rows at once, more than MPI can count; use more primaries, or another transport");
  });
  exchange_.emplace(roles.mine(), kinds, held, wanted, PacketExchange::no_limit);
}

std::int64_t PrimaryReceiver::bytes_needed(const std::vector<int>& kinds) const {
  const PacketPlan& plan = exchange_->plan();
  std::int64_t bytes = plan.room_bytes(kinds) + plan.bytes_from_all(kinds);
  std::vector<Packet> dealt_out;
  for (const int kind : kinds) {
    for (const TransferField& field : plan.kinds()[std::size_t(kind)].fields)
      bytes += gathered_[std::size_t(kind)].n_row * field.row_bytes;
    dealt_out.push_back({kind, {}});
  }
  return bytes + plan.bytes_to_all(dealt_out);
}

// All memory is there before the first gather starts.
void PrimaryReceiver::start(const std::vector<int>& kinds) {
  if (!is_primary_) return;
  const std::vector<PacketKind>& all = exchange_->plan().kinds();
  std::vector<ByteBuffer> rows;
  for (const int kind : kinds)
    for (const TransferField& field : all[std::size_t(kind)].fields)
      rows.emplace_back(std::size_t(gathered_[std::size_t(kind)].n_row * field.row_bytes));
  *rows_ = std::move(rows);
  std::size_t i = 0;
  try {
    for (const int kind : kinds) {
      const Gathered& from = gathered_[std::size_t(kind)];
      for (const TransferField& field : all[std::size_t(kind)].fields)
        rows_.add(group_.start_gather_rows({}, field.row_bytes, from.counts, from.begins,
                                           (*rows_)[i++].bytes(), 0));
    }
  } catch (...) {
    group_.abandon();
    throw;
  }
}

std::vector<ReceivedPacket> PrimaryReceiver::unpack(const std::vector<int>& kinds) {
  std::vector<Packet> packets;
  std::size_t field = 0;
  for (const int kind : kinds) {
    Packet& packet = packets.emplace_back(Packet{kind, {}});
    for (const TransferField& each : exchange_->plan().kinds()[std::size_t(kind)].fields) {
      const std::byte* rows = is_primary_ ? (*rows_)[field++].data() : nullptr;
      packet.from.push_back(make_cell_rows(rows, gathered_[std::size_t(kind)].n_row, each.row_bytes));
    }
  }
  exchange_->prepare(std::move(packets));
  exchange_->exchange();
  std::vector<ReceivedPacket> all = exchange_->copy_all();
  rows_->clear();
  return all;
}

}  // namespace groundswell
