// SPDX-License-Identifier: Apache-2.0
// A failure that ends a transfer on one process ends it on all, as the others would otherwise wait for
// messages that never come.
#pragma once

#include <cstdint>
#include <exception>

#include "comm/communicator.hpp"
#include "comm/posted_texts.hpp"

namespace groundswell {

class SharedFailure {
 public:
  // The communicator must outlive this object.
  explicit SharedFailure(const Communicator& communicator) : communicator_(communicator) {}

  // Whether this process has failed, or has heard (see listen()) that another has.
  explicit operator bool() const { return failure_ != nullptr; }
  // Throws the failure, if there is one.
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }
  // Calls body() unless there is a failure; what body() throws becomes the failure.
  template <class Body>
  void guard(Body&& body) noexcept {
    if (failure_) return;
    try {
      body();
    } catch (...) {
      fail();
    }
  }
  // Checks whether other processes have failed; to save time, the second function does so only in one of
  // calls_between_looks calls.
  void listen() noexcept;
  void listen_now_and_then() noexcept {
    if (++n_call_ % calls_between_looks == 0) listen();
  }

 private:
  static constexpr int calls_between_looks = 64;
  // Keeps the exception being handled, and tells the other processes.
  void fail() noexcept;

  const Communicator& communicator_;
  std::exception_ptr failure_;
  PostedTexts notices_;
  std::int64_t n_call_ = 0;
};

}  // namespace groundswell
