// SPDX-License-Identifier: Apache-2.0
// Rendezvous of groups of processes that know nothing of each other but the world rank of the other's root:
// notes between roots, and a communicator of both groups. Nothing here is collective over the world.
#pragma once

#include <compare>
#include <cstdint>
#include <list>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/posted_texts.hpp"

namespace groundswell {

enum class MeetingRole { sender, receiver, both };

// Identifies a meeting, and orders meetings alike on all processes. Roots are ranks in the world.
struct MeetingKey {
  int sender_root = 0, receiver_root = 0;
  bool is_alone = false;    // one group is both sides: both roots above are then its root
  std::int64_t number = 0;  // counts the meetings of these roots in the order of registration
  auto operator<=>(const MeetingKey&) const = default;
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
  MeetingGroups groups;  // those that the writer knows; empty otherwise
  std::string name;      // of the meeting, if the writer's side has given one
  std::string sentence;  // the reason for a refusal
};
std::string to_text(const MeetingNote& note);
MeetingNote meeting_note(const std::string& text);

// The name of a group's rank in messages: its rank in the world.
std::string rank_name(const Communicator& group, int rank);

// One per process. Messages between roots travel in MPI_COMM_WORLD, with a tag of their own.
class MeetingPlace {
 public:
  static constexpr int tag = 29765;

  // Throws Error if MPI is not running.
  static void check_mpi_runs();
  // Throws Error if the argument is no communicator, or is an intercommunicator.
  static void check_communicator(MPI_Comm communicator);
  // Throws Error for a rank outside the world.
  static void check_world_rank(int rank);
  // The world ranks of the ranks of a group.
  static std::vector<int> world_ranks(const Communicator& group);
  // Makes a communicator of these world ranks, in this order. Collective over these ranks alone; blocks until
  // all of them have called it.
  static Communicator make_communicator(std::span<const int> world_ranks, const MeetingKey& key);

  // The number of meetings with this key (whatever its `number`) that this process has already registered in
  // this role.
  std::int64_t next_number(MeetingKey key, MeetingRole role);

  void send(int world_rank, const MeetingNote& note);
  // The texts sent by the sides of all meetings; most have been received by the time of the next meeting.
  PostedTexts& posted() { return posted_; }
  // The notes that have arrived for the root of this side, in the order of sending; each is returned once.
  std::vector<MeetingNote> take(const MeetingKey& key, MeetingRole role);

 private:
  void receive_all();

  PostedTexts posted_;
  std::list<MeetingNote> received_;
  std::map<std::pair<MeetingKey, MeetingRole>, std::int64_t> numbers_;
};

}  // namespace groundswell
