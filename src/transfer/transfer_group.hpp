// SPDX-License-Identifier: Apache-2.0
// Transfers that make progress together: while a process waits for one of them, it advances all. Models whose
// transfers share a group may call them in different orders (both sending first, say) without deadlock.
#pragma once

#include <vector>

namespace groundswell {

class TransferGroup {
 public:
  // Does what can be done without blocking for each transfer of the group on this process. A model with long
  // computations may call it from time to time, so that other processes need not wait for what this one has
  // to forward.
  void advance();

  // The group's view of a transfer. Errors in advance() are thrown by the transfer's own next call.
  class Member {
   public:
    virtual ~Member() = default;
    virtual void advance() noexcept = 0;
  };
  void add(Member& member) { members_.push_back(&member); }
  void remove(Member& member) { std::erase(members_, &member); }

  TransferGroup() = default;
  TransferGroup(const TransferGroup&) = delete;
  TransferGroup& operator=(const TransferGroup&) = delete;

 private:
  std::vector<Member*> members_;
};

inline void TransferGroup::advance() {
  for (Member* member : members_) member->advance();
}

}  // namespace groundswell
