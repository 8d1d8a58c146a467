// SPDX-License-Identifier: Apache-2.0
// Directional spectra at fixed places, with depth, wind and current: spectra.nc.
#pragma once

#include "output/places.hpp"
#include "output/point_variable.hpp"
#include "output/product.hpp"
#include "wave_output/spectra_file.hpp"

namespace groundswell {

// The fields stored with spectra: those of depth, wind and current that the caller can provide.
std::vector<PointVariable> find_surroundings(const OutputContext& context);
// The values of these fields at the points of an interpolation; positions are not filled in.
std::vector<SpectrumPlace> interpolate_surroundings(const std::vector<PointVariable>& variables,
                                                    const PointInterpolation& interpolation,
                                                    const ProductValues& values);
// The time axis of files of spectra: days since 1990-01-01, the only origin that WAVEWATCH III's tools
// accept.
FileTime spectra_time(const DateTime& start);

class SpectraProduct final : public ProductOf<SpectraFile> {
 public:
  // `along` describes the locations of places that are too many to list; if it is empty, the log lists the
  // places one by one.
  SpectraProduct(const OutputContext& context, const SpectralAxes& axes, const std::string& path,
                 const ScheduleSettings& schedule, PlacesInSea places, const std::string& along = "");

  std::vector<std::string> fields() const override { return sources_of(surroundings_); }
  std::size_t row_length() const override { return axes_.n_bin(); }
  const std::vector<std::int64_t>& cells(const DateTime&) override { return places_.interpolation.cells(); }
  std::string describe() const override;
  std::vector<std::string> describe_places() const override;
  double bytes() const override;

 private:
  void open_file(const OutputHeader& header, const MeshPart& part,
                 const std::optional<DateTime>& keep_until) override;
  void write(const DateTime& now, ProductValues& values) override;
  FileTime axis() const override { return spectra_time(run_start_); }

  std::vector<PointVariable> surroundings_;
  PlacesInSea places_;
  std::string along_;
  SpectralAxes axes_;
};

}  // namespace groundswell
