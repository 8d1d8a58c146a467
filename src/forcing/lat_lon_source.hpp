// SPDX-License-Identifier: Apache-2.0
// A quantity from netCDF files: bilinear in space and linear in time between two dates, which are kept in
// memory while a thread reads the next one; or a steady climate.
#pragma once

#include <cstdint>
#include <future>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "forcing/grid_fingerprint.hpp"
#include "forcing/lat_lon_sampler.hpp"
#include "forcing/needed_dates.hpp"

namespace groundswell {

class LatLonSource : public DatedSource {
 public:
  // Examines every date that the run needs. Throws Error if a date is missing, or if a cell has no value or
  // one outside the bounds of QuantityNames. Collective, with one error for all ranks; `ranks` is null for a
  // single rank.
  LatLonSource(const ForcingFileSettings& settings, const QuantityNames& names, const ForcingCells& cells,
               const DateTime& start, const DateTime& end, const Communicator* ranks);
  LatLonSource(const LatLonSource&) = delete;  // a thread may be using it
  LatLonSource& operator=(const LatLonSource&) = delete;

  // Throws Error if a date cannot be read, or if a file has changed since the survey so that a cell lacks a
  // valid value.
  void supply(const DateTime& now, std::span<const View<float>> values) override;
  // A steady climate has a single fingerprint for all its dates.
  std::optional<InputRecord> find_input(const DateTime& from, const DateTime& until,
                                        const Communicator* ranks) override;

 private:
  // The values of all cells at one date.
  struct Slab {
    std::size_t index = std::size_t(-1);  // into the dates of the series
    std::vector<Array<float>> values;     // [component][cell]
    std::vector<View<float>> views();
  };
  Slab make_slab() const;
  // Reads and checks a date; may run in any thread.
  Slab read(std::size_t index) const;
  void load(Slab& slab, std::size_t index);
  // Starts to read the date that follows this one.
  void read_ahead(std::size_t index);
  void find_dates(const ForcingFileSettings& settings, const std::pair<DateTime, DateTime>& period,
                  const Communicator* ranks);
  // The fingerprints of the dates with these indices; dates whose fingerprints are not known yet are read.
  std::vector<std::uint64_t> fingerprints(const std::vector<std::size_t>& dates, const Communicator* ranks);
  void check_cells(const Slab& slab) const;
  [[noreturn]] void refuse_missing(std::size_t cell, const Slab& slab) const;
  // Date and cell, for messages: "at 1996-01-05T00:00:00Z over the sea cell at longitude ...".
  std::string describe(std::size_t cell, const Slab& slab) const;
  Slab mean_of_dates() const;
  void blend(const DateTime& now, std::span<const View<float>> values);

  std::vector<double> lon_, lat_;  // [cell] [degree] for messages
  const QuantityNames& names_;
  bool zero_where_missing_;
  std::optional<LatLonSampler> sampler_;
  std::optional<GridFingerprint> fingerprint_;
  std::map<std::size_t, std::uint64_t> known_;  // fingerprints by index
  std::vector<std::size_t> dates_;              // needed in this run, as indices into the dates of the series
  Slab before_, after_;
  Slab climate_;  // a steady climate, or empty
  std::size_t ahead_index_ = std::size_t(-1);
  std::future<Slab> ahead_;  // last member: its destructor waits for the thread, which uses other members
};

// For each cell, whether the series has a value there at each of its dates from `start` to `end`.
std::vector<bool> cells_with_values(const ForcingFileSettings& settings, const QuantityNames& names,
                                    const ForcingCells& cells, const DateTime& start, const DateTime& end);

}  // namespace groundswell
