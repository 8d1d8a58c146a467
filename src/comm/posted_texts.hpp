// SPDX-License-Identifier: Apache-2.0
// Texts sent to processes that may never receive them: nothing waits for their receipt, and those not
// received are left to MPI.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/lent_to_mpi.hpp"

namespace groundswell {

class PostedTexts {
 public:
  // Calls start(characters of the text), which returns the Request of a send, and keeps both the text and the
  // request until the send is complete.
  template <class Start>
  void send(std::string text, Start&& start) {
    forget_taken();
    LentToMpi<std::string>& sent = sent_.emplace_back(std::move(text));
    sent.add(start(std::span<const char>(*sent)));
  }
  void send(std::string text, const Communicator& ranks, int to, int tag) {
    send(std::move(text),
         [&](std::span<const char> characters) { return ranks.start_send(characters, to, tag); });
  }
  // Frees texts whose sends are complete.
  void forget_taken() {
    std::erase_if(sent_, [](LentToMpi<std::string>& sent) { return sent.test(); });
  }

 private:
  std::vector<LentToMpi<std::string>> sent_;
};

}  // namespace groundswell
