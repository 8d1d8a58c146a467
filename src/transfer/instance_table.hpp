// SPDX-License-Identifier: Apache-2.0
// All transfers of a process by number, as the C and Fortran interfaces name them, and how two models come
// together that know only the world rank of each other's root.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "comm/meeting_place.hpp"
#include "transfer/formed_transfer.hpp"
#include "transfer/transfer_group.hpp"

namespace groundswell {

class InstanceTable {
 public:
  InstanceTable() = default;
  InstanceTable(const InstanceTable&) = delete;
  InstanceTable& operator=(const InstanceTable&) = delete;

  // `local` has the processes of this side, `remote_root` is the world rank of rank 0 of the other (its own
  // where the group sends to itself). The k-th transfer that two roots register from the one to the other on
  // its side is the k-th on the other side. All of `local` give the same; collective on it. Returns a number
  // > 0.
  int add(Communicator local, int remote_root, MeetingRole role);
  // Throws Error, as all that follow, for a number that was never given or has ended.
  TransferInstance& find(int id);
  // The same, where nothing may be registered any more after initialise().
  TransferInstance& find_open(int id);

  // Checks what was registered. Not collective, and does not wait.
  void initialise(int id);
  // Brings together all transfers that were initialised and are not yet with their other sides, in an order
  // that is the same on all processes. Collective on the processes of all of these transfers. A transfer that
  // fails keeps its sentence and lets the others go on. Throws Error where one of this process has failed to
  // connect, now or before.
  void connect();
  // The first start of a transfer connects all.
  void start(int id);
  bool test(int id);
  void finish(int id);
  // What the other processes have not ended yet is kept until they have, or until the end of the last
  // transfer of this process, which waits a moment for them.
  void end(int id);
  bool is_timing(int id);
  // Writes the file of the settings (Transfer::save_choice).
  void save_choice(int id);
  // Goes on with all transfers of this process.
  void advance() { group_.advance(); }

 private:
  // The parts of this process in one meeting.
  struct Parts {
    TransferInstance* sender = nullptr;
    TransferInstance* receiver = nullptr;
    std::vector<TransferInstance*> all() const;
  };
  Parts parts_of(const MeetingKey& key);
  void connect_all();
  void connect(const MeetingKey& key);
  MeetingNote meet(const Parts& parts);
  TransferInstance& find_connected(int id);

  MeetingPlace place_;
  TransferGroup group_;
  std::map<int, std::unique_ptr<TransferInstance>> instances_;
  std::vector<std::shared_ptr<FormedTransfer>> left_;  // that others are still to leave
  int next_ = 1;
};

}  // namespace groundswell
