// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "field/field_info.hpp"
#include "parameter_cells.hpp"
#include "parameters_reference.hpp"
#include "spectrum/column_kernel.hpp"
#include "spectrum/dispersion.hpp"
#include "spectrum/parameters.hpp"
#include "spectrum/parameters_kernel.hpp"
#include "spectrum/shapes.hpp"

namespace groundswell {
namespace {

using test::Cells;
using test::make_sea;
using test::ParameterReference;
using test::ReferenceSea;

// Each sea has a wind sea, a swell and noise, and a random depth, wind and frame.
std::vector<ReferenceSea> make_random_seas(const SpectralGrid& grid, int n) {
  std::mt19937 random(7);
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * std::uniform_real_distribution<double>()(random);
  };
  std::vector<ReferenceSea> seas;
  for (int i = 0; i < n; ++i) {
    const JonswapShape wind_sea = make_jonswap_from_height(uniform(0.1, 10.0), uniform(0.07, 0.4));
    ReferenceSea sea = make_sea(grid, make_jonswap_spectrum(wind_sea, uniform(0.0, 6.28)));
    const ReferenceSea swell =
        make_sea(grid, make_swell_spectrum({uniform(0.1, 4.0), uniform(0.05, 0.1), 0.01}, uniform(0.0, 6.28),
                                           uniform(5, 60)));
    for (int bin = 0; bin < grid.n_bin(); ++bin)
      sea.variance[bin] = double(float((sea.variance[bin] + swell.variance[bin]) * uniform(0.5, 1.5)));
    sea.depth = std::exp(uniform(std::log(2.0), std::log(6000.0)));
    sea.friction_velocity = uniform(0.0, 2.0);
    sea.wind_direction = uniform(0.0, 6.28);
    sea.frame_angle = double(float(uniform(-3.0, 3.0)));
    seas.push_back(sea);
  }
  return seas;
}

// Some lie below the bed.
const std::vector<double> many_depths{0.0, 0.5, 1.5, 5.0, 10.0, 30.0, 100.0, 1000.0};
static_assert(n_stokes_depth == 8);

bool is_direction(int p) {
  const std::string_view unit = parameter_info(Parameter(p)).unit;
  return unit == "rad" && Parameter(p) != Parameter::directional_spread;
}

// `of` gives the expected value of a parameter.
template <class Of>
double scale_of(Parameter parameter, const Of& of) {
  const VectorPart part = parameter_info(parameter).part;
  const auto magnitude = [&](int east) { return std::hypot(of(Parameter(east)), of(Parameter(east + 1))); };
  if (part != VectorPart::none) {
    const double least =
        stokes_depth_of(parameter) > 0 ? 0.01 * magnitude(int(Parameter::stokes_drift_east)) : 0.0;
    return magnitude(int(parameter) - (part == VectorPart::north ? 1 : 0)) + least;
  }
  if (parameter == Parameter::mean_square_slope_crosswave) return of(Parameter::mean_square_slope_upwave);
  if (parameter == Parameter::radiation_stress_xy)
    return of(Parameter::radiation_stress_xx) + of(Parameter::radiation_stress_yy);
  const bool at_bed = parameter == Parameter::bernoulli_head || parameter == Parameter::bottom_velocity ||
                      parameter == Parameter::bottom_excursion;
  return std::abs(of(parameter)) + (at_bed ? 0.01 : 0.0);
}

void expect_values(const double* got, const std::vector<double>& expected, double tolerance, int cell) {
  ASSERT_EQ(expected.size(), std::size_t(n_parameter));
  for (int p = 0; p < n_parameter; ++p) {
    const std::string_view name = parameter_info(Parameter(p)).name;
    if (std::isnan(expected[p])) {
      EXPECT_TRUE(std::isnan(got[p])) << name << " of cell " << cell << " is " << got[p];
    } else if (is_direction(p)) {
      EXPECT_NEAR(std::remainder(got[p] - expected[p], 2.0 * pi), 0.0, 10 * tolerance)
          << name << " of cell " << cell;
      EXPECT_GE(got[p], 0.0) << name;
      EXPECT_LT(got[p], 2.0 * pi + 1e-6) << name;
    } else {
      const auto of = [&](Parameter parameter) { return expected[std::size_t(parameter)]; };
      // Components of vectors are compared relative to their magnitude, slopes and stresses relative to the
      // larger ones, and motion that hardly reaches so deep relative to a small value.
      const double scale = scale_of(Parameter(p), of);
      EXPECT_NEAR(got[p], expected[p], tolerance * std::abs(scale)) << name << " of cell " << cell;
    }
  }
}

}  // namespace

