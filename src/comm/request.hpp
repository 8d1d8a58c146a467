// SPDX-License-Identifier: Apache-2.0
// A message in flight: RAII over an MPI request.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>

namespace groundswell {

// Cancels a receive and waits, for at most `most_seconds`, until MPI is done with it. If its message has
// begun to arrive, the receive is not cancelled but completes with the message's last byte. Returns whether
// it was cancelled; if not, it is complete or still belongs to MPI. A send is only waited for: it cannot be
// cancelled.
bool cancel_within(MPI_Request& handle, double most_seconds) noexcept;

// Move-only. The destructor waits for a pending message, whose buffer must outlive this object; during an
// exception it gives the message up instead, because the partner may never answer. What MPI may still use
// after that belongs to a LentToMpi (lent_to_mpi.hpp).
class Request {
 public:
  Request() = default;
  explicit Request(MPI_Request handle) : handle_(handle) {}
  ~Request();
  Request(Request&& other) noexcept;
  Request& operator=(Request&& other) noexcept;
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  // Whether the message is not yet known to be complete.
  bool pending() const { return handle_ != MPI_REQUEST_NULL; }
  // Waits until the message has been received or, for a send, until its values may be changed. Returns the
  // number of bytes received.
  std::int64_t wait();
  // Whether the message is complete; also lets MPI make progress. On completion `bytes`, unless null, is set
  // to the number of bytes received.
  bool test(std::int64_t* bytes = nullptr);

  // Gives up a receive: afterwards its buffer is the caller's again, unless a sender has begun the message
  // and then stalls for more than 5 s.
  void cancel() noexcept { give_up(5.0); }

  // Waits for all requests.
  static void wait_all(std::span<Request> requests);
  // The index of a request that has just completed, or `none_completed`, or `none_pending`. `bytes`, unless
  // null, is set to the number of bytes received.
  static constexpr int none_completed = -1, none_pending = -2;
  static int test_any(std::span<Request> requests, std::int64_t* bytes = nullptr);
  // Whether all requests are complete.
  static bool test_all(std::span<Request> requests);

 protected:
  void forget() { handle_ = MPI_REQUEST_NULL; }

 private:
  template <class T>
  friend class LentToMpi;
  void release() noexcept;
  void give_up(double most_seconds) noexcept;
  MPI_Request handle_ = MPI_REQUEST_NULL;
};

// A collective operation in flight, which MPI cannot cancel: during an exception the destructor leaves it
// pending until the end of the program. If it has buffers, LentToMpi must own both (lent_to_mpi.hpp).
class CollectiveRequest : public Request {
 public:
  using Request::Request;
  ~CollectiveRequest() {
    if (std::uncaught_exceptions() > 0) forget();
  }
  CollectiveRequest(CollectiveRequest&&) noexcept = default;
  CollectiveRequest& operator=(CollectiveRequest&&) noexcept = default;
};

}  // namespace groundswell
