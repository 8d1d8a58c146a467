// SPDX-License-Identifier: Apache-2.0
// A group of ranks that exchange messages: RAII over an MPI communicator. Libraries use the communicator that
// their caller passes, not MPI_COMM_WORLD, so that other models can use them; only meetings
// (meeting_place.cpp, job_group.cpp) and the session need the world. Errors of MPI are thrown as Error with
// MPI's own text. Sizes of messages are 64-bit: more than 2 GiB still go in one message. Reference: MPI: A
// Message-Passing Interface Standard 3.1.
#pragma once

#include <mpi.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "comm/request.hpp"

namespace groundswell {

// Types that may be sent between ranks: their values can be copied byte by byte.
template <class T>
concept Transferable = std::is_trivially_copyable_v<T>;

// Receives a text sent with this tag by any rank, if one has arrived.
std::optional<std::string> receive_text_if_any(MPI_Comm communicator, int tag);

class Communicator {
 public:
  // Duplicates `other`, so that messages of its owner never mix with those of this object. Collective.
  explicit Communicator(MPI_Comm other);
  // Takes ownership of `handle`, which is freed with this object.
  static Communicator adopt(MPI_Comm handle) { return Communicator(handle, Adopt{}); }
  // A communicator of the calling rank alone.
  static Communicator self() { return Communicator(MPI_COMM_SELF); }
  ~Communicator();
  Communicator(Communicator&& other) noexcept;
  Communicator& operator=(Communicator&& other) noexcept;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  // Keeps the MPI communicator until the end of the program. If it were freed while messages or collectives
  // of some rank are pending, a later communicator that gets the same id could receive them. To be called on
  // every rank on which messages of others may still arrive.
  void abandon() { is_abandoned_ = true; }

  int rank() const { return rank_; }
  int size() const { return size_; }
  // The MPI handle, for libraries that require one, such as PnetCDF.
  MPI_Comm handle() const { return handle_; }

  // A second communicator of the same ranks in the same order. Collective.
  Communicator duplicate() const;
  // A communicator of the ranks that pass the same colour >= 0, ordered by key, then by rank in this
  // communicator. Collective.
  Communicator split(int colour, int key) const;
  bool has_same_ranks(const Communicator& other) const;  // and in the same order
  void barrier() const;
  // Calls MPI once, so that pending messages make progress: MPI advances them only during calls.
  void let_messages_go_on() const;

  // Reductions over all ranks; every rank gets the result. There is no plain sum of floating-point numbers,
  // because its bits would depend on MPI; use sum_exact (comm/exact_sum.hpp).
  template <std::integral T>
  T sum(T value) const;
  template <class T>
  requires std::is_arithmetic_v<T> T min(T value)
  const;
  template <class T>
  requires std::is_arithmetic_v<T> T max(T value)
  const;
  // Sums element by element in place.
  void sum_in_place(std::span<std::int64_t> values) const;
  void max_in_place(std::span<double> values) const;  // element by element
  // Non-blocking maximum and barrier; the values must stay valid until the request completes.
  [[nodiscard]] CollectiveRequest start_max_in_place(std::span<double> values) const;
  [[nodiscard]] CollectiveRequest start_barrier() const;
  bool any(bool value) const { return max(int(value)) != 0; }
  bool all(bool value) const { return min(int(value)) != 0; }

  // Copies the root's values to every rank; every rank passes a span of the same size.
  template <Transferable T>
  void broadcast(std::span<T> values, int root) const {
    broadcast_bytes(std::as_writable_bytes(values), root);
  }
  template <Transferable T>
  requires(!std::is_const_v<T>) void broadcast(T& value, int root) const {
    broadcast(std::span<T>(&value, 1), root);
  }
  // The other ranks' vectors get the root's size and content.
  template <Transferable T>
  void broadcast(std::vector<T>& values, int root) const {
    values.resize(std::size_t(broadcast_size(std::int64_t(values.size()), root)));
    broadcast(std::span<T>(values), root);
  }
  void broadcast(std::string& value, int root) const;

