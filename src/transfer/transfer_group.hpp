// SPDX-License-Identifier: Apache-2.0
// Transfers that make progress together: while a process waits for one of them, it advances all. Models whose
// transfers share a group may call them in different orders (both sending first, say) without deadlock.
#pragma once

#include <vector>

namespace groundswell {

class Transfer;

class TransferGroup {
 public:
  TransferGroup() = default;
  TransferGroup(const TransferGroup&) = delete;
  TransferGroup& operator=(const TransferGroup&) = delete;

  // Does what can be done without blocking for each transfer of the group on this process. A model with long
  // computations may call it from time to time, so that other processes need not wait for what this one has
  // to forward. Errors are thrown by the transfer's own next call.
  void advance() noexcept;

 private:
  friend class Transfer;
  std::vector<Transfer*> transfers_;
};

}  // namespace groundswell
