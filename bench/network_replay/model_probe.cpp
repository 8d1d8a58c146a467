// SPDX-License-Identifier: Apache-2.0
#include "bench/network_replay/model_probe.hpp"

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "probe/tournament.hpp"

namespace groundswell {
namespace {

void measure_alone(const ModelledNetwork& network, std::span<const int> nodes, const ModelProbe& probe,
                   const ExchangeCosts& costs, DistanceMatrix& seconds) {
  std::vector<int> route;
  for (int a = 0; a < seconds.size(); ++a)
    for (int b = 0; b < seconds.size(); ++b) {
      if (a == b) continue;
      route.clear();
      network.append_route(nodes[std::size_t(a)], nodes[std::size_t(b)], route);
      double slowest = std::numeric_limits<double>::infinity(), latency = 0.0;
      for (const int number : route) {
        const ModelledLink& link = network.links()[std::size_t(number)];
        slowest = std::min(slowest, link.free());
        latency += link.latency;
      }
      seconds(a, b) = 2.0 * costs.overhead + latency + probe.bytes / slowest;
    }
}

// As in a real probe, the nodes of each pair send a message there and then one back: two exchanges per round.
void measure_in_rounds(const ModelledNetwork& network, std::span<const int> nodes, const ModelProbe& probe,
                       const ExchangeCosts& costs, DistanceMatrix& seconds) {
  for (const std::vector<Pairing>& round : make_tournament(seconds.size()))
    for (const bool is_back : {false, true}) {
      std::vector<ReplayMessage> messages;
      for (const Pairing& pair : round)
        messages.push_back(is_back ? ReplayMessage{pair.b, pair.a} : ReplayMessage{pair.a, pair.b});
      const ReplayedExchange replayed = replay_exchange(network, nodes, messages, costs);
      for (std::size_t i = 0; i < messages.size(); ++i)
        seconds(messages[i].from, messages[i].to) = replayed.fixed[i] + replayed.per_byte[i] * probe.bytes;
    }
}

}  // namespace

DistanceMatrix probe_modelled_network(const ModelledNetwork& network, std::span<const int> nodes,
                                      const ModelProbe& probe, const ExchangeCosts& costs) {
  DistanceMatrix seconds(int(nodes.size()));
  (probe.is_in_rounds ? measure_in_rounds : measure_alone)(network, nodes, probe, costs, seconds);
  std::mt19937_64 random(1);
  for (int a = 0; a < seconds.size(); ++a)
    for (int b = 0; b < seconds.size(); ++b)
      seconds(a, b) *= 1.0 + probe.noise * double(random() >> 11) * 0x1p-53;
  return seconds;
}

}  // namespace groundswell
