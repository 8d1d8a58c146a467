// SPDX-License-Identifier: Apache-2.0
// The receives and sends of one process for a plan of a transfer, on a simulated cluster: several plans may
// be under way at once.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "transfer/transfer_plan.hpp"

namespace groundswell {

class PlanReplay {
 public:
  // `wire_bytes` as in SimulatedTransfer. The communicator must outlive this object.
  PlanReplay(const Communicator& world, TransferPlan plan, std::size_t row_bytes, std::size_t wire_bytes);

  // Posts the receives of all stages and sends what needs none of them. A stage begins when all messages of
  // the previous one have come.
  void begin();
  // Waits until all of these have received and sent everything.
  static void finish(std::span<PlanReplay* const> replays);

 private:
  bool is_receiving() const { return stage_ < plan_.n_stage; }
  void go_on();
  void wait_for_stage();
  static void wait_for_one(const std::vector<MPI_Request*>& awaited, const std::vector<PlanReplay*>& of);
  void send_stage();
  std::size_t bytes_of(std::int64_t n_row) const;

  const Communicator& world_;
  TransferPlan plan_;
  std::size_t row_bytes_, wire_bytes_;
  std::vector<std::byte> buffer_;
  std::vector<std::vector<MPI_Request>> receives_;  // [stage]
  std::vector<MPI_Request> sends_;
  int stage_ = 0;              // whose messages are awaited
  std::size_t n_awaited_ = 0;  // of these
};

}  // namespace groundswell