TEST(Parameters, AgreeWithTheSlowReference) {
  const SpectralGrid grid;
  const std::vector<ReferenceSea> seas = make_random_seas(grid, 27);  // not a multiple of the pack width
  for (const ParameterSettings& settings :
       {ParameterSettings{1.0, true, many_depths}, ParameterSettings{1.2, false, {7.0}}}) {
    Cells cells(grid, seas);
    cells.compute(settings);
    for (int cell = 0; cell < int(seas.size()); ++cell) {
      double got[n_parameter];
      for (int p = 0; p < n_parameter; ++p) got[p] = cells.value(Parameter(p), cell);
      expect_values(got, ParameterReference(grid, seas[cell], settings).all(), 5e-6, cell);
    }
  }
}

TEST(Parameters, TheSameKernelInDoubleIsExactToRounding) {
  const SpectralGrid grid({31, 25, 0.05, 1.12});  // odd sizes
  const ParameterSettings settings{1.0, true, many_depths};
  const ParameterTables<double> tables(grid, settings);
  std::vector<double> scratch(std::size_t(parameter_scratch_size(grid.n_freq())));
  int cell = 0;
  for (const ReferenceSea& sea : make_random_seas(grid, 5)) {
    const auto action = [&](int bin) { return sea.variance[bin] / grid.sigma()[bin / grid.n_dir()]; };
    const auto wavenumber = [&](int freq) { return compute_wavenumber(grid.sigma()[freq], sea.depth); };
    const ParameterWind<double> wind{sea.friction_velocity, std::cos(sea.wind_direction),
                                     std::sin(sea.wind_direction)};
    const HostLane lane;
    const auto sums =
        compute_parameter_sums(HostLane{}, tables.view(), action, wavenumber, wind, scratch.data());
    const auto column = compute_column_sums(lane, tables.view(), wavenumber, sea.depth, scratch.data());
    update_second_harmonics(lane, tables.view(), action, scratch.data());
    const auto slopes = compute_slopes(lane, tables.view(), wavenumber, scratch.data());
    const auto stress = compute_stress(lane, tables.view(), wavenumber, sea.depth, scratch.data());
    auto values = compute_parameter_values(sums, tables.view().frequency, grid.ratio(), sea.frame_angle);
    set_slopes(slopes, values);
    set_stress(stress, sea.frame_angle, values);
    set_column(column, sea.frame_angle, values);
    expect_values(values.value, ParameterReference(grid, sea, settings).all(), 1e-12, cell++);
  }
}

TEST(Parameters, PiersonMoskowitzMomentsAreThoseOfTheClosedForm) {
  // E = A f^-5 exp(-B f^-4): m_n = (A/4) B^(n/4 - 1) Gamma(1 - n/4)
  const JonswapShape shape = make_pierson_moskowitz(12.0);
  const double a = shape.alpha * gravity * gravity * std::pow(2.0 * pi, -4.0);
  const double b = 1.25 * std::pow(shape.peak_frequency, 4.0);
  const auto m = [&](int n) { return 0.25 * a * std::pow(b, 0.25 * n - 1.0) * std::tgamma(1.0 - 0.25 * n); };
  struct Case {
    SpectralGridSettings grid;
    double tolerance;
  };
  for (const Case& c : {Case{{35, 36, 0.04177248, 1.1}, 5e-3}, Case{{180, 36, 0.03, 1.02}, 2e-4}}) {
    const SpectralGrid grid(c.grid);
    Cells cells(grid, {make_sea(grid, make_jonswap_spectrum(shape, 0.4))});
    cells.compute();
    EXPECT_NEAR(cells.value(Parameter::significant_height) / (4.0 * std::sqrt(m(0))), 1.0, c.tolerance);
    EXPECT_NEAR(cells.value(Parameter::mean_period_m01) * m(1) / m(0), 1.0, c.tolerance);
    EXPECT_NEAR(cells.value(Parameter::mean_period_m02) / std::sqrt(m(0) / m(2)), 1.0, c.tolerance);
    EXPECT_NEAR(cells.value(Parameter::mean_period_m10) * m(0) / m(-1), 1.0, c.tolerance);
    EXPECT_NEAR(cells.value(Parameter::peak_frequency) / shape.peak_frequency, 1.0, 5 * c.tolerance);
    EXPECT_NEAR(cells.value(Parameter::mean_direction), 0.4, 2e-3);
  }
}

