// SPDX-License-Identifier: Apache-2.0
// Fills halo cells with their owners' values: start() sends, finish() waits until the halo cells have their
// values, and in between the caller computes inner cells. It copies bytes, one row per cell, whatever they
// mean, and knows no mesh, only the plan of which rank needs which cells. How the bytes travel is up to a
// method, chosen by name (halo_method.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/timers.hpp"
#include "comm/communicator.hpp"
#include "comm/watchdog.hpp"
#include "exec/cell_rows.hpp"
#include "halo/halo_array.hpp"
#include "halo/halo_plan.hpp"

namespace groundswell {

inline constexpr std::string_view default_halo_method = "point_to_point";
// All names that HaloSettings::method may have; an MPI library may lack what one of them needs.
std::vector<std::string> halo_method_names();

struct HaloSettings {
  std::string method{default_halo_method};
  // Unless null, records the times "halo.pack", "halo.wait" and "halo.unpack"; must outlive the exchange.
  Timers* timers = nullptr;
  // For "auto": a folder, used for nothing else, in which its decisions are kept for the next run; if empty,
  // they are not kept.
  std::string choice_folder = {};
  // Notified if MPI hangs while a graph topology is created.
  HangWatch watch = {};
  double time_limit = 600.0;  // [s] a wait in start() or finish() that lasts longer is an error
};

class HaloLane;

// One pending exchange. Move-only; it must be finished before its HaloExchange is destroyed.
class HaloHandle {
 public:
  HaloHandle() = default;
  HaloHandle(HaloHandle&& other) noexcept : lane_(std::exchange(other.lane_, nullptr)) {}
  HaloHandle& operator=(HaloHandle&& other) noexcept {
    std::swap(lane_, other.lane_);
    return *this;
  }

  // Whether finish() has yet to be called.
  bool pending() const { return lane_ != nullptr; }
  // Lets messages progress; true if finish() would not wait (never true with "graph_blocking"). Throws Error
  // if no exchange is pending, and if another rank has failed.
  bool is_ready();
  // Returns when the halo cells have their values and the cells that were sent may be changed. Throws Error
  // if no exchange is pending. Also throws Error at the time limit and if another rank has failed; then all
  // exchanges of the object have failed, on all ranks.
  void finish();

 private:
  friend class HaloExchange;
  explicit HaloHandle(HaloLane& lane) : lane_(&lane) {}
  HaloLane* lane_ = nullptr;
};

class HaloExchange {
 public:
  // Keeps its own copies of the plan and the communicator. Throws Error, on all ranks, for an unknown method,
  // for one that this machine or MPI library does not support, if ranks name different methods, and for a
  // time limit that is not positive. Collective.
  HaloExchange(const Communicator& communicator, HaloPlan plan, const HaloSettings& settings = {});
  ~HaloExchange();
  HaloExchange(HaloExchange&&) noexcept;
  HaloExchange& operator=(HaloExchange&&) noexcept;

  const HaloPlan& plan() const;
  const std::string& method() const;
  // The method that now carries rows of that length: with "auto" its choice, or "" while it is still trying
  // candidates.
  std::string method_of(std::int64_t row_bytes) const;
  // Messages for the user: what "auto" has chosen so far and, on rank 0 only, why a saved decision is not
  // used or could not be saved.
  std::vector<std::string> notes() const;

  // Sets HaloSettings::time_limit. Not collective. Throws Error for a limit that is not positive.
  void set_time_limit(double seconds);

  // Sends the values that other ranks need. Several sets of rows, of any types and widths, go in one message.
  // Until the exchange is finished, halo cells must not be touched and owned cells that other ranks need must
  // not be changed; other cells are the caller's. Further exchanges may be started meanwhile, up to
  // `most_under_way`. All ranks start and finish their exchanges in the same order, with rows of the same
  // lengths; if these are not as expected from earlier exchanges, start() waits for its partners
  // (halo_partners.hpp). Throws Error, on this rank alone, if the rows do not fit the plan's cells or are not
  // in host memory; and, on all ranks sooner or later, if lengths differ, at the time limit, and if another
  // rank has failed.
  [[nodiscard]] HaloHandle start(std::span<const CellRows> rows);
  // Arrays of any shape, for plans with positions (make_placed_halo_plan, make_box_halo_plan) or without.
  [[nodiscard]] HaloHandle start(std::span<const HaloArray> arrays);
  [[nodiscard]] HaloHandle start(const HaloArray& array) {
    return start(std::span<const HaloArray>(&array, 1));
  }
  [[nodiscard]] HaloHandle start(const CellRows& rows) { return start(std::span<const CellRows>(&rows, 1)); }
  template <class T>
  [[nodiscard]] HaloHandle start(RowArray<T>& values, std::int64_t first = 0, std::int64_t n = -1) {
    const CellRows rows = make_cell_rows(values, first, n);
    return start(first + rows.length / std::int64_t(sizeof(T)) == std::int64_t(values.n_col())
                     ? with_small_padding(rows)
                     : rows);
  }
  template <class T>
  [[nodiscard]] HaloHandle start(Array<T>& values) {
    return start(make_cell_rows(values));
  }
  template <class T>
  [[nodiscard]] HaloHandle start(std::vector<T>& values) {
    return start(make_cell_rows(values));
  }

  // start() and then finish().
  template <class... Arguments>
  void exchange(Arguments&&... arguments) {
    start(std::forward<Arguments>(arguments)...).finish();
  }

  static constexpr int most_under_way = 16;
  int n_under_way() const;

  // Whether an exchange has failed here, or this rank was notified of a failure: no further exchange is then
  // possible.
  bool has_failed() const;
  // Waits until all ranks have called it; afterwards the object can only be destroyed. A rank without further
  // exchanges learns here of failures on others; without close(), a rank that only sends may leave before its
  // partners have compared the lengths of its last rows with theirs. Returns immediately if has_failed().
  // Throws Error, on all ranks, at the time limit, if another rank has failed, if some ranks have started
  // more exchanges than others, and if a rank has pending exchanges, in which case it may be called again.
  // Collective.
  void close();

  // Memory that lives as long as this object, after an error until the program ends, initially zero, its
  // start aligned to 64 bytes. Ranks of one node that use "shared_window" or "node_aware" read rows in such
  // memory in place, without an intermediate copy. Not collective. Throws Error if the system provides none.
  std::span<std::byte> allocate(std::size_t bytes);

  // Bytes that this rank sends in an exchange of rows of that length [bytes].
  std::int64_t send_bytes(std::int64_t row_bytes) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace groundswell
