// SPDX-License-Identifier: Apache-2.0
// The result of each MPI call is checked where the call is made, unless it frees something; each communicator
// returns errors instead of aborting.
#include "comm/communicator.hpp"

#include <algorithm>
#include <utility>

#include "comm/lent_to_mpi.hpp"
#include "comm/mpi_check.hpp"

namespace groundswell {
namespace {

template <class T>
MPI_Datatype mpi_type() {
  if constexpr (std::is_same_v<T, float>) return MPI_FLOAT;
  if constexpr (std::is_same_v<T, double>) return MPI_DOUBLE;
  if constexpr (std::is_same_v<T, int>) return MPI_INT;
  if constexpr (std::is_same_v<T, std::int64_t>) return MPI_INT64_T;
}

template <class T>
T all_reduce(T value, MPI_Op operation, MPI_Comm communicator) {
  T result{};
  check_mpi(MPI_Allreduce(&value, &result, 1, mpi_type<T>(), operation, communicator), "MPI_Allreduce");
  return result;
}

MPI_Comm duplicated(MPI_Comm other) {
  MPI_Comm handle = MPI_COMM_NULL;
  check_mpi(MPI_Comm_dup(other, &handle), "MPI_Comm_dup");
  return handle;
}

}  // namespace

Communicator::Communicator(MPI_Comm other) : Communicator(duplicated(other), Adopt{}) {}

Communicator::Communicator(MPI_Comm handle, Adopt) : handle_(handle) {
  check_mpi(MPI_Comm_set_errhandler(handle_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  check_mpi(MPI_Comm_rank(handle_, &rank_), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(handle_, &size_), "MPI_Comm_size");
}

Communicator::~Communicator() {
  free();
}

// Freeing is collective: during an exception other ranks may never call it, so it is left to MPI_Finalize.
void Communicator::free() noexcept {
  int finalized = 0;
  MPI_Finalized(&finalized);
  const bool frees = !is_abandoned_ && !finalized && std::uncaught_exceptions() == 0;
  if (handle_ != MPI_COMM_NULL && frees) MPI_Comm_free(&handle_);
  handle_ = MPI_COMM_NULL;
}

Communicator::Communicator(Communicator&& other) noexcept
    : handle_(std::exchange(other.handle_, MPI_COMM_NULL)),
      rank_(other.rank_),
      size_(other.size_),
      is_abandoned_(other.is_abandoned_) {}

Communicator& Communicator::operator=(Communicator&& other) noexcept {
  if (this != &other) {
    free();
    handle_ = std::exchange(other.handle_, MPI_COMM_NULL);
    rank_ = other.rank_;
    size_ = other.size_;
    is_abandoned_ = other.is_abandoned_;
  }
  return *this;
}

Communicator Communicator::duplicate() const {
  return Communicator(handle_);
}

Communicator Communicator::split(int colour, int key) const {
  MPI_Comm part = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split(handle_, colour, key, &part), "MPI_Comm_split");
  return Communicator(part, Adopt{});
}

bool Communicator::has_same_ranks(const Communicator& other) const {
  int same = 0;
  check_mpi(MPI_Comm_compare(handle_, other.handle_, &same), "MPI_Comm_compare");
  return same == MPI_IDENT || same == MPI_CONGRUENT;
}

void Communicator::barrier() const {
  check_mpi(MPI_Barrier(handle_), "MPI_Barrier");
}

void Communicator::let_messages_go_on() const {
  int there = 0;
  check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, handle_, &there, MPI_STATUS_IGNORE), "MPI_Iprobe");
}

template <std::integral T>
T Communicator::sum(T value) const {
  return all_reduce(value, MPI_SUM, handle_);
}
template <class T>
requires std::is_arithmetic_v<T> T Communicator::min(T value)
const {
  return all_reduce(value, MPI_MIN, handle_);
}
template <class T>
requires std::is_arithmetic_v<T> T Communicator::max(T value)
const {
  return all_reduce(value, MPI_MAX, handle_);
}
template int Communicator::sum(int) const;
template std::int64_t Communicator::sum(std::int64_t) const;
template int Communicator::min(int) const;
template std::int64_t Communicator::min(std::int64_t) const;
template float Communicator::min(float) const;
template double Communicator::min(double) const;
template int Communicator::max(int) const;
template std::int64_t Communicator::max(std::int64_t) const;
template float Communicator::max(float) const;
template double Communicator::max(double) const;