TEST(Parameters, SpreadOfCosine2sIsKuiks) {
  const SpectralGrid grid;
  for (double s : {2.0, 8.0, 25.0}) {
    Cells cells(grid, {make_sea(grid, make_swell_spectrum({2.0, 0.1, 0.02}, 2.0, s))});
    cells.compute();
    EXPECT_NEAR(cells.value(Parameter::directional_spread), std::sqrt(2.0 / (s + 1.0)), 2e-5) << s;
    EXPECT_NEAR(cells.value(Parameter::mean_direction), 2.0, 1e-5);
    EXPECT_NEAR(cells.value(Parameter::peak_direction), 2.0, 1e-5);
  }
}

TEST(Parameters, OneBinIsAWaveTrain) {
  const SpectralGrid grid;
  const int freq = 9, dir = 20;
  ReferenceSea sea;
  sea.variance.assign(std::size_t(grid.n_bin()), 0.0);
  sea.variance[std::size_t(freq) * grid.n_dir() + dir] = 5.0;
  sea.depth = 8.0;
  Cells cells(grid, {sea});
  cells.compute();
  const double m0 = 5.0 * grid.frequency_width()[freq] * grid.direction_width(), f = grid.frequency()[freq];
  EXPECT_NEAR(cells.value(Parameter::significant_height), 4.0 * std::sqrt(m0), 1e-5);
  for (Parameter period :
       {Parameter::mean_period_m01, Parameter::mean_period_m02, Parameter::mean_period_m10})
    EXPECT_NEAR(cells.value(period) * f, 1.0, 1e-6);
  EXPECT_NEAR(cells.value(Parameter::mean_direction), grid.direction()[dir], 1e-6);
  EXPECT_NEAR(cells.value(Parameter::directional_spread), 0.0, 2e-3);  // the root of a rounding error
  // amplitude a, a^2/2 = m0: u = a^2 sigma k cosh 2kd / (2 sinh^2 kd) at the surface
  const double sigma = grid.sigma()[freq], k = compute_wavenumber(sigma, 8.0);
  const double drift = m0 * sigma * k * std::cosh(16.0 * k) / std::pow(std::sinh(8.0 * k), 2.0);
  EXPECT_NEAR(
      std::hypot(cells.value(Parameter::stokes_drift_east), cells.value(Parameter::stokes_drift_north)),
      drift, 1e-5 * drift);
  EXPECT_NEAR(cells.value(Parameter::mean_wave_length) * k, 2.0 * pi, 1e-5);
  const double flux = water_density * gravity * m0 * compute_group_speed(sigma, k, 8.0);
  EXPECT_NEAR(cells.value(Parameter::energy_flux), flux, 1e-5 * flux);
  EXPECT_NEAR(cells.value(Parameter::mean_square_slope_upwave), k * k * m0, 1e-5 * k * k * m0);
  EXPECT_NEAR(cells.value(Parameter::mean_square_slope_crosswave), 0.0, 1e-6 * k * k * m0);
}

// An independent program gives 0.022834 for this sea in deep water. With cos^2 spreading about its direction,
// three quarters of the mean square slope are along that direction.
TEST(Parameters, MeanSquareSlopeOfAJonswapSea) {
  const SpectralGrid grid;
  ReferenceSea sea;
  sea.depth = 1e5;
  const JonswapShape shape{0.01, 0.1, 3.3, 0.07, 0.09};
  for (const double f : grid.frequency())
    for (const double theta : grid.direction())
      sea.variance.push_back(compute_jonswap(shape, f) * compute_cosine_power(theta - 0.3, 2.0));
  Cells cells(grid, {sea});
  cells.compute();
  const double upwave = cells.value(Parameter::mean_square_slope_upwave),
               crosswave = cells.value(Parameter::mean_square_slope_crosswave);
  EXPECT_NEAR(upwave + crosswave, 0.022834, 1e-6);
  EXPECT_NEAR(upwave / crosswave, 3.0, 0.02);
}

