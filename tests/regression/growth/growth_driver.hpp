// SPDX-License-Identifier: Apache-2.0
// Growth at one point: cells without neighbours, initially calm, under constant winds. The tests compare it
// with tables from an independent model (duration_wavewatch3.csv) and from a plain reference implementation
// of the same scheme (slow_growth.csv).
#pragma once

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "source_terms/source_terms.hpp"
#include "spectrum/parameters.hpp"
#include "unit/source_terms/source_fixture.hpp"

namespace groundswell::test {

// [m s-1] Of the tables.
inline const std::vector<int> winds = {5, 10, 15, 20, 30};
inline const std::vector<double> wind_speeds(winds.begin(), winds.end());

struct GrowthPoint {
  double hours, height, peak_frequency, ustar;
  double period_02 = 0.0, spread = 0.0;  // Tm02 [s], directional spread [degree]
};

// Time series by setting (`wam3`, `wam4`, `bja`, `st4`) and wind speed [m s-1].
using GrowthTable = std::map<std::pair<std::string, int>, std::vector<GrowthPoint>>;

// Calls use(setting, numbers) for each line of data in the named table of this folder.
template <class Use>
void for_lines(const std::string& name, Use&& use) {
  const std::string path = GROUNDSWELL_SOURCE_DIR "/tests/regression/growth/" + name;
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    std::string setting, value;
    std::getline(fields, setting, ',');
    if (setting.starts_with('#') || setting == "setting") continue;
    std::vector<double> values;
    while (std::getline(fields, value, ',')) values.push_back(std::stod(value));
    use(setting, values);
  }
}

inline GrowthTable read_growth_table() {
  GrowthTable table;
  for_lines("duration_wavewatch3.csv", [&](const std::string& setting, const std::vector<double>& v) {
    table[{setting, int(v.at(0))}].push_back({v[1], v[2], v[3], v.at(6), v[4], v[5]});
  });
  return table;
}

// What slow_growth_st4.csv has for one source step [s].
inline GrowthTable read_slow_st4(double source_step) {
  GrowthTable table;
  for_lines("slow_growth_st4.csv", [&](const std::string& setting, const std::vector<double>& v) {
    if (v.at(0) != source_step) return;
    table[{setting, int(v.at(1))}].push_back({v[2], v[3], v[4], v.at(7), v[5], v[6]});
  });
  return table;
}

// Heights [m] from slow_growth.csv for one setting and source step [s], by wind speed [m s-1] and hour.
using SlowHeights = std::map<std::pair<int, int>, double>;

inline SlowHeights read_slow_heights(const std::string& setting, double source_step) {
  SlowHeights heights;
  for_lines("slow_growth.csv", [&](const std::string& name, const std::vector<double>& v) {
    if (name == setting && v.at(0) == source_step) heights[{int(v.at(1)), int(v.at(2))}] = v.at(3);
  });
  return heights;
}

// The drag is unlimited by default, as it was when the tables were made.
inline SourceTermsSettings growth_settings(const std::string& setting,
                                           double source_step = SourceTermsSettings().max_source_step,
                                           double max_drag = 0.0) {
  SourceTermsSettings settings;
  settings.max_drag = max_drag;
  settings.package = setting == "bja" ? PhysicsPackage::wam4 : find_named(physics_packages, setting).value;
  settings.dissipation = setting == "bja" ? Dissipation::bja2005 : Dissipation::wam4;
  settings.max_source_step = source_step;
  return settings;
}

struct WindAtHour {
  double speed, direction;  // [m s-1], [rad]
};

// Cells that are calm at first, each under a constant wind, or all under a wind that varies in time.
class GrowthRun {
 public:
  GrowthRun(const SourceTermsSettings& settings, const std::vector<double>& winds, double depth = 1e5,
            const SpectralGrid& grid = SpectralGrid())
      : cells(grid, winds.size(), depth), terms_(grid, settings) {
    for (std::size_t cell = 0; cell < winds.size(); ++cell) cells.set_wind(cell, winds[cell], 0.0);
  }
  // In model steps of `step` [s], or in one if that is 0.
  void advance_to(double hours, double step = 0.0) {
    const double seconds = (hours - hours_) * 3600.0;
    const auto n_step = step > 0.0 ? std::llround(seconds / step) : 1;
    for (std::int64_t i = 0; i < n_step; ++i)
      terms_.integrate(Backend::serial, {0, std::int64_t(cells.wind_x.size())}, cells.forcing(),
                       cells.state(), seconds / double(n_step));
    hours_ = hours;
  }
  // In model steps of `step` [s], under the wind wind(hours).
  template <class Wind>
  void advance_to(double hours, double step, Wind&& wind) {
    const auto n_step = std::llround((hours - hours_) * 3600.0 / step);
    const auto n_cell = cells.wind_x.size();
    cells.first_wind_x = Array<float>(n_cell), cells.first_wind_y = Array<float>(n_cell);
    for (std::int64_t i = 0; i < n_step; ++i) {
      const auto set = [&](double at) {
        const WindAtHour now = wind(at);
        for (std::size_t cell = 0; cell < n_cell; ++cell) cells.set_wind(cell, now.speed, now.direction);
      };
      set(hours_);
      cells.first_wind_x.swap(cells.wind_x), cells.first_wind_y.swap(cells.wind_y);
      hours_ += step / 3600.0;
      set(hours_);
      terms_.integrate(Backend::serial, {0, std::int64_t(n_cell)}, cells.forcing(), cells.state(), step);
    }
  }
  GrowthPoint point(std::size_t cell) const {
    ParameterFields fields(cells.wind_x.size());
    ParameterArrays all = fields.arrays(), wanted;
    wanted[Parameter::significant_height] = all[Parameter::significant_height];
    wanted[Parameter::peak_frequency] = all[Parameter::peak_frequency];
    wanted[Parameter::mean_period_m02] = all[Parameter::mean_period_m02];
    wanted[Parameter::directional_spread] = all[Parameter::directional_spread];
    compute_parameters(Backend::serial, {0, std::int64_t(cells.wind_x.size())}, cells.grid,
                       {cells.action.rows(),
                        cells.dispersion.wavenumber(),
                        cells.friction_velocity.view(),
                        cells.wind_x.view(),
                        cells.wind_y.view(),
                        {}},
                       wanted);
    return {hours_,
            fields[Parameter::significant_height][cell],
            fields[Parameter::peak_frequency][cell],
            cells.friction_velocity[cell],
            fields[Parameter::mean_period_m02][cell],
            fields[Parameter::directional_spread][cell] / degree};
  }

  Cells cells;

 private:
  SourceTerms terms_;
  double hours_ = 0.0;
};

}  // namespace groundswell::test
