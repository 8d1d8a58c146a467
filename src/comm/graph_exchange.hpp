// SPDX-License-Identifier: Apache-2.0
// Exchanges with all neighbours of a graph topology in one call, in three variants: non-blocking; persistent;
// and without packing, using datatypes that describe where the values lie. Reference: MPI 3.1, 7.6 and 7.7;
// MPI 4.0, 8.8.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "comm/graph_topology.hpp"
#include "comm/request.hpp"

namespace groundswell {

// One message to each destination and from each source of the graph. Counts and begins are in rows of
// `row_bytes` bytes: for sends one entry per destination, for receives one per source. Buffers and tables
// must stay valid until the exchange is complete.
struct GraphExchange {
  const std::byte* send = nullptr;
  std::span<const int> send_counts, send_begins;
  std::byte* receive = nullptr;
  std::span<const int> receive_counts, receive_begins;
  std::int64_t row_bytes = 0;
};
[[nodiscard]] CollectiveRequest start_exchange(const GraphTopology& graph, const GraphExchange& exchange);

// An MPI datatype, freed with this object. Move-only.
class OwnedType {
 public:
  OwnedType() = default;
  explicit OwnedType(MPI_Datatype handle) : handle_(handle) {}
  ~OwnedType();
  OwnedType(OwnedType&& other) noexcept : handle_(std::exchange(other.handle_, MPI_DATATYPE_NULL)) {}
  OwnedType& operator=(OwnedType&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  MPI_Datatype handle() const { return handle_; }

 private:
  MPI_Datatype handle_ = MPI_DATATYPE_NULL;
};

// A repeated exchange between the same buffers, which MPI sets up once. Move-only.
class PersistentExchange {
 public:
  // Whether this MPI library supports it: MPI 4, or Open MPI's extension with the prefix MPIX.
  static bool is_available();
  PersistentExchange(const GraphTopology& graph, const GraphExchange& exchange);
  ~PersistentExchange();
  PersistentExchange(PersistentExchange&& other) noexcept
      : row_(std::move(other.row_)), request_(std::exchange(other.request_, MPI_REQUEST_NULL)) {}
  PersistentExchange& operator=(PersistentExchange&&) = delete;

  void start();
  bool test();

 private:
  OwnedType row_;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

// Rows of `length` bytes at `first` + row * `stride`; if they lie in lines, each of line_length rows, at
// `first` + (row / line_length) * line_stride + (row % line_length) * stride. A row may have several pieces
// of `length` bytes, at the offsets `pieces` from its begin.
struct MemoryRows {
  std::byte* first = nullptr;
  std::int64_t stride = 0, length = 0;            // [bytes]
  std::int64_t line_length = 0, line_stride = 0;  // in rows, and [bytes]; a length of 0: no lines
  std::vector<std::int64_t> pieces{0};            // [bytes]

  std::int64_t begin_of(std::int64_t row) const {
    return line_length == 0 ? row * stride : row / line_length * line_stride + row % line_length * stride;
  }
};
// A datatype that describes the given rows of each set where they lie in memory, one set after another.
OwnedType make_memory_type(std::span<const MemoryRows> sets, std::span<const int> rows);
// As above, for `n` rows starting at row `first`.
OwnedType make_memory_type(std::span<const MemoryRows> sets, std::int64_t first, std::int64_t n);

// Sends to and receives from each neighbour the values that a datatype describes, in place, without packing.
// Move-only; it must outlive pending exchanges.
class TypedExchange {
 public:
  TypedExchange(std::vector<OwnedType> send, std::vector<OwnedType> receive);
  [[nodiscard]] CollectiveRequest start(const GraphTopology& graph) const;

 private:
  std::vector<OwnedType> send_, receive_;
  std::vector<MPI_Datatype> send_handles_, receive_handles_;
  std::vector<int> ones_;
  std::vector<MPI_Aint> zeros_;
};

}  // namespace groundswell
