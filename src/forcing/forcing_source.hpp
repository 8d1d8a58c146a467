// SPDX-License-Identifier: Apache-2.0
// The interface of a source that supplies a quantity to the cells: a file, a formula or another component of
// a coupled system.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/date_time.hpp"
#include "comm/communicator.hpp"
#include "exec/array.hpp"
#include "field/state_list.hpp"
#include "files/input_record.hpp"

namespace groundswell {

// Longitudes and latitudes [rad] of the centres of the cells to be supplied, in a rank's local order.
struct ForcingCells {
  std::span<const double> lon, lat;
  std::size_t size() const { return lon.size(); }
};

// Values [component][cell] at both ends of an interval. `begin` is empty if the caller needs only the end.
struct EndValues {
  std::span<const View<float>> begin, end;
};

class ForcingSource {
 public:
  virtual ~ForcingSource() = default;
  // Writes the values at the ends of `interval`: east and north for a vector, one component for a scalar.
  // Each interval begins at the end of the previous one. The first is an instant, at which state does not
  // advance: the start of the run, or the date from which it resumes, after the state has been loaded. A
  // cell's values depend only on its own position, on the interval and on the state, never on the rank or
  // other cells.
  virtual void update(const TimeInterval& interval, const EndValues& values) = 0;
  // Adds the state that the source carries from interval to interval, under names that are unique in the
  // model, as they become names in the restart.
  virtual void list_state(StateList&) {}
  // Fingerprints of the source's files at the dates used for values between `from` and `until`, as far as the
  // files have these dates; nothing if the source needs no files. The role is filled in by the caller. If a
  // file cannot be read, throws Error on all `ranks`, or, if they are null, on this rank alone. Collective.
  virtual std::optional<InputRecord> find_input(const DateTime& from, const DateTime& until,
                                                const Communicator* ranks) {
    static_cast<void>(from), static_cast<void>(until), static_cast<void>(ranks);
    return {};
  }
  // What the source has read, for the log, on the first rank; "" if there is nothing to say.
  virtual std::string describe() const { return ""; }
};

// A source without state, whose values depend only on the date.
class DatedSource : public ForcingSource {
 public:
  void update(const TimeInterval& interval, const EndValues& values) final {
    if (!values.begin.empty()) supply(interval.begin, values.begin);
    supply(interval.end, values.end);
  }
  // Writes the values at `now` to values[component][cell].
  virtual void supply(const DateTime& now, std::span<const View<float>> values) = 0;
};

// A dated source whose values are written by a function with the arguments of DatedSource::supply.
template <class Supply>
std::unique_ptr<ForcingSource> make_dated_source(Supply supply) {
  class Supplied final : public DatedSource {
   public:
    explicit Supplied(Supply supply) : supply_(std::move(supply)) {}
    void supply(const DateTime& now, std::span<const View<float>> values) override { supply_(now, values); }

   private:
    Supply supply_;
  };
  return std::make_unique<Supplied>(std::move(supply));
}

}  // namespace groundswell
