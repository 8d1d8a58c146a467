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
#include "files/input_record.hpp"

namespace groundswell {

class BoundarySource {
 public:
  virtual ~BoundarySource() = default;
  // Writes what enters at `now`: spectra [open edge][freq * dir] of action density [m2 Hz-1 rad-1 s], in the
  // order and in the frames of the places that the source was made for. An edge's spectrum depends on its
  // own place and on `now` alone, never on the rank or the other edges.
  virtual void update(const DateTime& now, const Rows<float>& spectra) = 0;
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

}  // namespace groundswell
