// SPDX-License-Identifier: Apache-2.0
#include "transfer/shared_failure.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "base/error.hpp"

namespace groundswell {
namespace {

// Differs from the tags of a plan's messages, which are the numbers of its stages, and from those of
// SparseExchange.
constexpr int notice_tag = 1000;
constexpr std::size_t max_notice = 2000;  // [bytes] short enough for MPI to send eagerly

}  // namespace

void SharedFailure::fail() noexcept {
  failure_ = std::current_exception();
  try {
    const std::string notice = current_sentence().substr(0, max_notice);
    for (int rank = 0; rank < communicator_.size(); ++rank)
      if (rank != communicator_.rank()) notices_.send(notice, communicator_, rank, notice_tag);
  } catch (...) {  // the first error is the one to report
  }
}

void SharedFailure::listen() noexcept {
  guard([&] {
    if (const std::optional<std::string> notice = communicator_.receive_text_if_any(notice_tag))
      failure_ = std::make_exception_ptr(Error(*notice));
  });
}

}  // namespace groundswell
