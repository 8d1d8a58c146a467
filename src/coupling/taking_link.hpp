// SPDX-License-Identifier: Apache-2.0
// The target's side of a pair of components: receives the events of the pair in their order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/date_time.hpp"
#include "exec/cell_rows.hpp"
#include "transfer/transfer.hpp"

namespace groundswell {

// What the source has given at one of its dates.
struct PairEvent {
  DateTime date;
  std::vector<bool> mask;  // for each field of the pair, whether it has been given
};

class TakingLink {
 public:
  using NextEvent = std::function<std::optional<PairEvent>(const std::optional<DateTime>& after)>;
  // Called with each event that has come and the values of the fields of the transfer, whose bytes stand in
  // the order of its target cells.
  using Arrive =
      std::function<void(const PairEvent& event, const std::vector<std::vector<std::byte>>& values)>;

  // `transfer` must outlive this object. `fields_of` has the number of a pair's field for each field of the
  // transfer. The first event is the one behind `after`.
  TakingLink(Transfer& transfer, std::vector<std::size_t> fields_of, std::vector<std::int64_t> row_bytes,
             std::int64_t n_cell, const std::optional<DateTime>& after, NextEvent next_event, Arrive arrive);

  // Makes progress without waiting, with events up to the date `until` of the source; whether one has come.
  // Throws Error if the transfer has failed.
  bool progress(const DateTime& until);
  // Whether all events up to this date have come.
  bool has_all_until(const DateTime& date) const { return !next_ || next_->date > date; }

 private:
  Transfer& transfer_;
  std::vector<std::size_t> fields_of_;
  NextEvent next_event_;
  Arrive arrive_;
  std::vector<std::vector<std::byte>> values_;  // [field of the transfer]
  std::vector<CellRows> rows_;
  std::optional<PairEvent> next_;
};

}  // namespace groundswell
