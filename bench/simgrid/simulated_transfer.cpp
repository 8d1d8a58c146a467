// SPDX-License-Identifier: Apache-2.0
#include "bench/simgrid/simulated_transfer.hpp"

#include <mpi.h>

#include <algorithm>

#include "transfer/link_search.hpp"
#include "transfer/plan_executor.hpp"
#include "tuner/tuner.hpp"

namespace groundswell {
namespace {

// The links found by the search. Simulated times do not vary: one sample is enough.
template <class Search>
std::string search_links(SimulatedTransfer& transfer, Search search, double margin) {
  std::map<int, double> seconds;
  const auto links_of = [&](int choice) {
    std::string links;
    for (const bool link : links_of_number(choice, transfer.n_inner_link())) links += link ? '1' : '0';
    return links;
  };
  for (std::vector<int> round = search.first_round(); !round.empty(); round = search.next_round(seconds))
    for (const int choice : round) seconds[choice] = transfer.time_of(links_of(choice));
  double least = 1e30;
  for (const auto& [choice, time] : seconds) least = std::min(least, time);
  for (const auto& [choice, time] : seconds)
    if (time <= least * (1.0 + margin)) return links_of(choice);
  return {};
}

}  // namespace

double begin_together(const Communicator& world) {
  constexpr double enough = 1e-2;  // [s]
  const double begin = world.max(MPI_Wtime()) + enough;
  smpi_execute(begin - MPI_Wtime());
  return begin;
}

SimulatedTransfer::SimulatedTransfer(const Communicator& world, const TransferCase& which,
                                     std::size_t wire_bytes)
    : world_(world),
      which_(which),
      row_bytes_(std::size_t(which.n_field) * sizeof(double)),
      wire_bytes_(wire_bytes),
      cells_(world.rank() < which.n_source ? which.source(world.rank())
                                           : which.target(world.rank() - which.n_source)),
      pairs_((exchanged_by(world.rank()) = {},
              match_cells(exchange_, is_source() ? &cells_ : nullptr, is_source() ? nullptr : &cells_))),
      p2p_set_up_(set_up_so_far()),
      route_(exchange_, pairs_, true),
      set_up_(set_up_so_far()) {}

TrafficCount SimulatedTransfer::set_up_so_far() const {
  const TrafficCount mine = exchanged_by(world_.rank());
  return {world_.max(mine.messages), world_.max(mine.bytes)};
}

TransferPlan SimulatedTransfer::plan_of(const std::string& links) const {
  KeptLinks kept;
  for (const char link : links) kept.push_back(link == '1');
  return make_transfer_plan(route_, kept);
}

double SimulatedTransfer::time_of(const std::string& links) {
  const auto known = seconds_.find(links);
  if (known != seconds_.end()) return known->second;
  PlanReplay replay = replay_of(links);
  PlanReplay* const one[] = {&replay};
  const double begin = begin_together(world_);
  replay.begin();
  PlanReplay::finish(one);
  return seconds_[links] = world_.max(MPI_Wtime() - begin);
}

std::size_t SimulatedTransfer::bytes_of(std::int64_t n_row) const {
  return sizeof(MessageHeader) + std::size_t(n_row) * row_bytes_;
}

PlanReplay SimulatedTransfer::replay_of(const std::string& links) const {
  return PlanReplay(world_, plan_of(links), row_bytes_, wire_bytes_);
}

std::vector<MethodLinks> find_links(SimulatedTransfer& transfer) {
  const auto n = std::size_t(transfer.n_inner_link());
  return {{"p2p", std::string(n, '0')},
          {"butterfly", std::string(n, '1')},
          {"adaptive", search_links(transfer, LinkSearch(int(n)), TunerSettings().margin)},
          {"published_greedy", search_links(transfer, GreedySearch(int(n)), 0.0)}};
}

std::pair<Spread, Spread> SimulatedTransfer::traffic(const std::string& links) const {
  const TransferPlan plan = plan_of(links);
  std::int64_t bytes[2] = {0, 0};  // sent, received
  for (const SentMessage& message : plan.sends) bytes[0] += std::int64_t(bytes_of(message.n_row));
  for (const ReceivedMessage& message : plan.receives) bytes[1] += std::int64_t(bytes_of(message.n_row));
  return {spread_of(world_, std::int64_t(plan.sends.size()), std::int64_t(plan.receives.size())),
          spread_of(world_, bytes[0], bytes[1])};
}

std::vector<MessageTime> time_single_messages(const Communicator& world, std::size_t wire_bytes) {
  std::vector<MessageTime> messages;
  const int last = world.size() - 1;
  std::vector<std::byte> buffer;
  for (std::int64_t bytes = 8; bytes <= std::int64_t(8) << 20; bytes *= 4) {
    buffer.resize(std::size_t(bytes) + wire_bytes);
    const double begin = begin_together(world);
    if (world.rank() == 0) world.send_bytes(buffer, last, 0);
    if (world.rank() == last) world.receive_bytes(buffer, 0, 0);
    messages.push_back({bytes, world.max(MPI_Wtime() - begin)});
  }
  return messages;
}

}  // namespace groundswell
