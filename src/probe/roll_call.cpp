// SPDX-License-Identifier: Apache-2.0
#include "probe/roll_call.hpp"

#include <array>
#include <vector>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/nap.hpp"

namespace groundswell {
namespace {

constexpr int tag = 29011;  // the caller may use all other tags on its communicator

std::string absence(int rank, double seconds) {
  return text("process ", rank, " did not join the measurement of the network within ", seconds,
              " s; check whether it is still running and whether its node can be reached");
}

// Returns false if the message has not completed in time.
bool finish_in_time(Request& request, const Stopwatch& stopwatch, double seconds) {
  bool done = false;
  nap_until([&] { return (done = request.test()) || stopwatch.seconds() > seconds; });
  return done;
}

// The messages of a roll call; leaked if a rank is absent, since MPI may still use the buffers.
struct Letters {
  std::vector<Request> arrivals, replies;
  std::vector<int> words;
  std::array<int, 1> reply{-1};
};

void call_all(const Communicator& communicator, double seconds) {
  auto* letters = new Letters;
  letters->words.assign(std::size_t(communicator.size()), 0);
  const Stopwatch stopwatch;
  for (int rank = 1; rank < communicator.size(); ++rank)
    letters->arrivals.push_back(
        communicator.start_receive(std::span(letters->words).subspan(std::size_t(rank), 1), rank, tag));
  int& absent = letters->reply[0];
  for (int rank = 1; rank < communicator.size(); ++rank)
    if (!finish_in_time(letters->arrivals[std::size_t(rank) - 1], stopwatch, seconds) && absent < 0)
      absent = rank;
  for (int rank = 1; rank < communicator.size(); ++rank)
    letters->replies.push_back(communicator.start_send(std::span<const int>(letters->reply), rank, tag));
  const Stopwatch replying;
  for (int rank = 1; rank < communicator.size(); ++rank)
    if (!finish_in_time(letters->replies[std::size_t(rank) - 1], replying, absent < 0 ? seconds : 0.5) &&
        absent < 0)
      absent = rank;
  if (absent >= 0) throw Error(absence(absent, seconds));
  delete letters;
}

void answer_call(const Communicator& communicator, double seconds) {
  auto* letters = new Letters;
  letters->words.assign(1, communicator.rank());
  const Stopwatch stopwatch;
  letters->arrivals.push_back(communicator.start_send(std::span<const int>(letters->words), 0, tag));
  letters->replies.push_back(communicator.start_receive(std::span<int>(letters->reply), 0, tag));
  // The first rank may itself arrive up to `seconds` late, and then wait just as long for others.
  if (!finish_in_time(letters->replies[0], stopwatch, 2.0 * seconds + 1.0)) throw Error(absence(0, seconds));
  if (letters->reply[0] >= 0) throw Error(absence(letters->reply[0], seconds));
  letters->arrivals[0].wait();
  delete letters;
}

}  // namespace

void call_roll(const Communicator& communicator, double seconds) {
  if (communicator.rank() == 0)
    call_all(communicator, seconds);
  else
    answer_call(communicator, seconds);
}

}  // namespace groundswell
