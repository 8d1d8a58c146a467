// SPDX-License-Identifier: Apache-2.0
// The sides of a transport between the ranks of a test, split in several ways.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/each_once.hpp"
#include "support/parallel_world.hpp"
#include "transport/transport.hpp"
#include "transport_sea.hpp"

namespace groundswell::test {

// One side of a transport, on this rank.
struct Side {
  const RankRoles& roles;
  TransportSettings settings;
  TransportSea sea;
  std::vector<Decomposition> cells;  // of each kind

  Side(const RankRoles& of, const TransportSettings& way, unsigned seed)
      : roles(of),
        settings(way),
        sea(of.n_compute(), of.n_output_server(), seed),
        cells(computes() ? sea.own_of(of.mine().rank()) : sea.wanted_of(of.mine().rank())) {}
  bool computes() const { return roles.role() == RankRole::compute; }

  std::unique_ptr<ShipmentSender> make_sender(int n_slot) {
    settings.n_slot = n_slot;
    return groundswell::make_sender(roles, {TransportSea::kinds(), cells}, settings);
  }
  std::unique_ptr<ShipmentReceiver> make_receiver() {
    return groundswell::make_receiver(roles, {TransportSea::kinds(), cells}, settings);
  }
  void send(ShipmentSender& sender, int number, bool is_last = false) const {
    const SentPackets sent(cells, number);
    sender.send(note_of(number), sent.packets, is_last);
  }
  // Sends `n_shipment` shipments, and marks the last one as such.
  std::unique_ptr<ShipmentSender> send_all(int n_slot, int n_shipment) {
    std::unique_ptr<ShipmentSender> sender = make_sender(n_slot);
    for (int i = 0; i < n_shipment; ++i) send(*sender, i, i == n_shipment - 1);
    return sender;
  }
  // The same on ranks that compute; on the others calls receive(receiver).
  void send_all(int n_slot, int n_shipment,
                const std::function<void(const std::shared_ptr<ShipmentReceiver>&)>& receive) {
    if (computes())
      send_all(n_slot, n_shipment);
    else
      receive(make_receiver());
  }
};

// Calls body(side) for each method and progress method, with one output rank, half of all, and all but one.
inline void for_splits(const std::function<void(Side&)>& body) {
  const int n_rank = world().size();
  if (n_rank == 1) return;
  std::vector<int> splits{1, n_rank / 2, n_rank - 1};
  keep_each_once(splits);
  for (const int n_output : splits) {
    const RankRoles roles(world(), n_output);
    for (const std::string& method : transport_methods())
      for (const std::string& progress : progress_methods()) {
        SCOPED_TRACE(method + ", " + progress + " to " + std::to_string(n_output));
        const int n_primary = 1 + (n_output + 1) % std::min(n_output, roles.n_compute());
        Side side(roles, {.method = method, .n_primary = n_primary, .progress = progress},
                  unsigned(n_output));
        body(side);
      }
  }
}

}  // namespace groundswell::test