TEST(Parameters, PeakLiesBetweenBins) {
  const SpectralGrid grid;
  const double step = std::log(grid.ratio());
  for (double shift = -0.45; shift < 0.46; shift += 0.15) {
    const double fp = grid.frequency()[12] * std::exp(shift * step);
    Cells cells(grid, {make_sea(grid, make_swell_spectrum({2.0, fp, 0.03}, 1.0))});
    cells.compute();
    EXPECT_NEAR(cells.value(Parameter::peak_frequency) / fp, 1.0, 0.01) << shift;  // bins are 10 % apart
    EXPECT_NEAR(cells.value(Parameter::peak_period) * fp, 1.0, 0.01);
  }
}

TEST(Parameters, PeakAtAnEndOfTheGridIsThatFrequency) {
  const SpectralGrid grid;
  for (int freq : {0, grid.n_freq() - 1}) {
    const double f = grid.frequency()[freq];
    Cells cells(grid, {make_sea(grid, make_swell_spectrum({2.0, f, 0.1 * f}, 1.0))});
    cells.compute();
    EXPECT_NEAR(cells.value(Parameter::peak_frequency) / f, 1.0, 1e-6);
  }
}

TEST(Parameters, WindSeaAndSwellShareTheVariance) {
  const SpectralGrid grid;
  ReferenceSea along = make_sea(grid, make_jonswap_spectrum(make_jonswap_from_height(2.0, 0.25), 0.0, 20.0));
  along.friction_velocity = 1.0;  // far above 1/28 of the phase speed
  ReferenceSea against = along, calm = along;
  against.wind_direction = pi;
  calm.friction_velocity = 0.0;
  Cells cells(grid, {along, against, calm});
  cells.compute();
  EXPECT_GT(cells.value(Parameter::wind_sea_height, 0), 1.99);
  for (std::size_t cell : {1, 2}) {
    EXPECT_EQ(cells.value(Parameter::wind_sea_height, cell), 0.0f);
    EXPECT_TRUE(std::isnan(cells.value(Parameter::wind_sea_mean_period_m10, cell)));
    EXPECT_TRUE(std::isnan(cells.value(Parameter::wind_sea_mean_direction, cell)));
    EXPECT_EQ(cells.value(Parameter::swell_height, cell), cells.value(Parameter::significant_height, cell));
  }
  const double sea = cells.value(Parameter::wind_sea_height), swell = cells.value(Parameter::swell_height);
  EXPECT_NEAR(std::hypot(sea, swell), cells.value(Parameter::significant_height), 1e-5);
}

TEST(Parameters, FrameAngleTurnsDirectionsAndDrift) {
  const SpectralGrid grid;
  ReferenceSea sea = make_sea(grid, make_swell_spectrum({2.0, 0.1, 0.02}, 6.0));
  ReferenceSea turned = sea;
  turned.frame_angle = 1.5;
  Cells cells(grid, {sea, turned});
  cells.compute();
  EXPECT_NEAR(cells.value(Parameter::mean_direction, 1), 7.5 - 2.0 * pi, 1e-5);
  EXPECT_NEAR(cells.value(Parameter::peak_direction, 1), 7.5 - 2.0 * pi, 1e-5);
  EXPECT_EQ(cells.value(Parameter::directional_spread, 0), cells.value(Parameter::directional_spread, 1));
  const double east = cells.value(Parameter::stokes_drift_east, 1),
               north = cells.value(Parameter::stokes_drift_north, 1);
  EXPECT_NEAR(std::atan2(north, east), 7.5 - 2.0 * pi, 1e-5);
  EXPECT_NEAR(
      std::hypot(east, north),
      std::hypot(cells.value(Parameter::stokes_drift_east, 0), cells.value(Parameter::stokes_drift_north, 0)),
      1e-7);
}

TEST(Parameters, ACalmSeaHasNoPeriodAndNoDirection) {
  const SpectralGrid grid;
  ReferenceSea sea;
  sea.variance.assign(std::size_t(grid.n_bin()), 0.0);
  Cells cells(grid, {sea});
  cells.compute({1.0, true, many_depths});
  for (int p = 0; p < n_parameter; ++p) {
    const std::string_view unit = parameter_info(Parameter(p)).unit;
    const float value = cells.value(Parameter(p));
    const bool is_there =
        Parameter(p) != Parameter::mean_wave_length && unit != "s" && unit != "s-1" && unit != "rad";
    if (is_there) {
      EXPECT_EQ(value, 0.0f) << parameter_info(Parameter(p)).name;
    } else {
      EXPECT_TRUE(std::isnan(value)) << parameter_info(Parameter(p)).name;
    }
  }
}

