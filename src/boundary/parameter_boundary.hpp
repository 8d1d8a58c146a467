// SPDX-License-Identifier: Apache-2.0
// Waves made from parameters in files: heights, periods, directions and spreads are interpolated to each
// target and date, and then turned into a spectrum there.
#pragma once

#include "boundary/boundary_source.hpp"
#include "boundary/dated_places.hpp"
#include "boundary/parameter_series.hpp"
#include "boundary/place_fingerprints.hpp"

namespace groundswell {

class ParameterBoundary : public DatedBoundary {
 public:
  // `start`, `end` and `from` are as for DatedPlaces. Throws Error if a file cannot be used, and for the same
  // reasons as DatedPlaces.
  ParameterBoundary(const WaveFileSettings& settings, const TargetPlaces& targets, const SpectralGrid& grid,
                    const DateTime& start, const DateTime& end, const std::optional<DateTime>& from = {});

  void supply(const DateTime& now, const Rows<float>& spectra) override;
  std::optional<InputRecord> find_input(const Communicator& ranks, const DateTime& from,
                                        const DateTime& until) override;
  std::int64_t n_out_of_reach() const override { return where_.n_out_of_reach(); }
  std::string describe_oddity() const override { return series_.describe_oddity(); }
  std::string describe() const override {
    return series_.describe() + " at " + series_.points().describe() + series_.describe_directions() + reach_;
  }

 private:
  DatedPlaces find_places(const WaveFileSettings& settings, const TargetPlaces& targets,
                          const DateTime& start, const DateTime& end,
                          const std::optional<DateTime>& from) const;

  // Adds the values of a place at a date to a hash; returns whether there are any.
  bool add_values(std::size_t place, std::size_t date, ValuesHash& hash) const;

  std::string reach_;
  ParameterSeries series_;
  SeaShape shape_;
  std::vector<double> frame_angle_;  // [target]
  DatedPlaces where_;
  PlaceFingerprints fingerprints_;
};

struct WeightedPart {
  SeaPart part;
  double weight = 0.0;
};
// Averages parts of seas: their variances with the given weights, and their frequencies, directions and
// spreads with the products of weight and variance. The weights need not sum to 1.
SeaPart blend_parts(const std::vector<WeightedPart>& parts);

}  // namespace groundswell
