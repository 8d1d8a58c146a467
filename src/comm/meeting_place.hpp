// SPDX-License-Identifier: Apache-2.0
// How groups of processes find each other that know nothing of one another but the world rank of the other's
// root: notes between roots, and the communicator of both groups. Nothing here is collective on the world.
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

// Tells meetings apart, and orders them alike on all processes. Roots are ranks in the world.
struct MeetingKey {
  int sender_root = 0, receiver_root = 0;
  bool is_alone = false;    // one group is both sides; its own root stands twice above
  std::int64_t number = 0;  // in the order in which the roots have registered them
  auto operator<=>(const MeetingKey&) const = default;
};

// World ranks of both sides.
struct MeetingGroups {
  std::vector<int> senders, receivers;
  // Of both together, each once: senders first.
  std::vector<int> together() const;
};

enum class MeetingVerdict { arrived, go, refused };

struct MeetingNote {
  MeetingKey key;
  MeetingRole to = MeetingRole::sender;  // the side whose root is meant
  MeetingVerdict verdict = MeetingVerdict::arrived;
  MeetingGroups groups;  // as far as the writer knows them
  std::string name;      // of the meeting, where the writer's side has given one
  std::string sentence;  // what is wrong, of a refusal
};
std::string to_text(const MeetingNote& note);
MeetingNote meeting_note(const std::string& text);

// As sentences name a rank of a group: by its rank in the world.
std::string rank_name(const Communicator& group, int rank);

// One per process. Messages between roots travel in MPI_COMM_WORLD, with a tag of their own.
class MeetingPlace {
 public:
  static constexpr int tag = 29765;

  // Throws Error where MPI does not run.
  static void check_mpi_runs();
  // Throws Error where it is no communicator, or one between two groups.
  static void check_communicator(MPI_Comm communicator);
  // Throws Error for a rank outside the world.
  static void check_world_rank(int rank);
  // Ranks in the world of the ranks of a group.
  static std::vector<int> world_ranks(const Communicator& group);
  // Of these world ranks, in this order. Collective on them alone; it blocks until all have come.
  static Communicator make_communicator(std::span<const int> world_ranks, const MeetingKey& key);

  // How many meetings of this kind were registered here before, by this process as the root of its side.
  std::int64_t next_number(MeetingKey key, MeetingRole role);

  void send(int world_rank, const MeetingNote& note);
  // Of the sides of all meetings, too: by the next one most are taken.
  PostedTexts& posted() { return posted_; }
  // What has come for the root of this side, in the order of sending; each note is returned once.
  std::vector<MeetingNote> take(const MeetingKey& key, MeetingRole role);

 private:
  void receive_all();

  PostedTexts posted_;
  std::list<MeetingNote> received_;
  std::map<std::pair<MeetingKey, MeetingRole>, std::int64_t> numbers_;
};

}  // namespace groundswell