void Communicator::sum_in_place(std::span<std::int64_t> values) const {
  constexpr std::size_t most = std::size_t(1) << 26;  // fits an int and keeps MPI's scratch memory small
  for (std::size_t begin = 0; begin < values.size(); begin += most) {
    const int n = int(std::min(most, values.size() - begin));
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, values.data() + begin, n, MPI_INT64_T, MPI_SUM, handle_),
              "MPI_Allreduce");
  }
}

void Communicator::max_in_place(std::span<double> values) const {
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, values.data(), int(values.size()), MPI_DOUBLE, MPI_MAX, handle_),
            "MPI_Allreduce");
}

CollectiveRequest Communicator::start_gather_rows(std::span<const std::byte> mine, std::int64_t row_bytes,
                                                  std::span<const int> counts, std::span<const int> begins,
                                                  std::span<std::byte> all, int root) const {
  require(row_bytes > 0 && row_bytes <= INT32_MAX && std::int64_t(mine.size()) / row_bytes <= INT32_MAX,
          "rows of ", row_bytes, " bytes, ", mine.size(), " bytes of them, are beyond what MPI can gather");
  MPI_Datatype row = MPI_DATATYPE_NULL;
  check_mpi(MPI_Type_contiguous(int(row_bytes), MPI_BYTE, &row), "MPI_Type_contiguous");
  check_mpi(MPI_Type_commit(&row), "MPI_Type_commit");
  MPI_Request request = MPI_REQUEST_NULL;
  const int status = MPI_Igatherv(mine.data(), int(std::int64_t(mine.size()) / row_bytes), row, all.data(),
                                  counts.data(), begins.data(), row, root, handle_, &request);
  MPI_Type_free(&row);  // MPI keeps the type while the gather uses it
  check_mpi(status, "MPI_Igatherv");
  return CollectiveRequest(request);
}

CollectiveRequest Communicator::start_max_in_place(std::span<double> values) const {
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(
      MPI_Iallreduce(MPI_IN_PLACE, values.data(), int(values.size()), MPI_DOUBLE, MPI_MAX, handle_, &request),
      "MPI_Iallreduce");
  return CollectiveRequest(request);
}

CollectiveRequest Communicator::start_barrier() const {
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Ibarrier(handle_, &request), "MPI_Ibarrier");
  return CollectiveRequest(request);
}

void Communicator::broadcast(std::string& value, int root) const {
  value.resize(std::size_t(broadcast_size(std::int64_t(value.size()), root)));
  broadcast(std::span<char>(value), root);
}

void Communicator::broadcast_bytes(std::span<std::byte> bytes, int root) const {
  const ByteCount count(std::int64_t(bytes.size()));
  check_mpi(MPI_Bcast(bytes.data(), count.count(), count.type(), root, handle_), "MPI_Bcast");
}

std::int64_t Communicator::broadcast_size(std::int64_t size, int root) const {
  check_mpi(MPI_Bcast(&size, 1, MPI_INT64_T, root, handle_), "MPI_Bcast");
  return size;
}

std::int64_t Communicator::gathered_bytes(std::size_t mine, int root) const {
  const std::int64_t bytes = std::int64_t(mine);
  std::int64_t total = 0;
  check_mpi(MPI_Reduce(&bytes, &total, 1, MPI_INT64_T, MPI_SUM, root, handle_), "MPI_Reduce");
  return rank_ == root ? total : 0;
}

