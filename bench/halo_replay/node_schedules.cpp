// SPDX-License-Identifier: Apache-2.0
#include "bench/halo_replay/node_schedules.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace groundswell {
namespace {

enum NodeTag { of_data, of_rows, of_packed, of_arrived };

// All bytes from one node to another. The carriers (aggregators) send and receive the single message.
struct NodeLink {
  std::int64_t bytes = 0;
  std::map<int, std::int64_t> senders, receivers;  // [rank] bytes that it sends or receives
  int sending_carrier = -1, receiving_carrier = -1;
};

struct LinkShare {
  int link = 0;
  std::int64_t bytes = 0;
};

// The work of a rank: the ranks of its own node with which it exchanges rows, and the links that it packs,
// unpacks or carries, in the order of the links.
struct NodeRole {
  std::vector<LoadMessage> read_by, read_from;
  std::vector<LinkShare> packs, unpacks;
  std::vector<int> carries_out, carries_in;
};

class NodeExchange {
 public:
  NodeExchange(const ExchangeLoad& load, const ClusterModel& cluster)
      : cluster_(cluster), roles_(std::size_t(load.n_rank())) {
    std::map<std::pair<int, int>, NodeLink> links;  // [from node, to node]
    for (const LoadMessage& message : load.messages) {
      if (load.is_near(message)) {
        roles_[std::size_t(message.from)].read_by.push_back(message);
        roles_[std::size_t(message.to)].read_from.push_back(message);
        continue;
      }
      NodeLink& link =
          links[{load.node_of_rank[std::size_t(message.from)], load.node_of_rank[std::size_t(message.to)]}];
      link.bytes += message.bytes;
      link.senders[message.from] += message.bytes;
      link.receivers[message.to] += message.bytes;
    }
    name_carriers(load, links);
    for (auto& [nodes, link] : links) links_.push_back(std::move(link));
    give_roles();
  }

  RankSchedule schedule_of(int rank) const;

 private:
  // The indices of the steps to wait for, in the order of the lists in NodeRole.
  struct Awaited {
    std::vector<int> rows, packed, data, arrived, sends;
  };

  // The links of a node are assigned to its ranks round-robin, outgoing and incoming ones separately.
  static void name_carriers(const ExchangeLoad& load, std::map<std::pair<int, int>, NodeLink>& links) {
    std::map<int, std::vector<int>> ranks_of;
    for (int rank = 0; rank < load.n_rank(); ++rank)
      ranks_of[load.node_of_rank[std::size_t(rank)]].push_back(rank);
    std::map<int, std::size_t> n_out, n_in;
    for (auto& [nodes, link] : links) {
      const std::vector<int>& here = ranks_of[nodes.first];
      const std::vector<int>& there = ranks_of[nodes.second];
      link.sending_carrier = here[n_out[nodes.first]++ % here.size()];
      link.receiving_carrier = there[n_in[nodes.second]++ % there.size()];
    }
  }

  void give_roles() {
    for (int l = 0; l < int(links_.size()); ++l) {
      const NodeLink& link = links_[std::size_t(l)];
      for (const auto& [rank, bytes] : link.senders) roles_[std::size_t(rank)].packs.push_back({l, bytes});
      for (const auto& [rank, bytes] : link.receivers)
        roles_[std::size_t(rank)].unpacks.push_back({l, bytes});
      roles_[std::size_t(link.sending_carrier)].carries_out.push_back(l);
      roles_[std::size_t(link.receiving_carrier)].carries_in.push_back(l);
    }
  }

  const NodeLink& link(int number) const { return links_[std::size_t(number)]; }
  double copy_time(std::int64_t bytes) const { return double(bytes) / cluster_.copy_bandwidth; }
  Awaited post_receives(RankSchedule& schedule, int rank) const;
  void pack_and_send(RankSchedule& schedule, int rank, Awaited& awaited) const;
  void receive(RankSchedule& schedule, int rank, Awaited& awaited) const;

