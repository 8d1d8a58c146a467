// SPDX-License-Identifier: Apache-2.0
#include "probe/roll_call.hpp"

#include <span>
#include <vector>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/lent_to_mpi.hpp"
#include "comm/nap.hpp"

namespace groundswell {
namespace {

constexpr int tag = 29011;  // the caller may use all other tags on its communicator

std::string absence(int rank, double seconds) {
  return text("process ", rank, " did not join the measurement of the network within ", seconds,
              " s; check whether it is still running and whether its node can be reached");
}

using Letter = LentToMpi<int>;

// Returns false if the message has not completed in time.
bool finish_in_time(Letter& letter, const Stopwatch& stopwatch, double seconds) {
  return nap_until(seconds - stopwatch.seconds(), [&] { return letter.test(); });
}

Letter receive_from(const Communicator& communicator, int rank) {
  Letter letter(0);
  letter.add(communicator.start_receive(std::span(&*letter, 1), rank, tag));
  return letter;
}

Letter send_to(const Communicator& communicator, int rank, int word) {
  Letter letter(word);
  letter.add(communicator.start_send(std::span<const int>(&*letter, 1), rank, tag));
  return letter;
}

void call_all(const Communicator& communicator, double seconds) {
  const int n = communicator.size();
  std::vector<Letter> arrivals, replies;
  const Stopwatch stopwatch;
  for (int rank = 1; rank < n; ++rank) arrivals.push_back(receive_from(communicator, rank));
  int absent = -1;
  for (int rank = 1; rank < n; ++rank)
    if (!finish_in_time(arrivals[std::size_t(rank) - 1], stopwatch, seconds) && absent < 0) absent = rank;
  for (int rank = 1; rank < n; ++rank) replies.push_back(send_to(communicator, rank, absent));
  const Stopwatch replying;
  const double limit = absent < 0 ? seconds : 0.5;
  for (int rank = 1; rank < n; ++rank)
    if (!finish_in_time(replies[std::size_t(rank) - 1], replying, limit) && absent < 0) absent = rank;
  if (absent >= 0) throw Error(absence(absent, seconds));
}

void answer_call(const Communicator& communicator, double seconds) {
  const Stopwatch stopwatch;
  Letter arrival = send_to(communicator, 0, communicator.rank()), reply = receive_from(communicator, 0);
  // The first rank may itself arrive up to `seconds` late, and then wait just as long for others.
  if (!finish_in_time(reply, stopwatch, 2.0 * seconds + 1.0)) throw Error(absence(0, seconds));
  if (*reply >= 0) throw Error(absence(*reply, seconds));
  arrival.wait();
}

}  // namespace

void call_roll(const Communicator& communicator, double seconds) {
  if (communicator.rank() == 0)
    call_all(communicator, seconds);
  else
    answer_call(communicator, seconds);
}

}  // namespace groundswell
