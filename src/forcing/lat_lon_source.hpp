// SPDX-License-Identifier: Apache-2.0
// A quantity from netCDF files: bilinear in space and linear in time between two dates, which are all that is
// kept in memory; or a steady climate.
#pragma once

#include <vector>

#include "forcing/lat_lon_sampler.hpp"
#include "forcing/needed_dates.hpp"

namespace groundswell {

class LatLonSource : public ForcingSource {
 public:
  // Reads every date of the run once, as a check. Throws Error where one is missing, or where a cell has no
  // value, or an impossible one (QuantityNames).
  LatLonSource(const ForcingFileSettings& settings, const QuantityNames& names, const ForcingCells& cells,
               const DateTime& start, const DateTime& end);

  void update(const DateTime& now, std::span<const View<float>> values) override;

 private:
  // The values of all cells at one date.
  struct Slab {
    std::size_t index = std::size_t(-1);  // into the dates of the series
    std::vector<Array<float>> values;     // [component][cell]
    std::vector<View<float>> views();
  };
  LatLonSource(LatLonSampler sampler, const ForcingFileSettings& settings, const QuantityNames& names,
               const ForcingCells& cells, std::pair<DateTime, DateTime> period);
  Slab make_slab() const;
  void load(Slab& slab, std::size_t index);
  void check_cells(const ForcingCells& cells, const Slab& slab) const;
  [[noreturn]] void refuse_missing(const ForcingCells& cells, std::size_t cell, const Slab& slab) const;
  // "at 1996-01-05T00:00:00Z over the sea cell at longitude ..."
  std::string describe(const ForcingCells& cells, std::size_t cell, const Slab& slab) const;
  Slab mean_of_dates();
  void blend(const DateTime& now, std::span<const View<float>> values);

  LatLonSampler sampler_;
  const QuantityNames& names_;
  bool zero_where_missing_;
  std::vector<std::size_t> dates_;  // needed in this run, as indices into the dates of the series
  Slab before_, after_;
  Slab climate_;  // a steady climate, or empty
};

// For each cell, whether the series has a value there at each of its dates from `start` to `end`.
std::vector<bool> cells_with_values(const ForcingFileSettings& settings, const QuantityNames& names,
                                    const ForcingCells& cells, const DateTime& start, const DateTime& end);

}  // namespace groundswell
