// SPDX-License-Identifier: Apache-2.0
// One reduction finds the lowest rank that failed; one broadcast sends its message.
#include "comm/together.hpp"

namespace groundswell {

void throw_together(const Communicator& communicator, const std::string& message) {
  const int nobody = communicator.size();
  const int speaker = communicator.min(message.empty() ? nobody : communicator.rank());
  if (speaker == nobody) return;
  std::string sentence = message;
  communicator.broadcast(sentence, speaker);
  throw Error(sentence);
}

}  // namespace groundswell
