// SPDX-License-Identifier: Apache-2.0
// The one interface through which waves enter the open edges of a rank, whatever their source: settings, a
// file, a larger mesh around this one, or another component of a coupled system.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/date_time.hpp"
#include "comm/communicator.hpp"
#include "exec/array.hpp"
#include "field/state_list.hpp"
#include "files/input_record.hpp"

namespace groundswell {

class BoundarySource {
 public:
  virtual ~BoundarySource() = default;
  // Writes the mean inflow over `interval`: spectra [open edge][freq * dir] of action density [m2 Hz-1 rad-1
  // s], in the order and in the frames of the places that the source was made for. Intervals follow each
  // other as for ForcingSource::update. An edge's spectrum depends only on its own position, on the interval
  // and on the state, never on the rank or the other edges.
  virtual void update(const TimeInterval& interval, const Rows<float>& spectra) = 0;
  // Like ForcingSource::list_state.
  virtual void list_state(StateList&) {}
  // Whether update() writes the same spectra at all times.
  virtual bool is_steady() const { return false; }
  // Fingerprints of the source's files at the dates used for values between `from` and `until`, as far as the
  // files have these dates; nothing if the source needs no files. If a file cannot be read, throws Error on
  // all ranks. Collective.
  virtual std::optional<InputRecord> find_input(const Communicator& ranks, const DateTime& from,
                                                const DateTime& until) {
    static_cast<void>(ranks), static_cast<void>(from), static_cast<void>(until);
    return {};
  }
  // The number of places that never have any inflow because the source does not reach them.
  virtual std::int64_t n_out_of_reach() const { return 0; }
  // A description of anything unusual in the source, for the warnings of a run and of `check`; otherwise "".
  virtual std::string describe_oddity() const { return ""; }
  // Describes the inflow and its range of dates, for the report of `check`.
  virtual std::string describe() const { return "another source"; }
};

// A source without state: its inflow depends only on the date, and the mean over an interval is approximated
// by the value at its midpoint.
class DatedBoundary : public BoundarySource {
 public:
  void update(const TimeInterval& interval, const Rows<float>& spectra) final {
    supply(interval.middle(), spectra);
  }
  // Writes the inflow at `now`.
  virtual void supply(const DateTime& now, const Rows<float>& spectra) = 0;
};

}  // namespace groundswell
