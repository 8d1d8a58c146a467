// SPDX-License-Identifier: Apache-2.0
// What a model without a library would do: all fields packed into one message per partner, receives posted
// first, a single wait for all requests. It is the reference for the times and the values of transfers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bench/transfer/transfer_cases.hpp"
#include "comm/communicator.hpp"

namespace groundswell {

class PlainTransfer {
 public:
  // `communicator` has the source's processes, then the target's. It must outlive this object. Each process
  // computes the decompositions of all processes on the other side.
  PlainTransfer(const Communicator& communicator, const TransferCase& which);
  // One vector of values per field; empty on the side that this process does not belong to.
  void move(std::span<const std::vector<double>> from, std::span<std::vector<double>> to);
  std::int64_t n_message() const { return std::int64_t(sends_.size()); }

 private:
  struct Partner {
    int rank = 0;
    std::vector<std::int32_t> cells;  // local, by ascending global index
    std::vector<double> buffer;
  };
  const Communicator& communicator_;
  std::vector<Partner> sends_, receives_;
  std::vector<Request> requests_;
};

}  // namespace groundswell
