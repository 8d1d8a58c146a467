// SPDX-License-Identifier: Apache-2.0
// The first process of the group counts those that have come and tells them to go on, or which are missing.
#include "comm/job_group.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "base/error.hpp"
#include "comm/meeting_place.hpp"
#include "comm/mpi_check.hpp"
#include "comm/nap.hpp"
#include "comm/posted_texts.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

constexpr int first_arrival_tag = 27000, first_answer_tag = 28000;
constexpr double answer_takes = 3.0;  // [s] by which the others wait longer, so that the first one answers

class GroupCall {
 public:
  explicit GroupCall(const GroupMeeting& meeting) : meeting_(meeting) {}

  void run() { rank_in_world() == first() ? collect() : follow(); }

 private:
  int first() const { return meeting_.world_ranks.front(); }

  void collect() {
    std::vector<int> missing(meeting_.world_ranks.begin() + 1, meeting_.world_ranks.end());
    nap_until(meeting_.limit, [&] {
      while (const auto who = receive_text_if_any(MPI_COMM_WORLD, first_arrival_tag + meeting_.number))
        std::erase(missing, std::stoi(*who));
      return missing.empty();
    });
    const std::string why = missing.empty() ? "" : describe(missing);
    for (const int rank : meeting_.world_ranks)
      if (rank != first()) send(rank, first_answer_tag, why);
    if (!why.empty()) throw CommonError(why, true);
  }

  void follow() {
    send(first(), first_arrival_tag, std::to_string(rank_in_world()));
    std::optional<std::string> why;
    const bool has_come = nap_until(meeting_.limit + answer_takes, [&] {
      why = receive_text_if_any(MPI_COMM_WORLD, first_answer_tag + meeting_.number);
      return why.has_value();
    });
    if (!has_come)
      throw CommonError(describe(std::vector<int>{first()}), rank_in_world() == meeting_.world_ranks[1]);
    if (!why->empty()) throw CommonError(*why, false);
  }

  std::string describe(const std::vector<int>& missing) const {
    return text(name_ranks(missing), " of the job ", meeting_.why_missing(missing));
  }

  void send(int rank, int tag, const std::string& words) {
    posted_.send(words, MPI_COMM_WORLD, rank, tag + meeting_.number);
  }

  const GroupMeeting& meeting_;
  PostedTexts posted_;
};

}  // namespace

std::vector<int> consecutive_ranks(int first, int n_rank) {
  std::vector<int> ranks(static_cast<std::size_t>(n_rank));
  std::iota(ranks.begin(), ranks.end(), first);
  return ranks;
}

int rank_in_world() {
  int rank = 0;
  check_mpi(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  return rank;
}

int size_of_world() {
  int size = 0;
  check_mpi(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size");
  return size;
}

Communicator meet_as_group(const GroupMeeting& meeting) {
  ensure(std::ranges::count(meeting.world_ranks, rank_in_world()) == 1 && meeting.number < 1000,
         "this process is not in the group that it meets");
  GroupCall(meeting).run();
  MeetingKey key;
  key.number = meeting.number;
  return MeetingPlace::make_communicator(meeting.world_ranks, key);
}

std::string name_ranks(std::span<const int> ranks) {
  if (ranks.size() == 1) return text("process ", ranks[0]);
  if (ranks.back() - ranks.front() + 1 == int(ranks.size()))
    return text("processes ", ranks.front(), " to ", ranks.back());
  std::string names = "processes ";
  for (std::size_t i = 0; i < ranks.size(); ++i)
    names += text(i == 0 ? "" : i + 1 == ranks.size() ? " and " : ", ", ranks[i]);
  return names;
}

}  // namespace groundswell
