// SPDX-License-Identifier: Apache-2.0
#include "bench/simgrid/plan_replay.hpp"

#include <algorithm>
#include <utility>

#include "transfer/plan_executor.hpp"

namespace groundswell {
namespace {

constexpr double copy_bandwidth = 4e9;  // [bytes/s] of one core that packs or unpacks

}  // namespace

PlanReplay::PlanReplay(const Communicator& world, TransferPlan plan, std::size_t row_bytes,
                       std::size_t wire_bytes)
    : world_(world), plan_(std::move(plan)), row_bytes_(row_bytes), wire_bytes_(wire_bytes) {
  std::size_t most = 0;
  for (const ReceivedMessage& message : plan_.receives) most = std::max(most, bytes_of(message.n_row));
  for (const SentMessage& message : plan_.sends) most = std::max(most, bytes_of(message.n_row));
  buffer_.resize(most + wire_bytes_);
}

std::size_t PlanReplay::bytes_of(std::int64_t n_row) const {
  return sizeof(MessageHeader) + std::size_t(n_row) * row_bytes_;
}

void PlanReplay::begin() {
  receives_.assign(std::size_t(plan_.n_stage), {});
  sends_.clear();
  for (const ReceivedMessage& message : plan_.receives) {
    MPI_Request& request = receives_[std::size_t(message.stage)].emplace_back(MPI_REQUEST_NULL);
    MPI_Irecv(buffer_.data(), int(bytes_of(message.n_row) + wire_bytes_), MPI_BYTE, message.rank,
              message.stage, world_.handle(), &request);
  }
  stage_ = 0;
  if (!is_receiving()) return;
  send_stage();
  go_on();
}

void PlanReplay::send_stage() {
  for (const SentMessage& message : plan_.sends) {
    if (message.stage != stage_) continue;
    const std::size_t bytes = bytes_of(message.n_row);
    smpi_execute(double(bytes) / copy_bandwidth);
    sends_.push_back(MPI_REQUEST_NULL);
    MPI_Isend(buffer_.data(), int(bytes + wire_bytes_), MPI_BYTE, message.rank, stage_, world_.handle(),
              &sends_.back());
  }
  n_awaited_ = receives_[std::size_t(stage_)].size();
}

// Leaves the stages of which everything has come.
void PlanReplay::go_on() {
  while (is_receiving() && n_awaited_ == 0) {
    for (const ReceivedMessage& message : plan_.receives)
      if (message.stage == stage_ && !message.deliveries.empty())
        smpi_execute(double(bytes_of(message.n_row)) / copy_bandwidth);
    ++stage_;
    if (is_receiving()) send_stage();
  }
}

void PlanReplay::finish(std::span<PlanReplay* const> replays) {
  for (;;) {
    std::vector<MPI_Request*> awaited;
    std::vector<PlanReplay*> of;  // whose these are
    for (PlanReplay* replay : replays)
      if (replay->is_receiving())
        for (MPI_Request& request : replay->receives_[std::size_t(replay->stage_)])
          if (request != MPI_REQUEST_NULL) {
            awaited.push_back(&request);
            of.push_back(replay);
          }
    if (awaited.empty()) break;
    if (of.front() == of.back())
      of.front()->wait_for_stage();
    else
      wait_for_one(awaited, of);
  }
  for (PlanReplay* replay : replays)
    for (MPI_Request& request : replay->sends_) MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void PlanReplay::wait_for_stage() {
  for (MPI_Request& request : receives_[std::size_t(stage_)]) MPI_Wait(&request, MPI_STATUS_IGNORE);
  n_awaited_ = 0;
  go_on();
}

void PlanReplay::wait_for_one(const std::vector<MPI_Request*>& awaited, const std::vector<PlanReplay*>& of) {
  std::vector<MPI_Request> requests;
  for (const MPI_Request* request : awaited) requests.push_back(*request);
  int which = 0;
  MPI_Waitany(int(requests.size()), requests.data(), &which, MPI_STATUS_IGNORE);
  *awaited[std::size_t(which)] = MPI_REQUEST_NULL;
  PlanReplay& replay = *of[std::size_t(which)];
  if (--replay.n_awaited_ == 0) replay.go_on();
}

}  // namespace groundswell
