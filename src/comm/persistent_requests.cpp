// SPDX-License-Identifier: Apache-2.0
#include "comm/persistent_requests.hpp"

#include <utility>

#include "comm/mpi_check.hpp"
#include "comm/request.hpp"

namespace groundswell {
namespace {

template <class Init, class Byte>
MPI_Request set_up(const Communicator& communicator, Init* init, const char* name, std::span<Byte> bytes,
                   int rank, int tag) {
  const ByteCount count(std::int64_t(bytes.size()));
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(init(bytes.data(), count.count(), count.type(), rank, tag, communicator.handle(), &request),
            name);
  return request;
}

}  // namespace

PersistentRequests::~PersistentRequests() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized) return;
  const Stopwatch stopwatch;
  for (std::size_t i = 0; i < handles_.size(); ++i) cancel_receive(i, stopwatch);
  for (MPI_Request& handle : handles_)
    if (handle != MPI_REQUEST_NULL) MPI_Request_free(&handle);
}

// Cancels a receive; returns whether it was cancelled before its message had arrived. A failed message's
// request is null, at the latest after MPI_Test, so a failed receive is not cancelled.
bool PersistentRequests::cancel_receive(std::size_t index, const Stopwatch& since) {
  MPI_Request& handle = handles_[index];
  if (handle == MPI_REQUEST_NULL || n_under_way_ == 0 || messages_[index].is_send) return false;
  int done = 1;
  MPI_Test(&handle, &done, MPI_STATUS_IGNORE);
  if (done) return false;
  return cancel_within(handle, 5.0 - since.seconds());
}

void PersistentRequests::drop_receives() {
  const Stopwatch stopwatch;
  for (std::size_t i = 0; i < handles_.size(); ++i) {
    const Message& message = messages_[i];
    if (cancel_receive(i, stopwatch))
      communicator_->drop_message(std::int64_t(message.bytes), message.rank, message.tag);
  }
}

PersistentRequests::PersistentRequests(PersistentRequests&& other) noexcept
    : communicator_(other.communicator_),
      messages_(std::move(other.messages_)),
      handles_(std::exchange(other.handles_, {})),
      ended_(std::move(other.ended_)),
      statuses_(std::move(other.statuses_)),
      n_under_way_(std::exchange(other.n_under_way_, 0)) {}

int PersistentRequests::add(MPI_Request handle, const Message& message) {
  handles_.push_back(handle);
  messages_.push_back(message);
  ended_.resize(handles_.size());
  statuses_.resize(handles_.size());
  return size() - 1;
}

int PersistentRequests::add_send(std::span<const std::byte> bytes, int to, int tag) {
  return add(set_up(*communicator_, MPI_Send_init, "MPI_Send_init", bytes, to, tag),
             {true, bytes.size(), to, tag});
}

int PersistentRequests::add_receive(std::span<std::byte> bytes, int from, int tag) {
  return add(set_up(*communicator_, MPI_Recv_init, "MPI_Recv_init", bytes, from, tag),
             {false, bytes.size(), from, tag});
}

void PersistentRequests::start(int index) {
  check_mpi(MPI_Start(&handles_[std::size_t(index)]), "MPI_Start");
  ++n_under_way_;
}

void PersistentRequests::start_all() {
  if (handles_.empty()) return;
  check_mpi(MPI_Startall(size(), handles_.data()), "MPI_Startall");
  n_under_way_ = size();
}

int PersistentRequests::test_some() {
  if (n_under_way_ == 0) return 0;
  int n_ended = 0;
  const int code = MPI_Testsome(size(), handles_.data(), &n_ended, ended_.data(), statuses_.data());
  if (n_ended == MPI_UNDEFINED) n_ended = 0;
  n_under_way_ -= n_ended;
  if (code == MPI_ERR_IN_STATUS)
    for (int i = 0; i < n_ended; ++i) check_mpi(statuses_[std::size_t(i)].MPI_ERROR, "MPI_Testsome");
  check_mpi(code, "MPI_Testsome");
  return n_ended;
}

}  // namespace groundswell
