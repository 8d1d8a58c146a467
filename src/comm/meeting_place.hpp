// SPDX-License-Identifier: Apache-2.0
// Rendezvous of two groups of processes, each of which knows only the world rank of the other's root: the
// roots send each other notes, and then a communicator of both groups is made. Nothing here is collective
// over MPI_COMM_WORLD, below called the world.
#pragma once

#include <compare>
#include <cstdint>
#include <list>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/posted_texts.hpp"

namespace groundswell {

enum class MeetingRole { sender, receiver, both };

// Identifies a meeting; all processes order meetings by it in the same way. Roots are ranks in the world.
struct MeetingKey {
  int sender_root = 0, receiver_root = 0;
  bool is_alone = false;    // one group is both sides: both roots above are then its root
  std::int64_t number = 0;  // counts the meetings of these roots in the order of registration
  auto operator<=>(const MeetingKey&) const = default;
  static auto words(auto& self) {
    return std::tie(self.sender_root, self.receiver_root, self.is_alone, self.number);
  }
};

// World ranks of both sides.
struct MeetingGroups {
  std::vector<int> senders, receivers;
  // The ranks of both sides, each once, senders first.
  std::vector<int> together() const;
};

enum class MeetingVerdict { arrived, go, refused };

struct MeetingNote {
  MeetingKey key;
  MeetingRole to = MeetingRole::sender;  // the side whose root is addressed
  MeetingVerdict verdict = MeetingVerdict::arrived;
  // As far as the writer of the note knows them; an unknown group is empty. When a process announces its
  // arrival to its own side's root: as the only sender, its rank on that side.
  MeetingGroups groups;
  std::string name;      // of the meeting, if the writer's side has given one
  std::string sentence;  // the reason for a refusal
  static auto words(auto& self) {
    return std::tie(self.key, self.to, self.verdict, self.groups.senders, self.groups.receivers, self.name,
                    self.sentence);
  }
};
MeetingNote meeting_note(const std::string& text);

// How error messages name a rank of a group: by its rank in the world, if it has one.
std::string rank_name(const Communicator& group, int rank);

// At most one per process at a time, as it receives the notes about all meetings. Messages between roots
// travel in MPI_COMM_WORLD, with a reserved tag.
class MeetingPlace {
 public:
  static constexpr int tag = 29765;

  // Throws Error if MPI is not running.
  static void check_mpi_runs();
  // Throws Error if the argument is not a communicator, or is an intercommunicator.
  static void check_communicator(MPI_Comm communicator);
  // Throws Error for a rank outside the world.
  static void check_world_rank(int rank);
  // The world rank of each rank of a group. Throws Error if one is not in the world.
  static std::vector<int> world_ranks(const Communicator& group);
  // Makes a communicator of these world ranks, in this order. Collective over these ranks alone; blocks until
  // all of them have called it.
  static Communicator make_communicator(std::span<const int> world_ranks, const MeetingKey& key);

  // Registers a meeting with this key (whatever its `number`) in this role; returns how many such meetings
  // this process had registered before.
  std::int64_t next_number(MeetingKey key, MeetingRole role);

  void send(int world_rank, const MeetingNote& note);
  // The texts sent by the sides of all meetings; most have been received by the time of the next meeting.
  PostedTexts& posted() { return posted_; }
  // The notes about this meeting that have arrived for the root of the side with this role, in the order in
  // which they were sent; each is returned only once.
  std::vector<MeetingNote> take(const MeetingKey& key, MeetingRole role);

 private:
  void receive_all();

  PostedTexts posted_;
  std::list<MeetingNote> received_;
  std::map<std::pair<MeetingKey, MeetingRole>, std::int64_t> numbers_;
};

}  // namespace groundswell
