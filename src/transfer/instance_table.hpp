// SPDX-License-Identifier: Apache-2.0
// All transfers of a process by number, as in the C and Fortran interfaces, and the connection of two models
// that know only the world rank of each other's root.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "comm/meeting_place.hpp"
#include "transfer/formed_transfer.hpp"

namespace groundswell {

class InstanceTable {
 public:
  InstanceTable() = default;
  InstanceTable(const InstanceTable&) = delete;
  InstanceTable& operator=(const InstanceTable&) = delete;

  // `local` holds the processes of this side; `remote_root` is the world rank of rank 0 of the other side, or
  // of this side's rank 0 if the group sends to itself. The k-th transfer registered between two roots in one
  // direction on one side is the k-th on the other side. All processes of `local` pass the same arguments;
  // collective over it. Returns a number > 0.
  int add(Communicator local, int remote_root, MeetingRole role);
  // Like all functions below with a number as argument, throws Error for a number that was never returned or
  // whose transfer has ended.
  TransferInstance& find(int id);
  // Like find(), but also throws Error if initialise() has been called, after which nothing may be
  // registered.
  TransferInstance& find_open(int id);
  // Like find(), but also throws Error if it has failed to connect or was never started.
  TransferInstance& find_connected(int id);

  // Checks what was registered; nothing more can be registered afterwards. Neither collective nor blocking.
  void initialise(int id);
  // Connects the two sides of all transfers that are initialised but not yet connected, in the same order on
  // all processes. Collective on the processes of all of these transfers. A transfer that fails stores its
  // error message and does not stop the others. Throws Error if one of this process's transfers has failed to
  // connect, now or earlier.
  void connect();
  // Starting a transfer that is not yet connected connects all transfers that are initialised.
  void start(int id);
  // A transfer that other processes have not ended yet is kept until they have, or until the last transfer of
  // this process ends, which waits briefly for them.
  void end(int id);
  bool is_timing(int id);
  // Advances all transfers of this process.
  void advance() { group_.advance(); }

 private:
  TransferParts parts_of(const MeetingKey& key);
  void connect_all();
  void connect(const MeetingKey& key);
  MeetingNote meet(const TransferParts& parts);

  MeetingPlace place_;
  TransferGroup group_;
  std::map<int, std::unique_ptr<TransferInstance>> instances_;
  std::vector<std::shared_ptr<FormedTransfer>> left_;  // other processes have not left yet
  int next_ = 1;
};

}  // namespace groundswell
