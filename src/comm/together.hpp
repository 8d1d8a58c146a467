// SPDX-License-Identifier: Apache-2.0
// Work that may fail on some ranks only: afterwards all ranks go on, or all throw the same message. Otherwise
// the ranks that did not fail would wait for the others forever.
#pragma once

#include <exception>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/words.hpp"
#include "comm/communicator.hpp"
#include "comm/nap.hpp"

namespace groundswell {

// An error that all ranks of a communicator throw together; the first rank reports it for all.
class CommonError : public Error {
 public:
  CommonError(const std::string& sentence, bool is_first) : Error(sentence), is_first_(is_first) {}
  bool is_first() const { return is_first_; }

 private:
  bool is_first_;
};

// Whether another rank throws the same error and reports it.
bool is_said_elsewhere(const std::exception& error);

// The message of the lowest rank that has one, on every rank; empty if none has. Collective.
std::string first_message(const Communicator& communicator, const std::string& message);

// Throws CommonError on every rank, with the message of the lowest rank that has one; returns if all messages
// are empty. If another rank reports each of these, outside of the communicator too, none of this one does.
// Collective.
void throw_together(const Communicator& communicator, const std::string& message,
                    bool is_reported_elsewhere = false);

// Gives all ranks the values that the root has (base/words.hpp). Collective.
template <class... Values>
void broadcast_words(const Communicator& communicator, int root, Values&... values) {
  const bool is_root = communicator.rank() == root;
  std::string told = is_root ? WordWriter().add(values...).text() : "";
  communicator.broadcast(told, root);
  if (!is_root) WordReader(told).read(values...);
}

// Calls work() on every rank; if it throws on some ranks, all ranks throw the message of the lowest of these.
// Collective. work() itself must not communicate after a failure that is not common to all ranks.
template <class Work>
void run_together(const Communicator& communicator, Work&& work) {
  std::string message;
  bool is_reported_elsewhere = false;
  try {
    work();
  } catch (const std::exception& error) {
    message = current_sentence();
    is_reported_elsewhere = is_said_elsewhere(error);
  }
  throw_together(communicator, message, is_reported_elsewhere);
}

// As above if `communicator` is not null; otherwise the caller is alone and just calls work().
template <class Work>
void run_together(const Communicator* communicator, Work&& work) {
  if (communicator)
    run_together(*communicator, work);
  else
    work();
}

// As above, for unbalanced work: ranks that finish early sleep until all have finished. Collective.
template <class Work>
void run_together_napping(const Communicator& communicator, Work&& work) {
  run_together(communicator, [&] {
    std::exception_ptr failure;
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
    CollectiveRequest all_done = communicator.start_barrier();
    nap_until([&] { return all_done.test(); });
    if (failure) std::rethrow_exception(failure);
  });
}

// Throws CommonError on every rank unless all have the same items; the sentence begins with `what`, a plural,
// and shows the first item that differs. Short messages if none does. Collective.
void require_same(const Communicator& communicator, const std::string& what,
                  const std::vector<std::string>& mine);

// Calls work() on the root alone; if it throws, all ranks throw its message. Collective.
template <class Work>
void run_on_root(const Communicator& communicator, int root, Work&& work) {
  run_together(communicator, [&] {
    if (communicator.rank() == root) work();
  });
}

}  // namespace groundswell
