// SPDX-License-Identifier: Apache-2.0
#include "bench/network_replay/exchange_replay.hpp"

#include <algorithm>

#include "bench/network_replay/flow_replay.hpp"

namespace groundswell {
namespace {

// The links of the network used by some flow, renumbered, so that the cost of a replay depends on the
// exchange and not on the size of the network.
class UsedLinks {
 public:
  explicit UsedLinks(const ModelledNetwork& network)
      : network_(network), number_(network.links().size(), -1) {}

  void append_route(int from, int to, std::vector<int>& route) {
    const std::size_t first = route.size();
    network_.append_route(from, to, route);
    for (std::size_t i = first; i < route.size(); ++i) route[i] = number_of(route[i]);
  }
  std::span<const double> capacity() const { return capacity_; }

 private:
  int number_of(int link) {
    int& number = number_[std::size_t(link)];
    if (number < 0) {
      number = int(capacity_.size());
      capacity_.push_back(network_.links()[std::size_t(link)].free());
    }
    return number;
  }

  const ModelledNetwork& network_;
  std::vector<int> number_;
  std::vector<double> capacity_;
};

struct RankCounts {
  int n_sent = 0, n_received = 0;
  double copied = 0.0;  // units
};

std::vector<RankCounts> count_by_rank(std::span<const int> node_of_rank,
                                      std::span<const ReplayMessage> messages) {
  std::vector<RankCounts> counts(node_of_rank.size());
  for (const ReplayMessage& message : messages) {
    ++counts[std::size_t(message.from)].n_sent;
    ++counts[std::size_t(message.to)].n_received;
    if (node_of_rank[std::size_t(message.from)] == node_of_rank[std::size_t(message.to)])
      counts[std::size_t(message.to)].copied += message.units;
  }
  return counts;
}

}  // namespace

double ReplayedExchange::seconds(double unit_bytes) const {
  double most = 0.0;
  for (std::size_t i = 0; i < fixed.size(); ++i) most = std::max(most, fixed[i] + per_byte[i] * unit_bytes);
  return most;
}

std::vector<double> ReplayedExchange::rank_seconds(std::span<const ReplayMessage> messages, int n_rank,
                                                   double unit_bytes) const {
  std::vector<double> of_rank(std::size_t(n_rank), 0.0);
  for (std::size_t i = 0; i < messages.size(); ++i)
    for (const int rank : {messages[i].from, messages[i].to}) {
      double& most = of_rank[std::size_t(rank)];
      most = std::max(most, fixed[i] + per_byte[i] * unit_bytes);
    }
  return of_rank;
}

ReplayedExchange replay_exchange(const ModelledNetwork& network, std::span<const int> node_of_rank,
                                 std::span<const ReplayMessage> messages, const ExchangeCosts& costs) {
  const std::vector<RankCounts> counts = count_by_rank(node_of_rank, messages);
  ReplayedExchange replayed;
  FlowRoutes routes;
  UsedLinks used(network);
  std::vector<double> bytes;
  std::vector<std::size_t> message_of_flow;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const RankCounts& sender = counts[std::size_t(messages[i].from)];
    const RankCounts& receiver = counts[std::size_t(messages[i].to)];
    const int from = node_of_rank[std::size_t(messages[i].from)];
    const int to = node_of_rank[std::size_t(messages[i].to)];
    replayed.fixed.push_back(costs.overhead * (sender.n_sent + receiver.n_received));
    replayed.per_byte.push_back(from == to ? receiver.copied / costs.copy_bandwidth : 0.0);
    if (from == to) continue;
    replayed.fixed.back() += network.latency(from, to);
    routes.add([&](std::vector<int>& links) { used.append_route(from, to, links); });
    bytes.push_back(messages[i].units);
    message_of_flow.push_back(i);
  }
  const std::vector<double> finish = replay_flows(routes, used.capacity(), bytes, costs.tolerance);
  for (std::size_t flow = 0; flow < finish.size(); ++flow)
    replayed.per_byte[message_of_flow[flow]] = finish[flow];
  return replayed;
}

}  // namespace groundswell
