// SPDX-License-Identifier: Apache-2.0
// Texts sent to processes that may never receive them: nothing waits for their receipt, not even the
// destructor.
#pragma once

#include <list>
#include <span>
#include <string>
#include <utility>

#include "comm/request.hpp"

namespace groundswell {

class PostedTexts {
 public:
  PostedTexts() = default;
  // Texts that have not been received are kept until the end of the program, because MPI may still read them.
  ~PostedTexts() {
    int finalized = 0;
    MPI_Finalized(&finalized);
    if (!finalized) forget_taken();
    if (!sent_.empty()) new std::list<Sent>(std::move(sent_));
  }
  PostedTexts(const PostedTexts&) = delete;
  PostedTexts& operator=(const PostedTexts&) = delete;

  // Calls start(characters of the text), which returns the Request of a send, and keeps both the text and the
  // request until the send is complete.
  template <class Start>
  void send(std::string text, Start&& start) {
    forget_taken();
    Sent& sent = sent_.emplace_back(Sent{std::move(text), {}});
    sent.request = start(std::span<const char>(sent.text));
  }
  // Frees texts whose sends are complete.
  void forget_taken() {
    std::erase_if(sent_, [](Sent& sent) { return !sent.request.pending() || sent.request.test(); });
  }

 private:
  struct Sent {
    std::string text;
    Request request;
  };
  std::list<Sent> sent_;
};

}  // namespace groundswell
