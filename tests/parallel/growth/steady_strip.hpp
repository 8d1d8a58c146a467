// SPDX-License-Identifier: Apache-2.0
// A strip of hexagons under a steady wind off a straight coast, run to its steady state, and the comparison
// of its heights and peak frequencies with reference values and a published law.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "base/constants.hpp"
#include "model/model.hpp"
#include "model/model_mesh.hpp"
#include "support/gather_cells.hpp"
#include "support/parallel_world.hpp"

namespace groundswell::test {
inline constexpr int strip_length = 116;  // [cells]; the open end is 16 cells beyond the largest fetch

struct Sea {
  double height, peak_frequency;  // [m], [Hz]
};
struct Reference {
  double fetch;  // [m] from the centre of the last land cell, as all tables have it: half a cell more than
                 // from the coast
  Sea sea;
};

struct Setting {
  std::string name, package, dissipation;
  double wind;            // [m s-1]
  double hours;           // after which the state is steady
  double spacing = 10e3;  // [m] between cells
  bool stress_restart =
      false;  // start the wave stress from zero at every step, as the reference model (WAVEWATCH III) does
  double max_drag = 0.0;    // 0: no limit, as in the reference model
  double mean_hours = 0.0;  // the results are means over that time at the end: the tail of a sea near the
                            // coast moves to and fro; 0: those of the end
};

// Heights and peak frequencies by distance from the mean coast, interpolated between the centres of the
// strip's even and odd rows, which lie half a cell apart: the mean coast is a quarter of a cell west of the
// first centre of an even row.
class SteadyStrip {
 public:
  explicit SteadyStrip(const Setting& setting) : spacing_(setting.spacing) {
    ModelSettings config;
    config.time.start = "2000-01-01";
    config.time.end = "2000-02-01";
    // Steps in which short waves cross only a fraction of a cell; with longer steps, growth and propagation
    // are split too coarsely. If the stress is restarted, it is so every 200 s or less, with two source steps
    // in between.
    const double longest = setting.stress_restart ? 200.0 : 600.0;
    config.time.step = std::int64_t(std::min(longest, setting.spacing / 1e3 * 60.0));
    config.mesh.kind = MeshKind::strip;
    config.mesh.length = strip_length;
    config.mesh.spacing = setting.spacing;
    config.physics.package = find_named(physics_packages, setting.package).value;
    config.physics.dissipation = find_named(dissipations, setting.dissipation).value;
    config.physics.max_drag = setting.max_drag;
    if (setting.stress_restart) config.physics.max_source_step = 100.0;
    config.forcing.wind.kind = WindKind::constant;
    config.forcing.wind.speed = setting.wind;
    Model model(config, test::world(), make_model_mesh(config.mesh, test::world()));
    const auto n_step = int(setting.hours * 3600.0 / double(config.time.step));
    for (int step = 0; step < n_step; ++step) {
      if (setting.stress_restart)
        std::fill(model.state().wave_stress.begin(), model.state().wave_stress.end(), 0.0f);
      model.step();
      if ((n_step - step - 1) * double(config.time.step) < setting.mean_hours * 3600.0 || step + 1 == n_step)
        gather(model);
    }
    for (std::vector<float>* values : {&height_, &frequency_})
      for (float& value : *values) value /= float(n_gathered_);
  }

  Sea at(double fetch) const { return {interpolate(height_, fetch), interpolate(frequency_, fetch)}; }
  // The largest difference of heights between two rows that lie alike, relative.
  double unevenness() const {
    double most = 0.0;
    for (std::size_t i = 0; i < 12; ++i)
      for (const std::size_t row : {0, 1}) {
        const double a = height_[row * strip_length + i], b = height_[(row + 2) * strip_length + i];
        most = std::max(most, std::abs(a / b - 1.0));
      }
    return most;
  }
  // Distance from the coast [m] within which the limiter still cuts a bin; negative: nowhere.
  double limiter_reach() const { return limiter_reach_; }

