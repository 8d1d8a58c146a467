// SPDX-License-Identifier: Apache-2.0
// Spectra of files along the boundary: at each date the spectra of the places around an edge are turned and
// stretched to the sea between them, brought to the model's grid and into the frame of the edge; between
// dates they are linear in time.
#pragma once

#include <array>
#include <map>

#include "boundary/boundary_settings.hpp"
#include "boundary/boundary_source.hpp"
#include "boundary/edge_stencils.hpp"
#include "boundary/spectra_series.hpp"

namespace groundswell {

class SpectraBoundary : public BoundarySource {
 public:
  // Looks at every date of the run once. Throws Error where a file cannot be used, a date is missing, or an
  // edge has no values near it at one.
  SpectraBoundary(const BoundaryFileSettings& settings, const OpenEdges& edges, const SpectralGrid& grid,
                  const DateTime& start, const DateTime& end);

  void update(const DateTime& now, const Rows<float>& spectra) override;

 private:
  // The spectrum of a place at a date, on its own axes; empty without values.
  struct PlaceSpectrum {
    std::vector<float> density;
    SeaMean mean;
  };
  // What enters at one date, in the frames of the edges.
  struct Slab {
    std::size_t date = std::size_t(-1);
    RowArray<float> spectra;
  };
  bool has_values(std::size_t place);
  void check_dates(const BoundaryFileSettings& settings, const DateTime& start, const DateTime& end);
  std::string missing_at(std::size_t date) const;
  void check_edges(std::size_t date) const;
  std::map<std::size_t, PlaceSpectrum> read_places(std::size_t date) const;
  void load(Slab& slab, std::size_t date) const;
  void write_edge(std::size_t edge, const std::map<std::size_t, PlaceSpectrum>& places, float* action) const;

  SpectralGrid grid_;
  OpenEdges edges_;
  SpectraSeries series_;
  SpectrumRemap remap_;
  std::size_t first_date_ = 0, last_date_ = 0;  // that the run could need
  std::map<std::size_t, bool> has_values_;      // of places that were asked for
  std::vector<EdgeStencil> stencils_;           // [open edge]
  std::vector<std::size_t> places_;             // of all stencils, ascending
  std::vector<std::size_t> dates_;              // that are needed, as indices into the dates of the series
  std::array<Slab, 2> slabs_;
};

}  // namespace groundswell
