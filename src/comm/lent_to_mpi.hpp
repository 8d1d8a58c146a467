// SPDX-License-Identifier: Apache-2.0
// The one owner of memory that MPI may still use after an error: a send or a collective cannot be taken back,
// and after an error nobody knows when it ends.
#pragma once

#include <mpi.h>

#include <concepts>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/stopwatch.hpp"
#include "comm/request.hpp"

namespace groundswell {

// A value that messages or collectives read or write, with their requests. Only wait() waits. When this
// object ends or is assigned to, the value is freed if MPI is known to be done with it; otherwise value and
// requests are abandoned, that is, left to MPI until the end of the program. What stays pending then needs
// its communicator, which must be abandoned as well (Communicator::abandon). Move-only; the value stays in
// place.
template <class T>
class LentToMpi {
 public:
  template <class... Arguments>
  requires std::constructible_from<T, Arguments...>
  explicit LentToMpi(Arguments&&... arguments)
      : value_(std::make_unique<T>(std::forward<Arguments>(arguments)...)) {}
  explicit LentToMpi(std::unique_ptr<T> value) : value_(std::move(value)) {}
  ~LentToMpi() { settle(); }
  LentToMpi(LentToMpi&&) noexcept = default;
  LentToMpi& operator=(LentToMpi&& other) noexcept {
    if (this == &other) return *this;
    settle();
    value_ = std::move(other.value_);
    requests_ = std::move(other.requests_);
    return *this;
  }

  T& operator*() const { return *value_; }
  T* operator->() const { return value_.get(); }

  // Keeps the request of a message or collective that uses the value.
  void add(Request&& request) { requests_.push_back(std::move(request)); }
  // Whether a request is not yet known to be complete.
  bool pending() const { return !requests_.empty(); }
  // Whether all requests are complete; also lets MPI make progress.
  bool test() {
    if (pending() && Request::test_all(requests_)) requests_.clear();
    return !pending();
  }
  // Calls done(index, bytes received) for each request that has completed since the last call, by its index
  // in the order of add().
  template <class Done>
  void test(Done&& done) {
    std::int64_t bytes = 0;
    for (int i = 0; pending() && (i = Request::test_any(requests_, &bytes)) != Request::none_completed;)
      i == Request::none_pending ? requests_.clear() : done(i, bytes);
  }
  // For each request, in the order of add(), whether it is pending; empty once all are complete.
  std::vector<bool> test_each() {
    std::vector<bool> pending;
    for (Request& request : requests_) pending.push_back(!request.test());
    return pending;
  }
  void wait() {
    Request::wait_all(requests_);
    requests_.clear();
  }
  // Takes back receives, if all requests are: the value then is free, unless a sender has begun a message and
  // stalls for more than 5 s.
  void cancel_receives() noexcept {
    int finalized = 0;
    MPI_Finalized(&finalized);
    const Stopwatch stopwatch;
    for (Request& request : requests_)
      if (request.pending() && !finalized) cancel_within(request.handle_, 5.0 - stopwatch.seconds());
  }
  // Leaves the value to MPI in any case, for instance if requests that lie elsewhere use it; this object is
  // then empty.
  void abandon() noexcept {
    for (Request& request : requests_) request.forget();
    requests_.clear();
    static_cast<void>(value_.release());
  }

 private:
  void settle() noexcept {
    if (!pending()) return;
    int finalized = 0;
    MPI_Finalized(&finalized);
    try {
      if (!finalized && test()) return;
    } catch (...) {  // a message has failed, and others may be pending
    }
    abandon();
  }

  std::unique_ptr<T> value_;
  std::vector<Request>
      requests_;  // a collective is kept as a Request, too, because none is ever cancelled here
};

}  // namespace groundswell
