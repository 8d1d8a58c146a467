// SPDX-License-Identifier: Apache-2.0
// Directional spectra along the path of a ship or satellite, with depth, wind and current: track_<name>.nc.
#pragma once

#include "output/place_search.hpp"
#include "output/product.hpp"
#include "wave_output/spectra_product.hpp"
#include "wave_output/track_path.hpp"
#include "wave_output/wave_output_settings.hpp"

namespace groundswell {

class TrackProduct final : public ProductOf<SpectraFile> {
 public:
  // The dates are those of the settings that are within the path. Throws Error on all ranks for an invalid
  // schedule and for a planar mesh. Collective.
  TrackProduct(const OutputContext& context, const SpectralAxes& axes, const std::string& path,
               const TrackOutputSettings& settings, const OutputTrack& track, const TrackPath& way);

  std::vector<std::string> fields() const override { return sources_of(surroundings_); }
  std::size_t row_length() const override { return axes_.n_bin(); }
  const std::vector<std::int64_t>& cells(const DateTime& now) override;
  bool is_moving() const override { return true; }
  std::string describe() const override;
  std::vector<std::string> describe_places() const override;
  std::string describe_oddity() const override;
  // The positions of the track at all dates.
  std::optional<InputRecord> input() const override;
  double bytes() const override;

 private:
  // The position of the track at a date, and the cells that provide its values; there are no values if the
  // cells are out of reach, or if the date is between two positions too far apart in time.
  struct DatedPlace {
    Position position;
    FoundPlace found;
    bool is_in_reach = false, is_in_gap = false;
    bool has_values() const { return is_in_reach && !is_in_gap; }
  };
  void open_file(const OutputHeader& header, const MeshPart& part,
                 const std::optional<DateTime>& keep_until) override;
  void write(const DateTime& now, ProductValues& values) override;
  FileTime axis() const override { return spectra_time(run_start_); }
  void check_dates(const std::string& file, const DateTime& keep_until) const override;
  const DatedPlace& place_at(const DateTime& now) const;
  std::size_t n_spectrum() const { return gives_cells_ ? 3 : 1; }
  std::vector<PointStencil> make_stencils(const DatedPlace& place) const;

  std::string name_, where_;  // the track's name; its file, as "'pass.nc'"
  DateTime begin_;            // start of the track's path
  bool gives_cells_;          // whether to write the spectra of the surrounding cells, not interpolated ones
  std::vector<PointVariable> surroundings_;
  std::vector<DatedPlace> places_;        // for each date
  PointInterpolation interpolation_{{}};  // at one date, on the writing rank
  SpectralAxes axes_;
};

}  // namespace groundswell
