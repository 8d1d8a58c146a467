// SPDX-License-Identifier: Apache-2.0
// Wave parameters read from files, and the spectra made from them.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "boundary/parameter_boundary.hpp"
#include "boundary/spectra_series.hpp"
#include "boundary/spectrum_remap.hpp"
#include "parameter_file.hpp"

namespace groundswell::test {
namespace {

TEST(ParameterSeries, ReadsEra5OnAGrid) {
  std::vector<double> height(12);
  std::iota(height.begin(), height.end(), 1.0);
  height[2] = missing;
  write_file(scratch_path("era5.nc"), true,
             {{"swh", "m", height},
              {"mwp", "s", times(12, 8.0)},
              {"mwd", "Degree true", times(12, 270.0)},
              {"wdw", "radians", times(12, 0.4)}});
  const ParameterSeries series(settings_of(scratch_path("era5.nc")), Calendar::standard);
  ASSERT_EQ(series.n_part(), 1u);
  EXPECT_EQ(series.period(0), PeriodKind::energy);
  const SeaPart& part = series.at(1)[4];  // latitude 49, longitude 1
  EXPECT_EQ(part.height, 11.0);
  EXPECT_NEAR(part.frequency, 0.125, 1e-7);
  EXPECT_NEAR(part.direction, 0.0, 1e-9);  // to the east
  EXPECT_NEAR(part.spread, 0.4, 1e-7);
  EXPECT_TRUE(std::isnan(series.at(0)[2].height));
  EXPECT_EQ(series.at(1)[2].height, 9.0);
}

TEST(ParameterSeries, ReadsWindSeaAndSwellsAtPlaces) {
  write_file(scratch_path("parts.nc"), false,
             {{"hs", "m", times(4, 9.0)},
              {"t0m1", "s", times(4, 9.0)},
              {"dir", "degree", times(4, 9.0)},
              {"phs0", "m", {1, missing, 3, 4}},
              {"ptp0", "s", times(4, 5.0)},
              {"pdir0", "degree", times(4, 0.0)},
              {"phs1", "cm", times(4, 200.0)},
              {"ptp1", "s", times(4, 12.0)},
              {"pdir1", "degree", times(4, 90.0)},
              {"pspr1", "degree", times(4, 20.0)}});
  WaveFileSettings settings = settings_of(scratch_path("parts.nc"));
  const ParameterSeries series(settings, Calendar::standard);
  ASSERT_EQ(series.n_part(), 2u);
  EXPECT_EQ(series.describe(), "parameters of the wind sea and 1 swell");
  EXPECT_EQ(series.period(1), PeriodKind::peak);
  EXPECT_TRUE(series.is_swell(1));
  EXPECT_EQ(series.at(0)[2].height, 0.0);  // no wind sea at the second place, but swell
  EXPECT_NEAR(series.at(0)[3].height, 2.0, 1e-6);
  EXPECT_NEAR(series.at(0)[3].direction, pi, 1e-9);
  EXPECT_NEAR(series.at(0)[3].spread, 20.0 * degree, 1e-7);
  EXPECT_NEAR(series.at(0)[0].spread, 30.0 * degree, 1e-7);  // the default
  settings.shape.parts = false;
  EXPECT_EQ(ParameterSeries(settings, Calendar::standard).at(0)[0].height, 9.0);
}

TEST(ParameterSeries, ReadsPeakFrequenciesAndDirectionsThatWavesGoTo) {
  write_file(scratch_path("fp.nc"), false,
             {{"hs", "m", times(4, 2.0)}, {"fp", "s-1", times(4, 0.08)}, {"vmdr", "degree", times(4, 90.0)}});
  const ParameterSeries series(settings_of(scratch_path("fp.nc")), Calendar::standard);
  EXPECT_EQ(series.period(0), PeriodKind::peak);
  EXPECT_NEAR(series.at(0)[0].frequency, 0.08, 1e-7);
}

TEST(ParameterSeries, TakesTheHeightThatIsNamed) {
  std::vector<Variable> variables{{"hs", "m", times(4, 2.0)},
                                  {"t0m1", "s", times(4, 9.0)},
                                  {"dir", "degree", times(4, 9.0)},
                                  {"hs_mended", "m", times(4, 5.0)}};
  for (const char* part : {"0", "1"}) {
    variables.push_back({std::string("phs") + part, "m", times(4, 1.0)});
    variables.push_back({std::string("ptp") + part, "s", times(4, 5.0)});
    variables.push_back({std::string("pdir") + part, "degree", times(4, 0.0)});
  }
  write_file(scratch_path("named.nc"), false, variables);
  WaveFileSettings settings = settings_of(scratch_path("named.nc"));
  settings.variable = "hs_mended";
  const ParameterSeries series(settings, Calendar::standard);
  ASSERT_EQ(series.n_part(), 1u);  // the partitions belong to 'hs'
  EXPECT_EQ(series.at(0)[0].height, 5.0);
}

TEST(ParameterSeries, UnderstandsWhatFilesSayOfAngles) {
  const auto read = [](const std::string& long_name, const std::string& spread_units) {
    write_file(scratch_path("angles.nc"), false,
               {{"swh", "m", times(4, 2.0)},
                {"mwp", "s", times(4, 9.0)},
                {"mwd", "degree_true", times(4, 270.0), long_name},
                {"wdw", spread_units, times(4, 0.5)}});
    return ParameterSeries(settings_of(scratch_path("angles.nc")), Calendar::standard).at(0)[0];
  };
  for (const char* from : {"Mean wave direction relative to true north", "direction that waves come FROM"})
    EXPECT_NEAR(read(from, "Radians").direction, 0.0, 1e-9) << from;  // to the east
  for (const char* from :
       {"mean wave direction according to nautical convention", "Mean direction of waves due to wind",
        "direction normal to crest", "wave direction (coming from, clockwise from north)",
        "direction from which waves arrive, as opposed to currents",
        "mean direction, going to and coming from"})
    EXPECT_NEAR(read(from, "Radians").direction, 0.0, 1e-9) << from;
  for (const char* towards :
       {"direction that waves travel to, relative to north", "Direction towards which waves propagate",
        "Mean wave direction (towards)", "wave direction (going to)", "wave propagation direction",
        "direction to which waves travel, clockwise from north", "wave_to_direction", "wave direction (to)",
        "propagation direction derived from the spectrum"})
    EXPECT_NEAR(read(towards, "rad").direction, pi, 1e-9) << towards;
  for (const char* radians : {"Radians", "radian", "1", "dimensionless"})
    EXPECT_NEAR(read("direction", radians).spread, 0.5, 1e-7) << radians;
  EXPECT_NEAR(read("direction", "degrees").spread, 0.5 * degree, 1e-7);
  EXPECT_THROW(read("direction", "percent"), Error);
  const auto said = [&](const char* long_name) {
    read(long_name, "rad");
    return ParameterSeries(settings_of(scratch_path("angles.nc")), Calendar::standard).describe_directions();
  };
  EXPECT_EQ(said("propagation direction"), "; 'mwd' is where waves go to");
  EXPECT_EQ(said("direction"), "; 'mwd' is taken as where waves come from, because the file does not say");
}

TEST(ParameterSeries, SaysThatSpectraOfWwmAreNotRead) {
  NetcdfFile* file = new NetcdfFile(scratch_path("wwm.nc"));
  file->dimension("ocean_time", 1).dimension("nbstation", 1).dimension("nfreq", 2).dimension("ndir", 2);
  file->variable("ocean_time", NC_INT, {"ocean_time"}).attribute("units", "hours since 2000-01-01");
  file->variable("lon", NC_FLOAT, {"nbstation"}).variable("lat", NC_FLOAT, {"nbstation"});
  file->variable("spsig", NC_FLOAT, {"nfreq"}).variable("spdir", NC_FLOAT, {"ndir"});
  file->variable("AC", NC_FLOAT, {"ocean_time", "ndir", "nfreq", "nbstation"});
  file->variable("HS", NC_FLOAT, {"ocean_time", "nbstation"});
  file->put("ocean_time", {0}).put("lon", {0}).put("lat", {0});
  delete file;
  WaveFileSettings settings = settings_of(scratch_path("wwm.nc"));
  EXPECT_FALSE(hold_spectra(settings));
  expect_series_refused(settings, {"AC of WWM are not read", "read_wwm('"});
  settings.variable = "AC";
  expect_series_refused(settings, {"AC of WWM are not read", "read_wwm('"});
}

void write_row(const std::filesystem::path& path, double latitude) {
  NetcdfFile file(path);
  file.dimension("time", 1).dimension("latitude", 1).dimension("longitude", 3);
  file.variable("time", NC_INT, {"time"}).attribute("units", "hours since 2000-01-01");
  file.variable("latitude", NC_FLOAT, {"latitude"}).variable("longitude", NC_FLOAT, {"longitude"});
  for (const char* name : {"swh", "mwp", "mwd"})
    file.variable(name, NC_FLOAT, {"time", "latitude", "longitude"});
  file.put("time", {0}).put("latitude", {latitude}).put("longitude", {-1, 0, 1});
  file.put("swh", {1, 2, 3}).put("mwp", {8, 8, 8}).put("mwd", {0, 0, 0});
}

TEST(ParameterSeries, TakesASingleRowAsPlaces) {
  write_row(scratch_path("row.nc"), 50.0);
  const ParameterSeries series(settings_of(scratch_path("row.nc")), Calendar::standard);
  EXPECT_FALSE(series.points().grid().has_value());
  ASSERT_EQ(series.points().n_place(), 3u);
  EXPECT_EQ(series.points().y()[2], 50.0);
  EXPECT_EQ(series.at(0)[2].height, 3.0);
}

TEST(ParameterSeries, SaysWhatAFileLacks) {
  write_file(scratch_path("lacks.nc"), false,
             {{"hs", "m", times(4, 2.0)}, {"dir", "degree", times(4, 90.0)}});
  try {
    ParameterSeries(settings_of(scratch_path("lacks.nc")), Calendar::standard);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("lacks a height, a period or a direction"), std::string::npos);
  }
}

// Mean parameters of a spectrum on the model's grid.
SeaMean mean_of(const SpectralGrid& grid, const std::vector<float>& action) {
  std::vector<float> energy(action.size());
  for (std::size_t bin = 0; bin < action.size(); ++bin)
    energy[bin] = float(action[bin] * grid.sigma()[bin / std::size_t(grid.n_dir())]);
  return SpectrumRemap({grid.frequency(), grid.direction()}, grid).mean(energy);
}

TEST(SeaShape, HasTheParametersItIsMadeFrom) {
  const SpectralGrid grid;
  for (const auto& [name, form] : spectrum_forms) {
    SeaShapeSettings settings;
    settings.wind_sea = form;
    const SeaShape shape(settings, grid);
    for (const double direction : {0.3, 2.0, 5.5})
      for (const double spread : {12.0 * degree, 35.0 * degree}) {
        std::vector<float> action(std::size_t(grid.n_bin()), 0.0f);
        shape.add({2.5, 1.0 / 9.0, direction, spread}, false, PeriodKind::energy, action.data());
        const SeaMean mean = mean_of(grid, action);
        EXPECT_NEAR(4.0 * std::sqrt(mean.m0), 2.5, 1e-3) << name;
        EXPECT_NEAR(mean.frequency, 1.0 / 9.0, 0.01 / 9.0) << name;
        EXPECT_NEAR(std::remainder(std::atan2(mean.y, mean.x) - direction, 2.0 * pi), 0.0, 0.2 * degree)
            << name;
        double m0 = 0.0;  // without the tail, as mean.x and mean.y are
        for (int freq = 0; freq < grid.n_freq(); ++freq)
          for (int dir = 0; dir < grid.n_dir(); ++dir)
            m0 += action[freq * 36 + dir] * grid.sigma()[freq] * grid.frequency_width()[freq] *
                  grid.direction_width();
        const double found = std::sqrt(2.0 * (1.0 - std::hypot(mean.x, mean.y) / m0));
        EXPECT_NEAR(found, spread, 0.06 * spread) << name;
      }
  }
}

TEST(SeaShape, KnowsThePeriodsOfAJonswapSpectrum) {
  const SpectralGrid grid({60, 36, 0.03, 1.05});
  const SeaShape shape({}, grid);
  const auto frequency = [&](double period, PeriodKind kind) {
    std::vector<float> action(std::size_t(grid.n_bin()), 0.0f);
    shape.add({1.0, 1.0 / period, 0.0, 0.5}, false, kind, action.data());
    return mean_of(grid, action).frequency;
  };
  // For gamma = 3.3, T-10 = 0.904 Tp, T01 = 0.834 Tp and T02 = 0.777 Tp.
  EXPECT_NEAR(frequency(10.0, PeriodKind::peak), 0.1 / 0.904, 0.001);
  EXPECT_NEAR(frequency(8.34, PeriodKind::first_moment), 0.1 / 0.904, 0.001);
  EXPECT_NEAR(frequency(7.77, PeriodKind::second_moment), 0.1 / 0.904, 0.001);
}

TEST(SeaShape, MovesAPeakBeyondTheGridToItsEnd) {
  const SpectralGrid grid;
  SeaShapeSettings settings;
  settings.swell = SpectrumForm::gaussian;
  const SeaShape shape(settings, grid);
  for (const double period : {60.0, 0.1}) {
    std::vector<float> action(std::size_t(grid.n_bin()), 0.0f);
    shape.add({1.0, 1.0 / period, 0.0, 0.5}, true, PeriodKind::peak, action.data());
    EXPECT_NEAR(4.0 * std::sqrt(mean_of(grid, action).m0), 1.0, 1e-3) << period;
  }
}

TEST(ParameterBoundary, BlendsDirectionsAlongTheShorterTurn) {
  const SeaPart a{1.0, 0.1, 0.2, 0.3}, b{1.0, 0.2, 2.0 * pi - 0.2, 0.5};
  const SeaPart middle = blend_parts({{a, 0.5}, {b, 0.5}});
  EXPECT_NEAR(std::remainder(middle.direction, 2.0 * pi), 0.0, 1e-12);
  EXPECT_NEAR(middle.frequency, 0.15, 1e-12);
  EXPECT_NEAR(middle.spread, 0.4, 1e-12);
  // If there are no waves on one side, the blend has half the energy and the direction of the other side.
  const SeaPart half = blend_parts({{a, 0.5}, {SeaPart{}, 0.5}});
  EXPECT_NEAR(half.height, std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(half.direction, 0.2, 1e-12);
  EXPECT_EQ(blend_parts({}).height, 0.0);
}

TEST(ParameterBoundary, RefusesPlacesBeyondThePoles) {
  TargetPlaces targets;
  targets.sphere_radius = 6.371e6;
  const DateTime start = DateTime::parse("2000-01-01");
  for (const double latitude : {90.0, 95.0, -1000.0}) {
    write_row(scratch_path("pole.nc"), latitude);
    const auto make = [&] {
      ParameterBoundary(settings_of(scratch_path("pole.nc")), targets, SpectralGrid{}, start, start);
    };
    if (latitude == 90.0)
      EXPECT_NO_THROW(make());
    else
      EXPECT_THROW(make(), Error) << latitude;
  }
}

TEST(ParameterBoundary, FillsTargetsOfAGrid) {
  std::vector<double> height = times(12, 2.0);
  for (int i = 6; i < 12; ++i) height[std::size_t(i)] = 4.0;  // six hours later
  height[0] = height[6] = missing;
  write_file(scratch_path("grid.nc"), true,
             {{"swh", "m", height}, {"pp1d", "s", times(12, 10.0)}, {"mwd", "degrees", times(12, 180.0)}});
  TargetPlaces targets;
  targets.what = "cell";
  targets.sphere_radius = 6.371e6;
  targets.x = {0.2 * degree, 1.5 * degree};
  targets.y = {49.9 * degree, 49.5 * degree};
  targets.frame_angle = {0.0, 1.0};
  const SpectralGrid grid;
  const DateTime start = DateTime::parse("2000-01-01");
  ParameterBoundary source(settings_of(scratch_path("grid.nc")), targets, grid, start, start + 6 * 3600);
  RowArray<float> rows(2, std::size_t(grid.n_bin()));
  source.supply(start + 3 * 3600, rows.rows());
  for (std::size_t i = 0; i < 2; ++i) {
    const SeaMean mean = mean_of(grid, {rows.row(i), rows.row(i) + grid.n_bin()});
    EXPECT_NEAR(4.0 * std::sqrt(mean.m0), std::sqrt(10.0), 0.005);  // from the mean energy
    EXPECT_NEAR(std::atan2(mean.y, mean.x), 0.5 * pi - targets.frame_angle[i], 0.5 * degree);
  }
}

}  // namespace
}  // namespace groundswell::test
