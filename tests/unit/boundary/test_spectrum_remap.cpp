// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/error.hpp"
#include "boundary/spectrum_blend.hpp"
#include "some_sea.hpp"

namespace groundswell::test {
namespace {

std::vector<double> remapped(const SourceAxes& axes, const std::vector<float>& source,
                             const SpectrumChange& change = {}) {
  const SpectralGrid grid;
  std::vector<double> energy(std::size_t(grid.n_bin()), 0.0);
  SpectrumRemap(axes, grid).add(source, change, 1.0, energy);
  return energy;
}

SeaMean mean_on_grid(const std::vector<double>& energy) {
  const SpectralGrid grid;
  return SpectrumRemap(axes_of(grid), grid).mean(as_float(energy));
}

TEST(SpectrumRemap, LeavesTheModelsOwnGridAsItIs) {
  const SpectralGrid grid;
  const std::vector<float> source = sample(axes_of(grid), Sea{});
  const std::vector<double> energy = remapped(axes_of(grid), source);
  for (std::size_t bin = 0; bin < energy.size(); ++bin)
    EXPECT_NEAR(energy[bin], source[bin], 1e-6 * *std::ranges::max_element(source));
}

TEST(SpectrumRemap, KeepsEnergyFrequencyAndDirectionBetweenGrids) {
  const Sea sea;
  for (const SourceAxes& axes : {make_axes(30, 0.03453, 1.1, 24, 7.5), make_axes(25, 0.04118, 1.1, 24),
                                 make_axes(60, 0.03, 1.05, 90, 1.0), make_axes(20, 0.05, 1.15, 36, 5.0),
                                 make_axes(45, 0.04, 1.1, 16, 3.0)}) {
    const std::vector<float> source = sample(axes, sea);
    const SeaMean before = SpectrumRemap(axes, SpectralGrid{}).mean(source);
    const SeaMean after = mean_on_grid(remapped(axes, source));
    EXPECT_NEAR(after.m0 / before.m0, 1.0, 3e-3) << axes.frequency.size();
    EXPECT_NEAR(after.frequency / before.frequency, 1.0, 5e-3) << axes.frequency.size();
    EXPECT_NEAR(direction_of(after), sea.direction, 0.2 * degree) << axes.frequency.size();
    EXPECT_NEAR(4.0 * std::sqrt(after.m0), sea.height, 0.03 * sea.height);
  }
}

TEST(SpectrumRemap, KeepsEnergyWhereDirectionsAreFinerInASector) {
  SourceAxes axes = make_axes(30, 0.03453, 1.1, 1);
  axes.direction.clear();
  for (int d = 0; d < 120; d += 5) axes.direction.push_back(d * degree);
  for (int d = 120; d < 360; d += 15) axes.direction.push_back(d * degree);
  for (const double direction : {1.0, 2.1, 4.0}) {  // in the fine part, at its edge, in the coarse part
    const Sea sea{3.0, 11.0, direction};
    const SeaMean after = mean_on_grid(remapped(axes, sample(axes, sea)));
    EXPECT_NEAR(4.0 * std::sqrt(after.m0), sea.height, 0.03 * sea.height) << direction;
    EXPECT_NEAR(std::remainder(direction_of(after) - direction, 2.0 * pi), 0.0, degree) << direction;
  }
  axes.direction.assign(24, 1.0);
  EXPECT_THROW(SpectrumRemap(axes, SpectralGrid{}), Error);
}

TEST(SpectrumRemap, MeetsTheShapeItself) {
  const Sea sea;
  const SpectralGrid grid;
  const SourceAxes axes = make_axes(30, 0.03453, 1.1, 24, 7.5);
  const std::vector<double> energy = remapped(axes, sample(axes, sea));
  double error = 0.0, sum = 0.0;
  for (int freq = 0; freq < grid.n_freq(); ++freq)
    for (int dir = 0; dir < grid.n_dir(); ++dir) {
      const double exact = sea.density(grid.frequency()[freq], grid.direction()[dir]);
      error +=
          std::abs(energy[std::size_t(freq) * grid.n_dir() + dir] - exact) * grid.frequency_width()[freq];
      sum += exact * grid.frequency_width()[freq];
    }
  EXPECT_LT(error / sum, 0.05);
}

TEST(SpectrumRemap, TurnsAndStretches) {
  const SpectralGrid grid;
  const std::vector<float> source = sample(axes_of(grid), Sea{});
  const SeaMean before = mean_on_grid({source.begin(), source.end()});
  for (const double turn : {-3.0, -0.1, 0.02, 0.6, 3.1, 6.5})
    for (const double factor : {0.9, 1.0, 1.07}) {
      const SeaMean after = mean_on_grid(remapped(axes_of(grid), source, {turn, factor}));
      EXPECT_NEAR(std::remainder(direction_of(after) - direction_of(before) - turn, 2.0 * pi), 0.0,
                  0.1 * degree);
      EXPECT_NEAR(after.frequency / before.frequency, factor, 3e-3);
      EXPECT_NEAR(after.m0 / before.m0, 1.0, 2e-3);
    }
}

TEST(SpectrumRemap, PutsLongSwellIntoTheFirstBin) {
  const SourceAxes axes = make_axes(20, 0.02, 1.1, 36, 5.0);
  std::vector<float> source(axes.frequency.size() * axes.direction.size(), 0.0f);
  std::fill_n(source.begin() + 3 * 36, 36, 10.0f);  // 0.027 Hz
  const std::vector<double> energy = remapped(axes, source);
  const SpectralGrid grid;
  const double before = SpectrumRemap(axes, grid).mean(source).m0;
  EXPECT_NEAR(energy[0] * 2.0 * pi * grid.frequency_width()[0], before, 1e-6 * before);
  EXPECT_EQ(energy[36], 0.0);
}

TEST(SpectrumRemap, GoesOnAboveTheLastFrequencyOfTheSource) {
  const SpectralGrid grid;
  const SourceAxes axes = make_axes(10, 0.04, 1.1, 36, 5.0);
  const std::vector<float> source(axes.frequency.size() * axes.direction.size(), 10.0f);
  for (const double factor : {1.0, 1.07}) {
    const std::vector<double> energy = remapped(axes, source, {0.0, factor});
    const double last = factor * axes.frequency.back();
    for (int freq = 0; freq < grid.n_freq() - 1; ++freq) {  // the last bin is half as wide
      const double f = grid.frequency()[freq], tail = 10.0 / factor * std::pow(last / f, 5);
      if (f < 1.1 * last) continue;
      for (int dir = 0; dir < grid.n_dir(); ++dir)
        EXPECT_NEAR(energy[std::size_t(freq) * 36 + dir] / tail, 1.0, 0.02) << f << " Hz";
    }
  }
}

TEST(SpectrumRemap, KnowsASectorOfDirections) {
  SourceAxes axes = make_axes(30, 0.03453, 1.1, 36, 5.0);
  axes.direction.resize(15);  // 5 to 145 degrees
  const Sea sea{2.0, 10.0, 70.0 * degree, 60.0};
  const std::vector<float> source = sample(axes, sea);
  const std::vector<double> energy = remapped(axes, source);
  EXPECT_NEAR(4.0 * std::sqrt(mean_on_grid(energy).m0), 2.0, 0.05);
  const SpectralGrid grid;
  for (int freq = 0; freq < grid.n_freq(); ++freq)
    for (int dir = 16; dir < 36; ++dir) EXPECT_EQ(energy[std::size_t(freq) * 36 + dir], 0.0);
}

TEST(SpectrumRemap, RefusesAxesThatMakeNoSense) {
  EXPECT_THROW(SpectrumRemap({{0.1}, {0.0, 1.0}}, SpectralGrid{}), Error);
  EXPECT_THROW(SpectrumRemap({{0.0, 0.1}, {0.0, 1.0}}, SpectralGrid{}), Error);
  EXPECT_THROW(SpectrumRemap({{0.1, 0.1}, {0.0, 1.0}}, SpectralGrid{}), Error);
  EXPECT_THROW(SpectrumRemap({{0.1, 0.2}, {0.0}}, SpectralGrid{}), Error);
}

// The blend of two seas with equal weights.
std::vector<double> between(const Sea& a, const Sea& b) {
  const SpectralGrid grid;
  const SpectrumRemap remap(axes_of(grid), grid);
  const std::vector<float> first = sample(axes_of(grid), a), second = sample(axes_of(grid), b);
  const std::vector<WeightedSea> seas{{remap.mean(first), 0.5}, {remap.mean(second), 0.5}};
  const std::vector<SpectrumChange> changes = match_seas(seas);
  std::vector<double> energy(std::size_t(grid.n_bin()), 0.0);
  remap.add(first, changes[0], 0.5, energy);
  remap.add(second, changes[1], 0.5, energy);
  return energy;
}

int count_peaks(const std::vector<double>& energy) {
  const SpectralGrid grid;
  std::vector<double> by_direction(36, 0.0);
  for (std::size_t bin = 0; bin < energy.size(); ++bin)
    by_direction[bin % 36] += energy[bin] * grid.frequency_width()[bin / 36];
  int n = 0;
  for (std::size_t j = 0; j < 36; ++j)
    n += by_direction[j] > by_direction[(j + 1) % 36] && by_direction[j] > by_direction[(j + 35) % 36];
  return n;
}

TEST(SpectrumBlend, MakesOnePeakOfTwoSwellsThatDiffer) {
  const Sea a{3.0, 13.0, 10.0 * degree, 60.0}, b{3.0, 11.0, 60.0 * degree, 60.0};
  const std::vector<double> energy = between(a, b);
  const SeaMean mean = mean_on_grid(energy);
  EXPECT_EQ(count_peaks(energy), 1);
  EXPECT_NEAR(direction_of(mean), 35.0 * degree, 0.5 * degree);
  EXPECT_NEAR(4.0 * std::sqrt(mean.m0), 3.0, 0.03);
  // The frequency is the mean of both, and the sea is no wider in direction than either.
  const SpectralGrid grid;
  const SeaMean low = SpectrumRemap(axes_of(grid), grid).mean(sample(axes_of(grid), a)),
                high = SpectrumRemap(axes_of(grid), grid).mean(sample(axes_of(grid), b));
  EXPECT_NEAR(mean.frequency, 0.5 * (low.frequency + high.frequency), 0.003 * mean.frequency);
  EXPECT_NEAR(std::hypot(mean.x, mean.y) / mean.m0, std::hypot(low.x, low.y) / low.m0, 0.01);
}

TEST(SpectrumBlend, LeavesDifferentSeasAsTheyAre) {
  EXPECT_EQ(count_peaks(between({3.0, 13.0, 0.0, 60.0}, {3.0, 11.0, 130.0 * degree, 60.0})), 2);
  const std::vector<double> two = between({3.0, 16.0, 0.5, 60.0}, {3.0, 5.0, 0.6, 60.0});
  const SpectralGrid grid;
  const SeaMean mean = SpectrumRemap(axes_of(grid), grid).mean(as_float(two));
  EXPECT_NEAR(4.0 * std::sqrt(mean.m0), 3.0, 0.03);
  // Both peaks remain.
  const auto energy_at = [&](double f) {
    const auto freq = std::size_t(std::ranges::lower_bound(grid.frequency(), f) - grid.frequency().begin());
    return std::accumulate(two.begin() + freq * 36, two.begin() + (freq + 1) * 36, 0.0);
  };
  EXPECT_GT(energy_at(1.0 / 16.0), 3.0 * energy_at(0.11));
  EXPECT_GT(energy_at(1.0 / 5.0), 3.0 * energy_at(0.11));
}

TEST(SpectrumBlend, IgnoresASeaWithoutEnergy) {
  const std::vector<WeightedSea> seas{{{1.0, 0.1, 0.8, 0.0}, 0.5}, {{0.0, 0.0, 0.0, 0.0}, 0.5}};
  for (const SpectrumChange& change : match_seas(seas)) {
    EXPECT_EQ(change.turn, 0.0);
    EXPECT_EQ(change.frequency_factor, 1.0);
  }
}

TEST(SpectrumRemap, CountsSectorsThatSpectraLeaveOut) {
  const auto count = [](std::vector<double> degrees) {
    for (double& d : degrees) d *= degree;
    return count_left_out_sectors(degrees);
  };
  EXPECT_EQ(count({0, 90, 180, 270}), 0);
  EXPECT_EQ(count({0, 10, 20, 30, 50, 60, 70, 90}), 1 + 1);  // 30 to 50, and 90 to 360
  EXPECT_EQ(count({0, 10, 20, 30}), 1);
}

}  // namespace
}  // namespace groundswell::test