  const ClusterModel& cluster_;
  std::vector<NodeRole> roles_;
  std::vector<NodeLink> links_;
};

NodeExchange::Awaited NodeExchange::post_receives(RankSchedule& schedule, int rank) const {
  const NodeRole& role = roles_[std::size_t(rank)];
  Awaited awaited;
  for (const LoadMessage& near : role.read_from)
    awaited.rows.push_back(schedule.post_receive(near.from, flag_bytes, of_rows));
  for (const int out : role.carries_out)
    for (const auto& [sender, bytes] : link(out).senders)
      if (sender != rank) awaited.packed.push_back(schedule.post_receive(sender, flag_bytes, of_packed));
  for (const int in : role.carries_in)
    awaited.data.push_back(schedule.post_receive(link(in).sending_carrier, link(in).bytes, of_data));
  for (const LinkShare& share : role.unpacks) {
    const int carrier = link(share.link).receiving_carrier;
    if (carrier != rank) awaited.arrived.push_back(schedule.post_receive(carrier, flag_bytes, of_arrived));
  }
  return awaited;
}

void NodeExchange::pack_and_send(RankSchedule& schedule, int rank, Awaited& awaited) const {
  const NodeRole& role = roles_[std::size_t(rank)];
  for (const LoadMessage& near : role.read_by)
    awaited.sends.push_back(schedule.start_send(near.to, flag_bytes, of_rows));
  for (const LinkShare& share : role.packs) {
    schedule.work(copy_time(share.bytes));
    const int carrier = link(share.link).sending_carrier;
    if (carrier != rank) awaited.sends.push_back(schedule.start_send(carrier, flag_bytes, of_packed));
  }
  auto packed = awaited.packed.begin();
  for (const int out : role.carries_out) {
    for (const auto& [sender, bytes] : link(out).senders)
      if (sender != rank) schedule.wait(*packed++);
    schedule.work(cluster_.message_overhead);
    awaited.sends.push_back(schedule.start_send(link(out).receiving_carrier, link(out).bytes, of_data));
  }
}

// Rows from ranks of the same node are copied while messages from other nodes are in flight.
void NodeExchange::receive(RankSchedule& schedule, int rank, Awaited& awaited) const {
  const NodeRole& role = roles_[std::size_t(rank)];
  for (std::size_t i = 0; i < role.read_from.size(); ++i) {
    schedule.wait(awaited.rows[i]);
    schedule.work(copy_time(role.read_from[i].bytes));
  }
  for (std::size_t i = 0; i < role.carries_in.size(); ++i) {
    schedule.wait(awaited.data[i]);
    schedule.work(cluster_.message_overhead);
    for (const auto& [receiver, bytes] : link(role.carries_in[i]).receivers)
      if (receiver != rank) awaited.sends.push_back(schedule.start_send(receiver, flag_bytes, of_arrived));
  }
  auto arrived = awaited.arrived.begin();
  for (const LinkShare& share : role.unpacks) {
    if (link(share.link).receiving_carrier != rank) schedule.wait(*arrived++);
    schedule.work(copy_time(share.bytes));
  }
}

RankSchedule NodeExchange::schedule_of(int rank) const {
  RankSchedule schedule;
  Awaited awaited = post_receives(schedule, rank);
  pack_and_send(schedule, rank, awaited);
  receive(schedule, rank, awaited);
  for (const int step : awaited.sends) schedule.wait(step);
  return schedule;
}

}  // namespace

std::vector<RankSchedule> make_node_schedules(const ExchangeLoad& load, const ClusterModel& cluster) {
  const NodeExchange exchange(load, cluster);
  std::vector<RankSchedule> schedules;
  for (int rank = 0; rank < load.n_rank(); ++rank) schedules.push_back(exchange.schedule_of(rank));
  return schedules;
}

}  // namespace groundswell
