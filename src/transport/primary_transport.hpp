// SPDX-License-Identifier: Apache-2.0
// MaCOM's published method, for comparison: some of the output ranks, the primaries, each gather every field
// from a share of the compute ranks (MPI_Igatherv) and scatter it to all output ranks. With one slot, a
// compute rank waits until its previous field has been sent, as in MaCOM.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "comm/lent_to_mpi.hpp"
#include "comm/together.hpp"
#include "transfer/packet_exchange.hpp"
#include "transport/slot_transport.hpp"

namespace groundswell {

// Groups each primary with a contiguous share of the compute ranks; every other output rank is alone.
inline Communicator make_group(const RankRoles& roles, int n_primary) {
  const int rank = roles.mine().rank();
  if (roles.role() == RankRole::output_server) return roles.world().split(rank, 0);
  return roles.world().split(int(std::int64_t(rank) * n_primary / roles.n_compute()), 1 + rank);
}

class PrimarySender final : public SlotSender {
 public:
  PrimarySender(const RankRoles& roles, const TransportSide& side, const TransportSettings& settings)
      : SlotSender(roles, make_group(roles, settings.n_primary), settings),
        kinds_(one_kind_per_slab(side.kinds)) {
    require_same_kinds(roles.world(), side.kinds);
    for (std::size_t kind = 0; kind < side.kinds.size(); ++kind) {
      const Decomposition& cells = side.cells[kind];
      std::vector<std::int64_t> numbers;  // as servers count them
      std::vector<RowPlaces::Place> rows;
      for (const std::int64_t cell : cells.cells) {
        rows.push_back({std::int64_t(rows.size()), std::int64_t(rows.size())});
        numbers.push_back(cells.from_0(cell));
      }
      values_.gather(std::span<const std::int64_t>(numbers), 0);
      const int n_row = int(rows.size());
      values_.gather(std::span(&n_row, 1), 0);
      own_.insert(own_.end(), std::size_t(side.kinds[kind].slabs.count), RowPlaces(rows));
    }
  }

 private:
  void check(const Packet& packet) const override {
    check_packet(kinds_, packet, own_[std::size_t(packet.kind)].n_row());
  }
  void start(const std::vector<Packet>& packets) override {
    for (const Packet& packet : packets)
      for (const ConstCellRows& from : packet.from) {
        SendSlots::Slot& slot = next_slot(from.n_row * from.length);
        own_[std::size_t(packet.kind)].gather(from, slot.memory().data());
        slot.add(values_.start_gather_rows(slot.memory(), from.length, {}, {}, {}, 0));
      }
  }

  std::vector<PacketKind> kinds_;
  std::vector<RowPlaces> own_;  // for each kind: all rows, in the order of the cells
};

class PrimaryReceiver final : public SlotReceiver {
 public:
  PrimaryReceiver(const RankRoles& roles, const TransportSide& side, const TransportSettings& settings)
      : SlotReceiver(roles, make_group(roles, settings.n_primary)) {
    require_same_kinds(roles.world(), side.kinds);
    std::vector<Decomposition> held;
    for (std::size_t kind = 0; kind < side.kinds.size(); ++kind) {
      held.push_back({side.cells[kind].n_global, values_.gather(std::span<const std::int64_t>(), 0)});
      const int none = 0;
      Gathered gathered{values_.gather(std::span(&none, 1), 0)};
      for (const int count : gathered.counts) {
        gathered.begins.push_back(int(gathered.n_row));
        gathered.n_row += count;
      }
      for (int slab = 0; slab < side.kinds[kind].slabs.count; ++slab) gathered_.push_back(gathered);
    }
    run_together(roles.mine(), [&] {
      for (const Gathered& each : gathered_)
        require(each.n_row <= INT32_MAX, "a primary output server would gather ", each.n_row,
                " rows at once, more than MPI can count; use more primaries, or another transport");
    });
    exchange_.emplace(roles.mine(), side.kinds, held, side.cells, PacketExchange::no_limit);
  }

 private:
  // How many rows of one kind a primary gathers from each rank of its group, and where they begin.
  struct Gathered {
    std::vector<int> counts, begins = {};  // for each rank of the group
    std::int64_t n_row = 0;
  };

  std::int64_t bytes_needed() const override {
    const PacketPlan& plan = exchange_->plan();
    std::int64_t bytes = plan.room_bytes(kinds_) + plan.bytes_from_all(kinds_);
    std::vector<Packet> dealt_out;
    for (const int kind : kinds_) {
      for (const TransferField& field : plan.kinds()[std::size_t(kind)].fields)
        bytes += gathered_[std::size_t(kind)].n_row * field.row_bytes;
      dealt_out.push_back({kind, {}});
    }
    return bytes + plan.bytes_to_all(dealt_out);
  }
  // All memory is there before the first gather starts.
  void start() override {
    rows_->clear();
    packets_.clear();
    for (const int kind : kinds_) {
      Packet& packet = packets_.emplace_back(Packet{kind, {}});
      const std::int64_t n_row = gathered_[std::size_t(kind)].n_row;
      for (const TransferField& field : exchange_->plan().kinds()[std::size_t(kind)].fields) {
        const ByteBuffer& rows = rows_->emplace_back(std::size_t(n_row * field.row_bytes));
        packet.from.push_back(make_cell_rows(rows.data(), n_row, field.row_bytes));
      }
    }
    auto to = rows_->begin();
    try {
      for (const Packet& packet : packets_)
        for (const ConstCellRows& rows : packet.from) {
          const Gathered& from = gathered_[std::size_t(packet.kind)];
          rows_.add(values_.start_gather_rows({}, rows.length, from.counts, from.begins, to++->bytes(), 0));
        }
    } catch (...) {
      values_.abandon();
      throw;
    }
  }
  bool test() override { return rows_.test(); }
  // Deals them out among the output ranks. Collective on these, as is forget().
  std::vector<ReceivedPacket> unpack() override {
    exchange_->prepare(packets_);
    exchange_->exchange();
    std::vector<ReceivedPacket> all = exchange_->copy_all();
    rows_->clear();
    return all;
  }
  void forget() override { unpack(); }

  std::vector<Gathered> gathered_;           // for each kind
  LentToMpi<std::vector<ByteBuffer>> rows_;  // of each field of the packets
  std::vector<Packet> packets_;              // as they come to this rank
  std::optional<PacketExchange> exchange_;   // from primaries to output ranks
};

}  // namespace groundswell
