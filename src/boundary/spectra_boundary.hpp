// SPDX-License-Identifier: Apache-2.0
// Spectra from files: at each date the spectra of the places around an edge are turned and stretched to their
// mean direction and frequency, summed on the model's grid in the frame of the edge, and interpolated
// linearly between dates.
#pragma once

#include <array>
#include <map>

#include "boundary/boundary_source.hpp"
#include "boundary/dated_places.hpp"
#include "boundary/place_fingerprints.hpp"
#include "boundary/spectra_series.hpp"

namespace groundswell {

class SpectraBoundary : public DatedBoundary {
 public:
  // `start`, `end` and `from` are as for DatedPlaces. Throws Error if a file cannot be used, and for the same
  // reasons as DatedPlaces.
  SpectraBoundary(const WaveFileSettings& settings, const TargetPlaces& targets, const SpectralGrid& grid,
                  const DateTime& start, const DateTime& end, const std::optional<DateTime>& from = {});

  void supply(const DateTime& now, const Rows<float>& spectra) override;
  std::optional<InputRecord> find_input(const Communicator& ranks, const DateTime& from,
                                        const DateTime& until) override;
  std::int64_t n_out_of_reach() const override { return where_.n_out_of_reach(); }
  std::string describe_oddity() const override;
  std::string describe() const override { return "spectra at " + series_.points().describe() + reach_; }

 private:
  // The spectrum of a place at a date, on the axes of the files; empty if there are no values.
  struct PlaceSpectrum {
    std::vector<float> density;
    SeaMean mean;
  };
  // The inflow at one date, in the frames of the targets.
  struct Slab {
    std::size_t date = std::size_t(-1);
    RowArray<float> spectra;
  };
  // Whether a place has values at a date. Throws Error for a physically impossible height.
  bool has_sea(std::size_t place, std::size_t date) const;
  void load(Slab& slab, std::size_t date);
  // Adds the values of a spectrum to the hash; returns whether there are any.
  static bool add_values(const std::vector<float>& density, ValuesHash& hash);
  void write_target(std::size_t target, const std::map<std::size_t, PlaceSpectrum>& places,
                    float* action) const;

  std::string reach_;
  SpectralGrid grid_;
  std::vector<double> frame_angle_;  // [target]
  SpectraSeries series_;
  SpectrumRemap remap_;
  DatedPlaces where_;
  PlaceFingerprints fingerprints_;
  std::array<Slab, 2> slabs_;
};

}  // namespace groundswell
