// SPDX-License-Identifier: Apache-2.0
// Groups that do not know each other share no communicator but the world, so MPI_COMM_WORLD is used here.
#include "comm/meeting_place.hpp"

#include <algorithm>
#include <numeric>

#include "base/error.hpp"
#include "base/words.hpp"
#include "comm/mpi_check.hpp"

namespace groundswell {
namespace {

// RAII over an MPI group.
class RankGroup {
 public:
  explicit RankGroup(MPI_Comm communicator) {
    check_mpi(MPI_Comm_group(communicator, &handle_), "MPI_Comm_group");
  }
  RankGroup(const RankGroup& other, std::span<const int> ranks) {
    check_mpi(MPI_Group_incl(other.handle_, int(ranks.size()), ranks.data(), &handle_), "MPI_Group_incl");
  }
  ~RankGroup() { MPI_Group_free(&handle_); }
  RankGroup(const RankGroup&) = delete;
  RankGroup& operator=(const RankGroup&) = delete;
  MPI_Group handle() const { return handle_; }

 private:
  MPI_Group handle_ = MPI_GROUP_NULL;
};

// Makes the world and self communicators return errors while this object exists: MPI reports an invalid
// communicator argument to their error handlers, which by default end the program.
class ReturnedErrors {
 public:
  ReturnedErrors() {
    for (int i = 0; i < 2; ++i) {
      MPI_Comm_get_errhandler(communicators_[i], &before_[i]);
      MPI_Comm_set_errhandler(communicators_[i], MPI_ERRORS_RETURN);
    }
  }
  ~ReturnedErrors() {
    for (int i = 0; i < 2; ++i) {
      MPI_Comm_set_errhandler(communicators_[i], before_[i]);
      MPI_Errhandler_free(&before_[i]);
    }
  }
  ReturnedErrors(const ReturnedErrors&) = delete;
  ReturnedErrors& operator=(const ReturnedErrors&) = delete;

 private:
  MPI_Comm communicators_[2] = {MPI_COMM_WORLD, MPI_COMM_SELF};
  MPI_Errhandler before_[2] = {};
};

// The world rank of each rank of the group; MPI_UNDEFINED for ranks that are not in the world.
std::vector<int> ranks_in_world(const Communicator& group) {
  const RankGroup here(group.handle()), world(MPI_COMM_WORLD);
  std::vector<int> ranks(std::size_t(group.size())), in_world(ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  check_mpi(
      MPI_Group_translate_ranks(here.handle(), group.size(), ranks.data(), world.handle(), in_world.data()),
      "MPI_Group_translate_ranks");
  return in_world;
}

}  // namespace

std::string rank_name(const Communicator& group, int rank) {
  const int in_world = ranks_in_world(group)[std::size_t(rank)];
  return in_world == MPI_UNDEFINED ? text("rank ", rank) : text("world rank ", in_world);
}

std::vector<int> MeetingGroups::together() const {
  std::vector<int> all = senders, sorted = senders;
  std::sort(sorted.begin(), sorted.end());
  for (const int rank : receivers)
    if (!std::binary_search(sorted.begin(), sorted.end(), rank)) all.push_back(rank);
  return all;
}

MeetingNote meeting_note(const std::string& text) {
  try {
    return WordReader(text).next<MeetingNote>();
  } catch (const Error&) {
    throw Error(groundswell::text("a message with tag ", MeetingPlace::tag,
                                  " in MPI_COMM_WORLD is not one of this library: '", text.substr(0, 40),
                                  "'; use other tags there"));
  }
}

void MeetingPlace::check_mpi_runs() {
  int running = 0, ended = 0;
  MPI_Initialized(&running);
  MPI_Finalized(&ended);
  require(running && !ended,
          "MPI is not running; call MPI_Init before and MPI_Finalize after all calls of this library");
}

void MeetingPlace::check_communicator(MPI_Comm communicator) {
  require(communicator != MPI_COMM_NULL, "the communicator is MPI_COMM_NULL; only the processes of a ",
          "communicator make this call with it");
  const ReturnedErrors quiet;
  int is_inter = 0;
  require(MPI_Comm_test_inter(communicator, &is_inter) == MPI_SUCCESS,
          "the communicator is not known to MPI; give that of the processes which make this call");
  require(!is_inter,
          "the communicator is an inter-communicator; give that of this process's own group (to a ",
          "transfer, the other side's root by its rank in MPI_COMM_WORLD)");
}

void MeetingPlace::check_world_rank(int rank) {
  int size = 0;
  check_mpi(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size");
  require(rank >= 0 && rank < size, "rank ", rank, " is not in MPI_COMM_WORLD, which has ranks 0 to ",
          size - 1, "; name the root of the other side by its rank there");
}

std::vector<int> MeetingPlace::world_ranks(const Communicator& group) {
  const std::vector<int> in_world = ranks_in_world(group);
  for (std::size_t i = 0; i < in_world.size(); ++i)
    require(in_world[i] != MPI_UNDEFINED, "rank ", i, " of the local communicator is not in MPI_COMM_WORLD;",
            " start all processes of both sides by one mpirun");
  return in_world;
}

Communicator MeetingPlace::make_communicator(std::span<const int> world_ranks, const MeetingKey& key) {
  const RankGroup world(MPI_COMM_WORLD), members(world, world_ranks);
  MPI_Comm handle = MPI_COMM_NULL;
  check_mpi(MPI_Comm_create_group(MPI_COMM_WORLD, members.handle(), int(key.number % 1024), &handle),
            "MPI_Comm_create_group");
  return Communicator::adopt(handle);
}

std::int64_t MeetingPlace::next_number(MeetingKey key, MeetingRole role) {
  key.number = 0;
  return numbers_[{key, role}]++;
}

void MeetingPlace::send(int world_rank, const MeetingNote& note) {
  posted_.send(WordWriter().add(note).text(), MPI_COMM_WORLD, world_rank, tag);
}

std::vector<MeetingNote> MeetingPlace::take(const MeetingKey& key, MeetingRole role) {
  receive_all();
  std::vector<MeetingNote> mine;
  for (const MeetingNote& note : received_)
    if (note.key == key && note.to == role) mine.push_back(note);
  std::erase_if(received_, [&](const MeetingNote& note) { return note.key == key && note.to == role; });
  return mine;
}

void MeetingPlace::receive_all() {
  while (const std::optional<std::string> text = receive_text_if_any(MPI_COMM_WORLD, tag))
    received_.push_back(meeting_note(*text));
}

}  // namespace groundswell
