// SPDX-License-Identifier: Apache-2.0
// Packets exchanged among ranks that have and want rows, and how many messages shipments take.
#include <gtest/gtest.h>

#include <set>

#include "support/message_counts.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"
#include "transfer/packet_exchange.hpp"
#include "transport_sides.hpp"

namespace groundswell::test {
namespace {

// Whether `to` wants one of the cells of `own`.
bool has_any(const Decomposition& own, const Decomposition& to) {
  const std::set<std::int64_t> cells(own.cells.begin(), own.cells.end());
  return std::ranges::any_of(to.cells, [&](std::int64_t cell) { return cells.contains(cell); });
}

// How many of these ranks, but for `itself`, want cells of one of the kinds that this rank has.
int n_receiver(const std::vector<Decomposition>& own, const std::vector<Decomposition> (&wanted)[n_kind],
               const std::vector<int>& kinds, int itself = -1) {
  int n = 0;
  for (std::size_t rank = 0; rank < wanted[0].size(); ++rank) {
    const auto wants = [&](int kind) { return has_any(own[std::size_t(kind)], wanted[kind][rank]); };
    n += int(rank) != itself && std::ranges::any_of(kinds, wants);
  }
  return n;
}

std::int64_t bytes_of_row() {
  std::int64_t bytes = 0;
  for (const TransferField& field : Fields::described()) bytes += field.row_bytes;
  return bytes;
}

// Bytes of the rows that all others want, each by each.
std::int64_t bytes_for_others(const TransportSea& sea, const std::vector<int>& kinds) {
  std::int64_t n_row = 0;
  for (const int kind : kinds) {
    const std::vector<std::int64_t>& own = sea.own[kind][std::size_t(world().rank())].cells;
    for (int rank = 0; rank < world().size(); ++rank) {
      if (rank == world().rank()) continue;
      const std::vector<std::int64_t>& wanted = sea.wanted[kind][std::size_t(rank)].cells;
      const std::set<std::int64_t> cells(wanted.begin(), wanted.end());
      n_row += std::ranges::count_if(own, [&](std::int64_t cell) { return cells.contains(cell); });
    }
  }
  return n_row * bytes_of_row();
}

// Expects the rows of a field, copied in parts of 7 cells, to be those that were copied all at once.
void expect_parts(const PacketExchange& exchange, std::size_t packet, std::size_t field,
                  const ByteBuffer& all, std::int64_t n_cell) {
  if (n_cell == 0) return;
  const std::int64_t row_bytes = std::int64_t(all.size()) / n_cell;
  std::vector<std::byte> parts(all.size());
  for (std::int64_t begin = 0; begin < n_cell; begin += 7)
    exchange.copy_rows(packet, field, {begin, std::min(begin + 7, n_cell)}, parts.data() + begin * row_bytes);
  EXPECT_TRUE(std::equal(parts.begin(), parts.end(), all.data()));
}

TEST(exchange, brings_all_rows_in_parts_or_at_once) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    const TransportSea sea(world().size(), world().size(), seed);
    const std::vector<Decomposition> own = sea.own_of(world().rank()), wanted = sea.wanted_of(world().rank());
    PacketExchange exchange(world(), TransportSea::kinds(), own, wanted);
    for (int number = 0; number < 5; ++number) {  // with each choice of kinds
      const SentPackets sent(own, number);
      exchange.prepare(sent.packets);
      EXPECT_EQ(exchange.plan().bytes_to_all(sent.packets), bytes_for_others(sea, kinds_in(number)));
      const int before = n_message_sent();
      exchange.exchange();
      EXPECT_EQ(n_message_sent() - before, n_receiver(own, sea.wanted, kinds_in(number), world().rank()));
      const ReceivedShipment came{note_of(number), exchange.copy_all(), false};
      expect_shipment(came, wanted, number);
      for (std::size_t i = 0; i < came.packets.size(); ++i) {
        const ReceivedPacket& packet = came.packets[i];
        for (std::size_t field = 0; field < packet.fields.size(); ++field)
          expect_parts(exchange, i, field, packet.fields[field],
                       std::int64_t(wanted[std::size_t(packet.kind)].cells.size()));
      }
    }
  }
}

// The first compute rank also announces each shipment to each output rank.
TEST(exchange, of_a_shipment_takes_one_message_per_pair) {
  for_splits([](Side& side) {
    if (side.settings.method != "direct") return;
    constexpr int n_shipment = 5;
    if (side.computes()) {
      const auto sender = side.make_sender(n_shipment);
      for (int i = 0; i < n_shipment; ++i) {
        const int before = n_message_sent();
        side.send(*sender, i);
        EXPECT_EQ(n_message_sent() - before,
                  n_receiver(side.cells, side.sea.wanted, kinds_in(i)) +
                      (side.roles.mine().rank() == 0 ? side.roles.n_output_server() : 0));
      }
    } else {
      const std::shared_ptr receiver = side.make_receiver();
      for (int i = 0; i < n_shipment; ++i) {
        receiver->await();
        receiver->take();
      }
    }
  });
}

// The last rank has a row that all others want, and never gives it.
TEST(exchange, that_lasts_too_long_ends_with_a_sentence) {
  const int last = world().size() - 1;
  if (last == 0) return;
  const bool is_last = world().rank() == last;
  const Decomposition own{1, is_last ? std::vector<std::int64_t>{0} : std::vector<std::int64_t>{}};
  const Decomposition wanted{1, is_last ? std::vector<std::int64_t>{} : std::vector<std::int64_t>{0}};
  const std::vector<double> row(own.cells.size());
  PacketExchange exchange(world(), {{"the depth", {{"depth", sizeof(double)}}}}, {&own, 1}, {&wanted, 1},
                          0.1);
  exchange.prepare({{0, {make_cell_rows(row)}}});
  if (!is_last)
    expect_words(message_of([&] { exchange.exchange(); }),
                 {"has waited 0.1 s for 'the depth' from rank ", std::to_string(last).c_str(), "still run"});
  world().barrier();
}

}  // namespace
}  // namespace groundswell::test