// Uses MPI_Gatherv if its 32-bit displacements suffice, otherwise one message from each rank.
void Communicator::gather_bytes(std::span<const std::byte> mine, std::span<std::byte> all, int root) const {
  std::vector<std::int64_t> sizes(rank_ == root ? std::size_t(size_) : 0);
  const std::int64_t size = std::int64_t(mine.size());
  check_mpi(MPI_Gather(&size, 1, MPI_INT64_T, sizes.data(), 1, MPI_INT64_T, root, handle_), "MPI_Gather");
  std::int64_t total = std::int64_t(all.size());
  check_mpi(MPI_Bcast(&total, 1, MPI_INT64_T, root, handle_), "MPI_Bcast");
  if (total <= INT32_MAX) {
    std::vector<int> counts(sizes.begin(), sizes.end()), begins(sizes.size());
    for (std::size_t rank = 1; rank < begins.size(); ++rank)
      begins[rank] = begins[rank - 1] + counts[rank - 1];
    check_mpi(MPI_Gatherv(mine.data(), int(size), MPI_BYTE, all.data(), counts.data(), begins.data(),
                          MPI_BYTE, root, handle_),
              "MPI_Gatherv");
    return;
  }
  constexpr int tag = 0;
  Request sent = start_send_bytes(mine, root, tag);
  for (std::size_t rank = 0, begin = 0; rank < sizes.size(); begin += std::size_t(sizes[rank++]))
    receive_bytes(all.subspan(begin, std::size_t(sizes[rank])), int(rank), tag);
  sent.wait();
}

void Communicator::all_to_all_bytes(std::span<const std::byte> mine, std::span<std::byte> from_all,
                                    std::size_t value_bytes) const {
  const std::size_t n_value = mine.size() / value_bytes;
  require(mine.size() == from_all.size() && n_value % std::size_t(size_) == 0, "an all-to-all of ", size_,
          " ranks was given ", n_value, " values to send and room for ", from_all.size() / value_bytes,
          "; give each as many equal parts as there are ranks");
  const ByteCount part(std::int64_t(mine.size()) / size_);
  check_mpi(MPI_Alltoall(mine.data(), part.count(), part.type(), from_all.data(), part.count(), part.type(),
                         handle_),
            "MPI_Alltoall");
}

Request Communicator::start_send_bytes(std::span<const std::byte> bytes, int to, int tag) const {
  const ByteCount count(std::int64_t(bytes.size()));
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Isend(bytes.data(), count.count(), count.type(), to, tag, handle_, &request), "MPI_Isend");
  return Request(request);
}

Request Communicator::start_synchronous_send_bytes(std::span<const std::byte> bytes, int to, int tag) const {
  const ByteCount count(std::int64_t(bytes.size()));
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Issend(bytes.data(), count.count(), count.type(), to, tag, handle_, &request), "MPI_Issend");
  return Request(request);
}

Request Communicator::start_receive_bytes(std::span<std::byte> bytes, int from, int tag) const {
  const ByteCount count(std::int64_t(bytes.size()));
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Irecv(bytes.data(), count.count(), count.type(), from, tag, handle_, &request), "MPI_Irecv");
  return Request(request);
}

void Communicator::drop_message(std::int64_t bytes, int from, int tag) const noexcept {
  try {
    LentToMpi<std::vector<std::byte>> room{std::size_t(bytes)};
    room.add(start_receive_bytes(*room, from, tag));
  } catch (...) {  // if there is no memory to receive the message, its sender is left waiting
  }
}

std::optional<std::string> receive_text_if_any(MPI_Comm communicator, int tag) {
  int there = 0, count = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  check_mpi(MPI_Improbe(MPI_ANY_SOURCE, tag, communicator, &there, &message, &status), "MPI_Improbe");
  if (!there) return std::nullopt;
  check_mpi(MPI_Get_count(&status, MPI_CHAR, &count), "MPI_Get_count");
  std::string text(std::size_t(count), '\0');
  check_mpi(MPI_Mrecv(text.data(), count, MPI_CHAR, &message, MPI_STATUS_IGNORE), "MPI_Mrecv");
  return text;
}

void Communicator::send_bytes(std::span<const std::byte> bytes, int to, int tag) const {
  const ByteCount count(std::int64_t(bytes.size()));
  check_mpi(MPI_Send(bytes.data(), count.count(), count.type(), to, tag, handle_), "MPI_Send");
}

void Communicator::receive_bytes(std::span<std::byte> bytes, int from, int tag) const {
  const std::int64_t came = start_receive_bytes(bytes, from, tag).wait();
  require(came == std::int64_t(bytes.size()), "rank ", rank_, " expected ", bytes.size(), " bytes from rank ",
          from, " but received ", came, "; sender and receiver disagree about the size of a message");
}

}  // namespace groundswell