TEST(Parameters, ACellsBitsDependOnThatCellAlone) {
  const SpectralGrid grid;
  const std::vector<ReferenceSea> seas = make_random_seas(grid, 300);
  const std::vector<ReferenceSea> reversed(seas.rbegin(), seas.rend());
  Cells forward(grid, seas), backward(grid, reversed), parallel(grid, seas), parts(grid, seas);
  forward.compute();
  backward.compute();
  parallel.compute({}, Backend::openmp);
  compute_parameters(Backend::serial, {0, 13}, grid, parts.inputs(), parts.fields.arrays());
  compute_parameters(Backend::serial, {13, 300}, grid, parts.inputs(), parts.fields.arrays());
  for (int p = 0; p < n_parameter; ++p)
    for (std::size_t cell = 0; cell < seas.size(); ++cell) {
      const float value = forward.value(Parameter(p), cell);
      for (const float other : {backward.value(Parameter(p), seas.size() - 1 - cell),
                                parallel.value(Parameter(p), cell), parts.value(Parameter(p), cell)})
        ASSERT_EQ(std::memcmp(&value, &other, sizeof value), 0)
            << parameter_info(Parameter(p)).name << " of cell " << cell << ": " << value << " and " << other;
    }
}

// Values of the Python library wavespectra 4.9.0 for the same two systems. Its end bins are twice as wide,
// but the spectrum vanishes there. Its directions are nautical: those from which waves come.
TEST(Parameters, AgreeWithWavespectra) {
  const SpectralGrid grid;
  ReferenceSea sea = make_sea(grid, make_swell_spectrum({2.0, 0.2, 0.04}, 0.7, 6.0));
  const ReferenceSea swell = make_sea(grid, make_swell_spectrum({1.5, 0.08, 0.006}, 4.0, 25.0));
  for (int bin = 0; bin < grid.n_bin(); ++bin) sea.variance[bin] += swell.variance[bin];
  Cells cells(grid, {sea});
  cells.compute();
  const auto nautical_degrees = [](double towards) { return std::fmod(630.0 - towards / degree, 360.0); };
  EXPECT_NEAR(cells.value(Parameter::significant_height), 2.501857763608172, 2e-5);
  EXPECT_NEAR(cells.value(Parameter::mean_period_m01), 6.37744522500992, 1e-4);
  EXPECT_NEAR(cells.value(Parameter::mean_period_m02), 5.878122637558221, 1e-4);
  EXPECT_NEAR(cells.value(Parameter::peak_period), 12.41019344329834, 1e-4);
  EXPECT_NEAR(nautical_degrees(cells.value(Parameter::mean_direction)), 244.68753110324494, 2e-3);
  EXPECT_NEAR(nautical_degrees(cells.value(Parameter::peak_direction)), 40.78956604003906, 2e-3);
  EXPECT_NEAR(cells.value(Parameter::directional_spread) / degree, 71.84451164405951, 2e-3);
}

TEST(Parameters, OnlyWantedOnesAreWrittenAndShortTablesRefused) {
  const SpectralGrid grid;
  Cells cells(grid, make_random_seas(grid, 3));
  Array<float> height(3);
  ParameterArrays out;
  out[Parameter::significant_height] = height.view();
  compute_parameters(Backend::serial, {1, 3}, grid, cells.inputs(), out);
  EXPECT_EQ(height[0], 0.0f);
  EXPECT_GT(height[1], 0.0f);
  EXPECT_THROW(compute_parameters(Backend::serial, {0, 4}, grid, cells.inputs(), out), Error);
  ParameterInputs no_wind = cells.inputs();
  no_wind.wind_x = {};
  EXPECT_THROW(compute_parameters(Backend::serial, {0, 3}, grid, no_wind, out), Error);
  const SpectralGrid finer({36, 36, 0.04, 1.1});
  EXPECT_THROW(compute_parameters(Backend::serial, {0, 3}, finer, cells.inputs(), out), Error);
}

TEST(Parameters, NamesAreUniqueAndLeadBack) {
  for (int p = 0; p < n_parameter; ++p) {
    EXPECT_EQ(parameter_from_name(parameter_info(Parameter(p)).name), Parameter(p));
  }
  EXPECT_EQ(parameter_from_name("vus8"), Parameter(n_parameter - 1));  // the last one: none has been left out
  EXPECT_THROW(parameter_from_name("height"), Error);
}

}  // namespace groundswell
