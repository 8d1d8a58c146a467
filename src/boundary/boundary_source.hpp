// SPDX-License-Identifier: Apache-2.0
// The one interface through which waves enter the open edges of a rank, whoever supplies them: settings, a
// file, a larger mesh around this one, another component of a coupled system.
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
  // Writes what enters in the mean over `interval`: spectra [open edge][freq * dir] of action density
  // [m2 Hz-1 rad-1 s], in the order and in the frames of the places that the source was made for. Intervals
  // follow each other as those of ForcingSource::update do. An edge's spectrum depends on its own place, on
  // the interval and on the state, never on the rank or the other edges.
  virtual void update(const TimeInterval& interval, const Rows<float>& spectra) = 0;
  // As ForcingSource::list_state.
  virtual void list_state(StateList&) {}
  // Whether update() gives the same at all times.
  virtual bool is_steady() const { return false; }
  // What its files hold at the dates of which values between `from` and `until` are made, as far as they have
  // them; nothing where it needs no files. Throws Error on all ranks. Collective.
  virtual std::optional<InputRecord> find_input(const Communicator& ranks, const DateTime& from,
                                                const DateTime& until) {
    static_cast<void>(ranks), static_cast<void>(from), static_cast<void>(until);
    return {};
  }
  // At how many of the places nothing enters at any time, as the source does not reach them.
  virtual std::int64_t n_out_of_reach() const { return 0; }
  // A sentence where the source is odd, for the warnings of a run and of `check`; otherwise "".
  virtual std::string describe_oddity() const { return ""; }
  // What enters, and between which dates, for the report of `check`.
  virtual std::string describe() const { return "another source"; }
};

// A source without state: what enters follows from the date, and its mean over an interval is that of the
// middle.
class DatedBoundary : public BoundarySource {
 public:
  void update(const TimeInterval& interval, const Rows<float>& spectra) final {
    supply(interval.middle(), spectra);
  }
  // Writes what enters at `now`.
  virtual void supply(const DateTime& now, const Rows<float>& spectra) = 0;
};

}  // namespace groundswell