 private:
  void gather(Model& model) {
    const Diagnostics& fields = model.diagnose({"fp"});
    const auto whole = [&](View<const float> values) {
      return test::gather_cells(model.domain().communicator, model.local(),
                                std::span<const float>(values.data, values.size));
    };
    const std::vector<float> height = whole(fields.height()), frequency = whole(fields.field("fp"));
    height_.resize(height.size());
    frequency_.resize(height.size());
    for (std::size_t cell = 0; cell < height.size(); ++cell) {
      height_[cell] += height[cell];
      frequency_[cell] += frequency[cell];
    }
    ++n_gathered_;
    double farthest = -1.0;
    for (std::size_t cell = 0; cell < model.limited_bins().size; ++cell)
      if (model.limited_bins()[cell] > 0) farthest = std::max(farthest, model.local().mesh.x_cell[cell]);
    limiter_reach_ = model.domain().communicator.max(farthest);
  }

  // In units of the spacing, the centres of the first two rows, merged in order, lie at 0, 1/2, 1, ...
  double interpolate(const std::vector<float>& values, double fetch) const {
    const double x = 2.0 * (fetch / spacing_ - 0.25);
    const int i = int(x);
    const auto value = [&](int k) { return double(values[std::size_t(k % 2 * strip_length + k / 2)]); };
    return value(i) + (x - i) * (value(i + 1) - value(i));
  }

  double spacing_;
  int n_gathered_ = 0;
  std::vector<float> height_, frequency_;
  double limiter_reach_ = -1.0;
};

struct Bands {
  double height, frequency;  // relative
};

inline void expect_sea_within(const SteadyStrip& strip, const Setting& setting, const Bands& bands,
                              double least_fetch, const std::vector<Reference>& references) {
  if (test::world().rank() != 0) return;
  for (const auto& [from_land, reference] : references) {
    const double fetch = from_land - 0.5 * setting.spacing;
    const Sea sea = strip.at(fetch);
    const double height = sea.height / reference.height - 1.0,
                 frequency = sea.peak_frequency / reference.peak_frequency - 1.0;
    std::printf("%-5s %2.0f m/s %5.0f km: Hs %6.3f m (%+5.1f %%)  fp %.4f Hz (%+5.1f %%)\n",
                setting.name.c_str(), setting.wind, fetch / 1e3, sea.height, 100.0 * height,
                sea.peak_frequency, 100.0 * frequency);
    if (from_land < least_fetch) continue;  // only printed: the independent model is known to be low here
    EXPECT_NEAR(height, 0.0, bands.height) << setting.name << " " << fetch;
    EXPECT_NEAR(frequency, 0.0, bands.frequency) << setting.name << " " << fetch;
    // The composite law of Kahma and Calkoen (1992), in its range of fetches.
    const double x = gravity * fetch / (setting.wind * setting.wind);
    if (x < 500.0 || x > 12000.0 || fetch < 8.0 * setting.spacing)
      continue;  // fewer cells do not resolve the fetch
    const double energy = std::pow(gravity * sea.height / 4.0, 2) / std::pow(setting.wind, 4);
    const double peak = sea.peak_frequency * setting.wind / gravity;
    EXPECT_GT(energy / (5.2e-7 * std::pow(x, 0.9)), 0.5) << setting.name << " " << fetch;
    EXPECT_LT(energy / (5.2e-7 * std::pow(x, 0.9)), 1.75) << setting.name << " " << fetch;
    EXPECT_NEAR(peak / (2.18 * std::pow(x, -0.27)), 1.0, 0.15) << setting.name << " " << fetch;
  }
}

inline SteadyStrip run_strip(const Setting& setting) {
  SteadyStrip strip(setting);
  // On cells of 1 km, waves within 15 cells of the coast grow faster over a cell than the limiter allows;
  // elsewhere it must not bind.
  EXPECT_LT(strip.limiter_reach(), setting.spacing < 5e3 ? 15e3 : 0.0)
      << "the limiter binds in a steady state";
  if (setting.spacing > 5e3 && !setting.stress_restart && test::world().rank() == 0) {
    std::printf("%-5s %2.0f m/s: rows differ by at most %.2f %%\n", setting.name.c_str(), setting.wind,
                100.0 * strip.unevenness());
    EXPECT_LT(strip.unevenness(), 0.02) << "waves grow unevenly along the coast";
  }
  return strip;
}

inline void expect_within(const Setting& setting, double band, double least_fetch,
                          const std::vector<Reference>& references) {
  expect_sea_within(run_strip(setting), setting, {band, band}, least_fetch, references);
}

}  // namespace groundswell::test
