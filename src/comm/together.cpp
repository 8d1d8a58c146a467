// SPDX-License-Identifier: Apache-2.0
// One reduction finds the lowest rank that failed; one broadcast sends its message.
#include "comm/together.hpp"

#include <algorithm>
#include <array>

#include "base/hash.hpp"
#include "base/words.hpp"
#include "comm/meeting_place.hpp"

namespace groundswell {

bool is_said_elsewhere(const std::exception& error) {
  const auto* common = dynamic_cast<const CommonError*>(&error);
  return common && !common->is_first();
}

std::string first_message(const Communicator& communicator, const std::string& message) {
  const int nobody = communicator.size();
  const int speaker = communicator.min(message.empty() ? nobody : communicator.rank());
  if (speaker == nobody) return "";
  std::string sentence = message;
  communicator.broadcast(sentence, speaker);
  return sentence;
}

void throw_together(const Communicator& communicator, const std::string& message,
                    bool is_reported_elsewhere) {
  const std::string sentence = first_message(communicator, message);
  if (sentence.empty()) return;
  const bool is_reported = communicator.all(message.empty() || is_reported_elsewhere);
  throw CommonError(sentence, communicator.rank() == 0 && !is_reported);
}

void require_same(const Communicator& communicator, const std::string& what,
                  const std::vector<std::string>& mine) {
  std::string told = WordWriter().add(mine).text();
  Hash hash;
  hash.add(std::string_view(told));
  const auto number = double(hash.value() >> 11);  // exact
  std::array<double, 2> highest{number, -number};
  communicator.max_in_place(highest);
  if (highest[0] == -highest[1]) return;
  communicator.broadcast(told, 0);
  std::vector<std::string> first;
  WordReader(told).read(first);
  const auto at = std::size_t(std::ranges::mismatch(mine, first).in1 - mine.begin());
  const auto of = [&](const std::vector<std::string>& all) { return at < all.size() ? all[at] : "nothing"; };
  const std::string which = mine.size() == 1 && first.size() == 1 ? "" : text("number ", at + 1, " is ");
  throw_together(communicator, mine == first ? ""
                                             : text(what, " differ between processes: ", which, of(mine),
                                                    " on ", rank_name(communicator, communicator.rank()),
                                                    ", but ", of(first), " on ", rank_name(communicator, 0),
                                                    "; give the same on all processes"));
}

}  // namespace groundswell
