// SPDX-License-Identifier: Apache-2.0
// A communicator of some processes of a job, known by their ranks in MPI_COMM_WORLD. Nothing is collective on
// all processes of the job, some of which may belong to programs that never call this library.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace groundswell {

// Consecutive numbers from `first` on.
std::vector<int> consecutive_ranks(int first, int n_rank);
// The rank of this process in MPI_COMM_WORLD, and the number of processes there.
int rank_in_world();
int size_of_world();

struct GroupMeeting {
  // In the order that they get in the new communicator; this process is one of them.
  std::vector<int> world_ranks;
  // The same on all of them, below 1000; groups that share processes have different numbers, or meet in the
  // same order on all.
  int number = 0;
  double limit = 60.0;  // [s]
  // The end of the error message, given the ranks that have not come: "of winds have not come; ...".
  std::function<std::string(std::span<const int> missing)> why_missing;
};

// Waits until all processes of the group have called this and makes their communicator. Throws
// CommonError on all of them that have called it if some have not within the limit; the message names these.
// Collective on the group.
Communicator meet_as_group(const GroupMeeting& meeting);

// "process 3", "processes 3, 4 and 7", "processes 3 to 9": ranks in ascending order.
std::string name_ranks(std::span<const int> ranks);

}  // namespace groundswell
