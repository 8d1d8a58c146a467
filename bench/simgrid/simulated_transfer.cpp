// SPDX-License-Identifier: Apache-2.0
#include "bench/simgrid/simulated_transfer.hpp"

#include <mpi.h>

#include <algorithm>

#include "transfer/plan_executor.hpp"

namespace groundswell {
namespace {

constexpr double copy_bandwidth = 4e9;  // [bytes/s] of one core that packs or unpacks

// Waits for a time at which all ranks begin together, and returns it [s].
double begin_together(const Communicator& world) {
  constexpr double enough = 1e-2;  // [s]
  const double begin = world.max(MPI_Wtime()) + enough;
  smpi_execute(begin - MPI_Wtime());
  return begin;
}

}  // namespace

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
  return make_transfer_plan(route_, pairs_, kept);
}

double SimulatedTransfer::time_of(const std::string& links) {
  const auto known = seconds_.find(links);
  if (known != seconds_.end()) return known->second;
  const TransferPlan plan = plan_of(links);
  const double begin = begin_together(world_);
  carry_out(plan);
  return seconds_[links] = world_.max(MPI_Wtime() - begin);
}

std::size_t SimulatedTransfer::bytes_of(std::int64_t n_row) const {
  return sizeof(MessageHeader) + std::size_t(n_row) * row_bytes_;
}

std::span<std::byte> SimulatedTransfer::buffer(std::size_t size) {
  if (size > buffer_.size()) buffer_.resize(size);
  return std::span(buffer_).first(size);
}

// Receives of all stages are posted first; a stage begins when the messages of the previous one have arrived.
void SimulatedTransfer::carry_out(const TransferPlan& plan) {
  std::size_t most = 0;
  for (const TransferStage& stage : plan.stages) {
    for (const ReceivedMessage& message : stage.receives) most = std::max(most, bytes_of(message.n_row));
    for (const SentMessage& message : stage.sends) most = std::max(most, bytes_of(message.n_row));
  }
  buffer(most + wire_bytes_);
  std::vector<std::vector<Request>> receives(plan.stages.size());
  std::vector<Request> sends;
  for (std::size_t s = 0; s < plan.stages.size(); ++s)
    for (const ReceivedMessage& message : plan.stages[s].receives)
      receives[s].push_back(
          world_.start_receive_bytes(buffer(bytes_of(message.n_row) + wire_bytes_), message.rank, int(s)));
  for (std::size_t s = 0; s < plan.stages.size(); ++s) {
    for (const SentMessage& message : plan.stages[s].sends) {
      const std::size_t bytes = bytes_of(message.n_row);
      smpi_execute(double(bytes) / copy_bandwidth);
      sends.push_back(world_.start_send_bytes(buffer(bytes + wire_bytes_), message.rank, int(s)));
    }
    Request::wait_all(receives[s]);
    for (const ReceivedMessage& message : plan.stages[s].receives)
      if (!message.deliveries.empty()) smpi_execute(double(bytes_of(message.n_row)) / copy_bandwidth);
  }
  Request::wait_all(sends);
}

std::pair<Spread, Spread> SimulatedTransfer::traffic(const std::string& links) const {
  std::int64_t messages[2] = {0, 0}, bytes[2] = {0, 0};  // sent, received
  for (const TransferStage& stage : plan_of(links).stages) {
    messages[0] += std::int64_t(stage.sends.size());
    messages[1] += std::int64_t(stage.receives.size());
    for (const SentMessage& message : stage.sends) bytes[0] += std::int64_t(bytes_of(message.n_row));
    for (const ReceivedMessage& message : stage.receives) bytes[1] += std::int64_t(bytes_of(message.n_row));
  }
  return {spread_of(world_, messages[0], messages[1]), spread_of(world_, bytes[0], bytes[1])};
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
