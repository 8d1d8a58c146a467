// SPDX-License-Identifier: Apache-2.0
// Waiting for messages; counts come back in 64 bits.
#include "comm/request.hpp"

#include <exception>
#include <utility>
#include <vector>

#include "comm/mpi_check.hpp"

namespace groundswell {
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
  if (std::uncaught_exceptions() > 0) {
    MPI_Cancel(&handle_);
    MPI_Request_free(&handle_);
  } else {
    MPI_Wait(&handle_, MPI_STATUS_IGNORE);
  }
  handle_ = MPI_REQUEST_NULL;
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

void Request::cancel() noexcept {
  if (handle_ == MPI_REQUEST_NULL) return;
  MPI_Cancel(&handle_);
  MPI_Wait(&handle_, MPI_STATUS_IGNORE);
  forget();
}

void Request::wait_all(std::span<Request> requests) {
  for (Request& request : requests) request.wait();
}

int Request::wait_any(std::span<Request> requests, std::int64_t* bytes) {
  static_assert(sizeof(Request) == sizeof(MPI_Request), "a span of Request serves as MPI's array");
  int index = MPI_UNDEFINED;
  MPI_Status status;
  check_mpi(
      MPI_Waitany(int(requests.size()), reinterpret_cast<MPI_Request*>(requests.data()), &index, &status),
      "MPI_Waitany");
  if (index == MPI_UNDEFINED) return -1;
  if (bytes) *bytes = received_bytes(status);
  return index;
}

}  // namespace groundswell
