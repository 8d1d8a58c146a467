// SPDX-License-Identifier: Apache-2.0
// One reduction finds the lowest rank that failed; one broadcast sends its message.
#include "comm/together.hpp"

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

}  // namespace groundswell
