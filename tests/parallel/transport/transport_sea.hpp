// SPDX-License-Identifier: Apache-2.0
// Helpers for the tests of transports: two kinds of packets between random decompositions.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "comm/rank_roles.hpp"
#include "support/transfer_sea.hpp"
#include "transfer/packet_plan.hpp"

namespace groundswell::test {

inline constexpr int n_kind = 2;

// Cells of both sides, the same on all ranks, and the fields that are sent.
struct TransportSea {
  std::vector<Decomposition> own[n_kind], wanted[n_kind];  // [kind][rank of the side]

  TransportSea(int n_compute, int n_output, unsigned seed) {
    std::mt19937 random(seed);
    for (int kind = 0; kind < n_kind; ++kind) {
      const std::int64_t n_cell = kind == 0 ? 3000 : 40;
      own[kind] = deal(n_cell, n_compute, random);
      wanted[kind] = deal(n_cell, n_output, random);
      // One cell of each kind is wanted twice, and another one by no rank.
      std::vector<std::int64_t>& cells = wanted[kind].back().cells;
      if (cells.size() > 3) cells[0] = cells[1];
    }
  }

  static std::vector<PacketKind> kinds() {
    return {{"many", Fields::described()}, {"few", Fields::described()}};
  }
  std::vector<Decomposition> own_of(int rank) const {
    return {own[0][std::size_t(rank)], own[1][std::size_t(rank)]};
  }
  std::vector<Decomposition> wanted_of(int rank) const {
    return {wanted[0][std::size_t(rank)], wanted[1][std::size_t(rank)]};
  }
};

// Shipment `number` has packets of these kinds.
inline std::vector<int> kinds_in(int number) {
  const std::vector<std::vector<int>> choices{{0}, {1}, {0, 1}, {1, 0}, {}};
  return choices[std::size_t(number) % choices.size()];
}
inline std::string note_of(int number) {
  return "shipment " + std::to_string(number) + std::string(std::size_t(number) % 3, '\n');
}

// Fields and the packets that refer to them.
struct SentPackets {
  std::vector<Fields> fields;
  std::vector<Packet> packets;
  SentPackets(const std::vector<Decomposition>& own, int number) {
    const std::vector<int> kinds = kinds_in(number);
    for (const int kind : kinds) fields.push_back(fields_of(own[std::size_t(kind)], number));
    for (std::size_t i = 0; i < kinds.size(); ++i) packets.push_back({kinds[i], fields[i].const_rows()});
  }
};

inline void expect_shipment(const ReceivedShipment& came, const std::vector<Decomposition>& wanted,
                            int number) {
  EXPECT_EQ(came.note, note_of(number));
  const std::vector<int> kinds = kinds_in(number);
  ASSERT_EQ(came.packets.size(), kinds.size()) << "shipment " << number;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const ReceivedPacket& packet = came.packets[i];
    ASSERT_EQ(packet.kind, kinds[i]);
    const Decomposition& cells = wanted[std::size_t(packet.kind)];
    const std::size_t n = cells.cells.size();
    Fields fields(n);
    ASSERT_EQ(packet.fields.size(), 3u);
    ASSERT_EQ(packet.fields[1].size(), n * Fields::n_col * sizeof(double));
    if (n == 0) continue;
    std::memcpy(fields.first.data(), packet.fields[0].data(), n * sizeof(float));
    for (std::size_t cell = 0; cell < n; ++cell)
      std::memcpy(&fields.second[cell * Fields::n_wide + 1],
                  packet.fields[1].data() + cell * Fields::n_col * sizeof(double),
                  Fields::n_col * sizeof(double));
    std::memcpy(fields.third.data(), packet.fields[2].data(), n * sizeof(int));
    expect_fields(fields, cells, number, {});
  }
}

}  // namespace groundswell::test