  // Non-blocking gather of rows of `row_bytes`; buffers must stay valid until the request completes. Only the
  // root passes the number of rows of each rank, their offsets (in rows) and the receive buffer.
  [[nodiscard]] CollectiveRequest start_gather_rows(std::span<const std::byte> mine, std::int64_t row_bytes,
                                                    std::span<const int> counts, std::span<const int> begins,
                                                    std::span<std::byte> all, int root) const;

  // Returns all ranks' values in the order of ranks; empty except on the root.
  template <Transferable T>
  std::vector<T> gather(std::span<const T> mine, int root) const {
    std::vector<T> all(std::size_t(gathered_bytes(mine.size_bytes(), root)) / sizeof(T));
    gather_bytes(std::as_bytes(mine), std::as_writable_bytes(std::span<T>(all)), root);
    return all;
  }
  // As gather(), but every rank gets the result.
  template <Transferable T>
  std::vector<T> all_gather(std::span<const T> mine) const {
    std::vector<T> all = gather(mine, 0);
    broadcast(all, 0);
    return all;
  }
  // As above, with one value from each rank.
  template <Transferable T>
  std::vector<T> all_gather(const T& mine) const {
    return all_gather(std::span<const T>(&mine, 1));
  }

  // Sends an equal part of `mine` to every rank, itself included, in the order of ranks; the parts received
  // fill `from_all`. Throws Error unless both have equally many values, a multiple of the number of ranks.
  template <Transferable T>
  void all_to_all(std::span<const T> mine, std::span<T> from_all) const {
    all_to_all_bytes(std::as_bytes(mine), std::as_writable_bytes(from_all), sizeof(T));
  }

  // Messages between two ranks. A receive takes at most `values.size()` values; Request::wait returns the
  // number of bytes received. The values must stay in place until the request is complete.
  template <Transferable T>
  [[nodiscard]] Request start_send(std::span<const T> values, int to, int tag) const {
    return start_send_bytes(std::as_bytes(values), to, tag);
  }
  // A send that completes only when the receiver has begun to receive: MPI keeps no copy, so messages that
  // nobody receives cannot pile up.
  [[nodiscard]] Request start_synchronous_send_bytes(std::span<const std::byte> bytes, int to, int tag) const;
  template <Transferable T>
  [[nodiscard]] Request start_receive(std::span<T> values, int from, int tag) const {
    return start_receive_bytes(std::as_writable_bytes(values), from, tag);
  }
  template <Transferable T>
  void send(std::span<const T> values, int to, int tag) const {
    send_bytes(std::as_bytes(values), to, tag);
  }
  std::optional<std::string> receive_text_if_any(int tag) const {
    return groundswell::receive_text_if_any(handle_, tag);
  }
  // Throws Error unless it receives exactly `values.size()` values.
  template <Transferable T>
  void receive(std::span<T> values, int from, int tag) const {
    receive_bytes(std::as_writable_bytes(values), from, tag);
  }

  [[nodiscard]] Request start_send_bytes(std::span<const std::byte> bytes, int to, int tag) const;
  [[nodiscard]] Request start_receive_bytes(std::span<std::byte> bytes, int from, int tag) const;
  void send_bytes(std::span<const std::byte> bytes, int to, int tag) const;
  void receive_bytes(std::span<std::byte> bytes, int from, int tag) const;
  // Receives and discards a message that is no longer wanted, whenever it arrives, so that its sender does
  // not wait forever. Only for a communicator that is then abandoned: the receive may stay pending until the
  // program ends.
  void drop_message(std::int64_t bytes, int from, int tag) const noexcept;

 private:
  struct Adopt {};
  Communicator(MPI_Comm handle, Adopt);
  void free() noexcept;
  void broadcast_bytes(std::span<std::byte> bytes, int root) const;
  std::int64_t broadcast_size(std::int64_t size, int root) const;
  std::int64_t gathered_bytes(std::size_t mine, int root) const;
  void gather_bytes(std::span<const std::byte> mine, std::span<std::byte> all, int root) const;
  void all_to_all_bytes(std::span<const std::byte> mine, std::span<std::byte> from_all,
                        std::size_t value_bytes) const;

  MPI_Comm handle_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 1;
  bool is_abandoned_ = false;
};

}  // namespace groundswell
