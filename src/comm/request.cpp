// SPDX-License-Identifier: Apache-2.0
// Waiting for messages; the sizes of received messages are 64-bit.
#include "comm/request.hpp"

#include <exception>
#include <utility>
#include <vector>

#include "base/stopwatch.hpp"
#include "comm/mpi_check.hpp"

namespace groundswell {
namespace {

MPI_Request* handles_of(std::span<Request> requests) {
  static_assert(sizeof(Request) == sizeof(MPI_Request), "a span of Request serves as MPI's array");
  return reinterpret_cast<MPI_Request*>(requests.data());
}

}  // namespace

bool cancel_within(MPI_Request& handle, double most_seconds) noexcept {
  MPI_Cancel(&handle);
  const Stopwatch stopwatch;
  MPI_Status status;
  int done = 0, cancelled = 0;
  do
    if (MPI_Test(&handle, &done, &status) != MPI_SUCCESS) return false;
  while (!done && stopwatch.seconds() < most_seconds);
  if (done) MPI_Test_cancelled(&status, &cancelled);
  return cancelled != 0;
}

Request::Request(Request&& other) noexcept : handle_(std::exchange(other.handle_, MPI_REQUEST_NULL)) {}

Request& Request::operator=(Request&& other) noexcept {
  if (this != &other) {
    release();
    handle_ = std::exchange(other.handle_, MPI_REQUEST_NULL);
  }
  return *this;
}

Request::~Request() {
  release();
}

void Request::release() noexcept {
  if (handle_ == MPI_REQUEST_NULL) return;
  if (std::uncaught_exceptions() > 0) return give_up(0.02);
  MPI_Wait(&handle_, MPI_STATUS_IGNORE);
  forget();
}

// A send that MPI has not copied continues after its request is freed.
void Request::give_up(double most_seconds) noexcept {
  if (handle_ == MPI_REQUEST_NULL) return;
  cancel_within(handle_, most_seconds);
  if (handle_ != MPI_REQUEST_NULL) MPI_Request_free(&handle_);
  forget();
}

std::int64_t Request::wait() {
  if (handle_ == MPI_REQUEST_NULL) return 0;
  MPI_Status status;
  check_mpi(MPI_Wait(&handle_, &status), "MPI_Wait");
  return received_bytes(status);
}

bool Request::test(std::int64_t* bytes) {
  if (handle_ == MPI_REQUEST_NULL) return true;
  int done = 0;
  MPI_Status status;
  check_mpi(MPI_Test(&handle_, &done, &status), "MPI_Test");
  if (done && bytes) *bytes = received_bytes(status);
  return done != 0;
}

void Request::wait_all(std::span<Request> requests) {
  for (Request& request : requests) request.wait();
}

int Request::test_any(std::span<Request> requests, std::int64_t* bytes) {
  int index = MPI_UNDEFINED, done = 0;
  MPI_Status status;
  check_mpi(MPI_Testany(int(requests.size()), handles_of(requests), &index, &done, &status), "MPI_Testany");
  if (!done) return none_completed;
  if (index == MPI_UNDEFINED) return none_pending;
  if (bytes) *bytes = received_bytes(status);
  return index;
}

bool Request::test_all(std::span<Request> requests) {
  int done = 0;
  check_mpi(MPI_Testall(int(requests.size()), handles_of(requests), &done, MPI_STATUSES_IGNORE),
            "MPI_Testall");
  return done != 0;
}

}  // namespace groundswell
