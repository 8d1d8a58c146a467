// SPDX-License-Identifier: Apache-2.0
// Fills halo cells with their owners' values: start() packs and sends, finish() waits and unpacks, and in
// between the caller computes inner cells. It copies bytes, one row per cell, whatever they mean. Methods by
// name: "point_to_point_ordered" (non-blocking receives, blocking sends, then wait and unpack in the order of
// neighbours: the usual baseline), "point_to_point" (non-blocking both ways, unpacked in order of arrival),
// "graph" (one neighbourhood collective with one buffer: MPI_Ineighbor_alltoallv).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/timers.hpp"
#include "comm/communicator.hpp"
#include "decomp/halo_plan.hpp"
#include "exec/cell_rows.hpp"

namespace groundswell {

class HaloMethod;

inline constexpr std::string_view default_halo_method = "point_to_point";
// The methods that HaloExchange knows by name.
std::vector<std::string> halo_method_names();

class HaloExchange {
 public:
  // Keeps its own copies of plan and communicator, so several exchanges may be under way at once, each in its
  // own object. `timers`, unless null, gets "halo.pack", "halo.wait" and "halo.unpack" and must outlive this
  // object. Throws Error for an unknown method. Collective.
  HaloExchange(const Communicator& communicator, HaloPlan plan, std::string_view method = default_halo_method,
               Timers* timers = nullptr);
  ~HaloExchange();
  HaloExchange(HaloExchange&&) noexcept;
  HaloExchange& operator=(HaloExchange&&) noexcept;

  const HaloPlan& plan() const;
  const std::string& method() const;

  // Packs the values that other ranks need and sends them. All ranks must give rows of the same lengths;
  // several sets of rows go in one message. Until finish() returns, halo cells must not be read, but owned
  // cells may be read and written. Throws Error where the previous exchange was not finished, or where the
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

  // Waits for the messages and copies them into the halo cells. Throws Error where nothing was started.
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
