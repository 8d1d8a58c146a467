// SPDX-License-Identifier: Apache-2.0
// Cells for tests of the source terms: OneCell gives kernels a single spectrum in any `Real`; Cells holds the
// arrays of many cells, as the model does; read_columns reads reference tables.
#pragma once

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "base/constants.hpp"
#include "exec/lane.hpp"
#include "source_terms/source_step.hpp"
#include "source_terms/source_terms.hpp"
#include "spectrum/dispersion.hpp"
#include "spectrum/shapes.hpp"

namespace groundswell::test {

template <class Real>
class OneCell {
 public:
  OneCell(const SpectralGrid& grid, const SourceTermsSettings& settings,
          double depth = std::numeric_limits<double>::infinity())
      : tables(grid, settings), memory_(scratch_size(view())), scratch(cut_scratch(memory_.data(), view())) {
    for (int freq = 0; freq < grid.n_freq(); ++freq)
      scratch.wavenumber[freq] = Real(compute_wavenumber(grid.sigma()[freq], depth));
    forcing.depth = Real(depth);
  }
  void set_wind(double speed, double direction) {
    forcing.wind.last.x = Real(speed * std::cos(direction));
    forcing.wind.last.y = Real(speed * std::sin(direction));
  }
  void set_variance(const std::vector<double>& variance) {
    for (std::size_t bin = 0; bin < variance.size(); ++bin) scratch.variance[bin] = Real(variance[bin]);
  }
  const SourceTables<Scalar<Real>>& view() const { return tables.tables(); }

  SourceTableSet<Scalar<Real>> tables;
  Array<Real> memory_;
  CellScratch<Real> scratch;
  CellForcing<Real> forcing{};
};

// E[freq * n_dir + dir] in m2 Hz-1 rad-1 of a JONSWAP spectrum with (2/pi) cos^2 spreading about `direction`.
inline std::vector<double> jonswap_variance(const SpectralGrid& grid, double alpha, double peak,
                                            double direction) {
  std::vector<double> variance;
  const JonswapShape shape{alpha, peak, 3.3, 0.07, 0.09};
  for (double f : grid.frequency())
    for (double theta : grid.direction())
      variance.push_back(compute_jonswap(shape, f) * compute_cosine_power(theta - direction, 2.0));
  return variance;
}

// `n` cells with their arrays: initially calm and without wind, in deep water by default.
class Cells {
 public:
  explicit Cells(const SpectralGrid& spectral_grid, std::size_t n, double water_depth = 1e5)
      : grid(spectral_grid),
        action(n, std::size_t(grid.n_bin())),
        wind_x(n),
        wind_y(n),
        depth(n),
        air_density(n),
        friction_velocity(n),
        wave_stress(n),
        blocked(n),
        limited(n),
        dispersion(grid, std::vector<double>(n, water_depth)) {
    for (float& d : depth) d = float(water_depth);
    for (float& density : air_density) density = float(groundswell::air_density);
  }
  SourceForcing forcing() const {
    return {wind_x.view(),  wind_y.view(),           depth.view(),        air_density.view(),
            blocked.view(), dispersion.wavenumber(), first_wind_x.view(), first_wind_y.view()};
  }
  SourceState state() {
    return {action.rows(), friction_velocity.view(), wave_stress.view(), limited.view()};
  }
  void set_wind(std::size_t cell, double speed, double direction) {
    wind_x[cell] = float(speed * std::cos(direction));
    wind_y[cell] = float(speed * std::sin(direction));
  }
  void set_variance(std::size_t cell, const std::vector<double>& variance) {
    for (int bin = 0; bin < grid.n_bin(); ++bin)
      action(cell, std::size_t(bin)) =
          float(variance[std::size_t(bin)] / grid.sigma()[std::size_t(bin / grid.n_dir())]);
  }
  double variance(std::size_t cell, int bin) const {
    return action(cell, std::size_t(bin)) * grid.sigma()[std::size_t(bin / grid.n_dir())];
  }

  SpectralGrid grid;
  RowArray<float> action;
  Array<float> first_wind_x, first_wind_y;  // empty: as at the end of the step
  Array<float> wind_x, wind_y, depth, air_density, friction_velocity, wave_stress;
  Array<std::uint8_t> blocked;
  Array<std::uint16_t> limited;
  DispersionTable dispersion;
};

// Columns of a comma-separated file below its header lines ("#...") and its line of names.
inline std::vector<std::vector<double>> read_columns(const std::string& path) {
  std::ifstream in(path);
  std::vector<std::vector<double>> columns;
  bool named = false;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (!named) {
      named = true;
      continue;
    }
    std::istringstream fields(line);
    std::string field;
    for (std::size_t i = 0; std::getline(fields, field, ','); ++i) {
      if (columns.size() <= i) columns.emplace_back();
      columns[i].push_back(std::stod(field));
    }
  }
  return columns;
}

}  // namespace groundswell::test
