// SPDX-License-Identifier: Apache-2.0
// Fills halo cells with their owners' values: start() packs and launches, finish() waits and unpacks, and
// between them the caller computes inner cells. It never knows what it carries: bytes of a row for each cell.
// Methods by name: "point_to_point_ordered" (receives posted, then blocking sends in turn, wait and unpack
// neighbour by neighbour: the usual baseline), "point_to_point" (non-blocking both ways, unpacked as they
// come), "graph" (one neighbourhood collective with one buffer: MPI_Ineighbor_alltoallv).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/timers.hpp"
#include "comm/communicator.hpp"
#include "decomp/halo_plan.hpp"
#include "exec/array.hpp"

namespace groundswell {

class HaloMethod;

// Bytes [offset, offset + length) of rows that start `stride` bytes apart, a row for each local cell.
struct CellRows {
  std::byte* data = nullptr;
  std::int64_t n_row = 0;
  std::int64_t stride = 0;  // [bytes]
  std::int64_t offset = 0;  // [bytes]
  std::int64_t length = 0;  // [bytes]
};

// Columns [first, first + n) of each row; n < 0: all from `first` on. Throws Error where there are not so
// many.
template <class T>
CellRows make_cell_rows(RowArray<T>& values, std::int64_t first = 0, std::int64_t n = -1) {
  const std::int64_t n_col = std::int64_t(values.n_col());
  if (n < 0) n = n_col - first;
  require(first >= 0 && n >= 0 && first + n <= n_col, "a halo exchange of columns ", first, " to ", first + n,
          " was asked of rows that have ", n_col);
  return {reinterpret_cast<std::byte*>(values.row(0)), std::int64_t(values.n_row()),
          std::int64_t(values.stride() * sizeof(T)), first * std::int64_t(sizeof(T)),
          n * std::int64_t(sizeof(T))};
}
// One value per cell.
template <class T>
CellRows make_cell_rows(Array<T>& values) {
  return {reinterpret_cast<std::byte*>(values.data()), std::int64_t(values.size()), sizeof(T), 0, sizeof(T)};
}
template <class T>
CellRows make_cell_rows(std::vector<T>& values) {
  return {reinterpret_cast<std::byte*>(values.data()), std::int64_t(values.size()), sizeof(T), 0, sizeof(T)};
}

inline constexpr std::string_view default_halo_method = "point_to_point";
// The methods that HaloExchange knows by name.
std::vector<std::string> halo_method_names();

class HaloExchange {
 public:
  // Keeps its own copy of the plan and its own context of the ranks, so several exchanges may be under way at
  // once, each in its own object. `timers`, where given, gets "halo.pack", "halo.wait" and "halo.unpack" and
  // must live as long. Throws Error for an unknown method. Collective.
  HaloExchange(const Communicator& communicator, HaloPlan plan, std::string_view method = default_halo_method,
               Timers* timers = nullptr);
  ~HaloExchange();
  HaloExchange(HaloExchange&&) noexcept;
  HaloExchange& operator=(HaloExchange&&) noexcept;

  const HaloPlan& plan() const;
  const std::string& method() const;

  // Packs the values of cells that others need and launches the messages. All ranks give rows of the same
  // lengths; several sets of rows travel in one message. Until finish() returns, halo cells must not be read
  // and owned cells may be read and written. Throws Error where the previous start was not finished, or where
  // rows do not fit the plan's cells.
  void start(std::span<const CellRows> rows);
  void start(const CellRows& rows) { start(std::span<const CellRows>(&rows, 1)); }
  template <class T>
  void start(RowArray<T>& values, std::int64_t first = 0, std::int64_t n = -1) {
    start(make_cell_rows(values, first, n));
  }
  template <class T>
  void start(Array<T>& values) {
    start(make_cell_rows(values));
  }
  template <class T>
  void start(std::vector<T>& values) {
    start(make_cell_rows(values));
  }

  // Waits for the messages and puts them into the halo cells. Throws Error where nothing was started.
  void finish();
  bool under_way() const;

  // start() and finish() at once.
  template <class... Arguments>
  void exchange(Arguments&&... arguments) {
    start(std::forward<Arguments>(arguments)...);
    finish();
  }

  // Bytes that this rank sends in an exchange of rows of that length [bytes].
  std::int64_t send_bytes(std::int64_t row_bytes) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace groundswell
