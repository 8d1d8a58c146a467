// SPDX-License-Identifier: Apache-2.0
// The same sea, written according to the conventions of several programs, is read as the same spectra.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "boundary/spectra_series.hpp"
#include "some_sea.hpp"
#include "support/netcdf_file.hpp"

namespace groundswell::test {
namespace {

constexpr double frequencies[] = {0.05, 0.06, 0.075, 0.1, 0.15};
constexpr int n_freq = 5, n_dir = 12, n_time = 3;

Sea sea_at(int time, int place) {
  return {2.0 + 0.1 * time + 0.5 * place, 12.0, 0.3 + 0.5 * place + 0.1 * time, 8.0};
}

// The density of the sea at the frequency with index `freq`, in a direction of travel [degree,
// counter-clockwise from east].
double density(int time, int place, int freq, double towards) {
  return sea_at(time, place).density(frequencies[freq], towards * degree);
}

std::vector<double> list(int n, double first, double step) {
  std::vector<double> out;
  for (int i = 0; i < n; ++i) out.push_back(first + step * i);
  return out;
}

// WAVEWATCH III: stations with a position for each date, directions of travel that descend through north,
// densities per radian.
void write_wavewatch(const std::filesystem::path& path, double drift = 0.0) {
  NetcdfFile file(path);
  file.dimension("time", 0)
      .dimension("station", 2)
      .dimension("frequency", n_freq)
      .dimension("direction", n_dir);
  file.variable("time", NC_DOUBLE, {"time"}).attribute("units", "days since 1990-01-01T00:00:00Z");
  file.variable("frequency", NC_FLOAT, {"frequency"}).attribute("units", "s-1");
  file.variable("direction", NC_FLOAT, {"direction"})
      .attribute("units", "degree")
      .attribute("standard_name", "sea_surface_wave_to_direction");
  file.variable("longitude", NC_FLOAT, {"time", "station"}).attribute("units", "degree_east");
  file.variable("latitude", NC_FLOAT, {"time", "station"}).attribute("units", "degree_north");
  file.variable("efth", NC_FLOAT, {"time", "station", "frequency", "direction"})
      .attribute("units", "m2 s rad-1");
  const std::vector<double> directions = list(n_dir, 90.0, -30.0);
  std::vector<double> values, wrapped, lon, lat;
  for (const double d : directions) wrapped.push_back(d < 0.0 ? d + 360.0 : d);
  for (int t = 0; t < n_time; ++t)
    for (int p = 0; p < 2; ++p) {
      lon.push_back(p == 0 ? -10.0 : -9.0 + drift * t);
      lat.push_back(45.0);
      for (int f = 0; f < n_freq; ++f)
        for (const double d : directions) values.push_back(density(t, p, f, 90.0 - d));
    }
  file.put("time", list(n_time, 0.0, 0.125), n_time)
      .put("frequency", {std::begin(frequencies), std::end(frequencies)});
  file.put("direction", wrapped).put("longitude", lon, n_time).put("latitude", lat, n_time);
  file.put("efth", values, n_time);
}

// SWAN: directions that waves come from, in radians, descending to negative values. wavespectra: directions
// that waves come from, in degrees and without attributes; densities per degree.
void write_from(const std::filesystem::path& path, bool swan) {
  NetcdfFile file(path);
  const std::string place = swan ? "points" : "site", freq = swan ? "frequency" : "freq",
                    dir = swan ? "direction" : "dir";
  file.dimension("time", n_time).dimension(place, 2).dimension(freq, n_freq).dimension(dir, n_dir);
  file.variable("time", NC_INT, {"time"}).attribute("units", "seconds since 1990-01-01");
  file.variable(freq, NC_DOUBLE, {freq});
  file.variable(dir, NC_DOUBLE, {dir});
  if (swan) file.attribute("units", "radians").attribute("standard_name", "sea_surface_wave_from_direction");
  file.variable(swan ? "longitude" : "lon", NC_DOUBLE, {place});
  file.variable(swan ? "latitude" : "lat", NC_DOUBLE, {place});
  file.variable(swan ? "density" : "efth", NC_DOUBLE, {"time", place, freq, dir})
      .attribute("units", swan ? "m2 s rad-1" : "m^{2}.s.degree^{-1}");
  const std::vector<double> directions = list(n_dir, 270.0, -30.0);  // down to -60
  std::vector<double> values, written;
  for (const double d : directions) written.push_back(swan ? d * degree : (d < 0.0 ? d + 360.0 : d));
  for (int t = 0; t < n_time; ++t)
    for (int p = 0; p < 2; ++p)
      for (int f = 0; f < n_freq; ++f)
        for (const double d : directions)
          values.push_back(density(t, p, f, 270.0 - d) * (swan ? 1.0 : degree));
  file.put("time", list(n_time, 0.0, 10800.0))
      .put(freq, {std::begin(frequencies), std::end(frequencies)})
      .put(dir, written);
  file.put(swan ? "longitude" : "lon", {-10.0, -9.0}).put(swan ? "latitude" : "lat", {45.0, 45.0});
  file.put(swan ? "density" : "efth", values);
}

void expect_the_sea(const std::filesystem::path& path) {
  const SpectraSeries series({path}, "", Calendar::standard);
  ASSERT_EQ(series.points().n_place(), 2u) << path;
  ASSERT_EQ(series.points().dates().size(), std::size_t(n_time));
  EXPECT_EQ(series.points().dates()[1].iso(), "1990-01-01T03:00:00Z");
  EXPECT_NEAR(series.points().x()[1], -9.0, 1e-6);
  EXPECT_NEAR(series.points().y()[1], 45.0, 1e-6);
  ASSERT_EQ(series.axes().frequency.size(), std::size_t(n_freq));
  ASSERT_EQ(series.axes().direction.size(), std::size_t(n_dir));
  for (int t = 0; t < n_time; ++t)
    for (int p = 0; p < 2; ++p) {
      const std::vector<float> read = series.read(std::size_t(p), std::size_t(t));
      for (int f = 0; f < n_freq; ++f)
        for (std::size_t d = 0; d < n_dir; ++d) {
          const double exact = density(t, p, f, series.axes().direction[d] / degree);
          EXPECT_NEAR(read[std::size_t(f) * n_dir + d], exact, 2e-5 * exact + 1e-7)
              << path << t << p << f << d;
        }
    }
}

TEST(SpectraSeries, ReadsWavewatch) {
  write_wavewatch(scratch_path("ww3.nc"));
  expect_the_sea(scratch_path("ww3.nc"));
}

TEST(SpectraSeries, ReadsSwan) {
  write_from(scratch_path("swan.nc"), true);
  expect_the_sea(scratch_path("swan.nc"));
}

TEST(SpectraSeries, ReadsWavespectra) {
  write_from(scratch_path("wavespectra.nc"), false);
  expect_the_sea(scratch_path("wavespectra.nc"));
}

// ERA5: the packed decimal logarithm of the density on a grid, with numbers in place of frequencies and
// directions. Bins with little energy are missing, and so are all bins on land.
void write_era5(const std::filesystem::path& path) {
  const int nf = 4, nd = 24;
  NetcdfFile file(path);
  file.dimension("time", 1).dimension("directionNumber", nd).dimension("frequencyNumber", nf);
  file.dimension("latitude", 2).dimension("longitude", 2);
  file.variable("time", NC_INT, {"time"}).attribute("units", "hours since 1990-01-01 00:00:00.0");
  file.variable("directionNumber", NC_INT, {"directionNumber"});
  file.variable("frequencyNumber", NC_INT, {"frequencyNumber"});
  file.variable("latitude", NC_FLOAT, {"latitude"}).attribute("units", "degrees_north");
  file.variable("longitude", NC_FLOAT, {"longitude"}).attribute("units", "degrees_east");
  file.variable("d2fd", NC_SHORT, {"time", "directionNumber", "frequencyNumber", "latitude", "longitude"})
      .attribute("units", "m**2 s radian**-1")
      .attribute("scale_factor", 1e-3)
      .attribute("add_offset", -2.0)
      .attribute("_FillValue", -32767.0, NC_SHORT);
  std::vector<double> packed;
  for (int d = 0; d < nd; ++d)
    for (int f = 0; f < nf; ++f)
      for (int place = 0; place < 4; ++place) {
        const double log10 = place + 0.1 * d - f;  // rises clockwise from north
        packed.push_back(place == 3 || f == 3 ? -32767.0 : std::round((log10 + 2.0) * 1e3));
      }
  file.put("time", {3.0}).put("directionNumber", list(nd, 1, 1)).put("frequencyNumber", list(nf, 1, 1));
  file.put("latitude", {50.0, 49.0}).put("longitude", {0.0, 1.0}).put("d2fd", packed);
}

TEST(SpectraSeries, ReadsEra5) {
  write_era5(scratch_path("era5.nc"));
  const SpectraSeries series({scratch_path("era5.nc")}, "", Calendar::standard);
  ASSERT_TRUE(series.points().grid().has_value());
  EXPECT_NEAR(series.axes().frequency[1], 0.03453 * 1.1, 1e-9);
  // 7.5 degrees clockwise from north are 82.5 degrees counter-clockwise from east, the sixth of the
  // directions 7.5, 22.5, ...
  EXPECT_NEAR(series.axes().direction[5], 82.5 * degree, 1e-9);
  const std::vector<float> read = series.read(1, 0);
  EXPECT_NEAR(read[5], 10.0, 1e-3);                           // first direction
  EXPECT_NEAR(read[4] / read[5], std::pow(10.0, 0.1), 1e-3);  // the next one clockwise
  EXPECT_NEAR(read[24 + 5], 1.0, 1e-4);
  EXPECT_EQ(read[3 * 24 + 5], 0.0f);       // too little energy
  EXPECT_TRUE(series.read(3, 0).empty());  // land
}

TEST(SpectraSeries, JoinsFilesOfOtherPlacesAndDates) {
  write_wavewatch(scratch_path("a.nc"));
  NetcdfFile* more = new NetcdfFile(scratch_path("b.nc"));
  more->dimension("time", 1)
      .dimension("station", 1)
      .dimension("frequency", n_freq)
      .dimension("direction", n_dir);
  more->variable("time", NC_DOUBLE, {"time"}).attribute("units", "days since 1990-01-02");
  more->variable("frequency", NC_FLOAT, {"frequency"});
  more->variable("direction", NC_FLOAT, {"direction"})
      .attribute("standard_name", "sea_surface_wave_to_direction");
  more->variable("longitude", NC_FLOAT, {"station"}).variable("latitude", NC_FLOAT, {"station"});
  more->variable("efth", NC_FLOAT, {"time", "station", "frequency", "direction"})
      .attribute("units", "m2 s rad-1");
  more->put("time", {0.0}).put("frequency", {std::begin(frequencies), std::end(frequencies)});
  more->put("direction", list(n_dir, 0.0, 30.0)).put("longitude", {351.0}).put("latitude", {45.0});
  more->put("efth", std::vector<double>(n_freq * n_dir, 7.0));
  delete more;
  const SpectraSeries series({scratch_path("a.nc"), scratch_path("b.nc")}, "", Calendar::standard);
  EXPECT_EQ(series.points().n_place(), 2u);
  EXPECT_EQ(series.points().dates().size(), 4u);
  EXPECT_EQ(series.read(1, 3)[0], 7.0f);
  EXPECT_TRUE(series.read(0, 3).empty());
}

void expect_refused(const std::filesystem::path& path, const std::string& words,
                    const std::string& variable = "") {
  try {
    SpectraSeries({path}, variable, Calendar::standard);
    FAIL() << words;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(SpectraSeries, RefusesWhatItDoesNotUnderstand) {
  write_wavewatch(scratch_path("drift.nc"), 0.5);
  expect_refused(scratch_path("drift.nc"), "moves with time");
  write_wavewatch(scratch_path("sound.nc"));
  expect_refused(scratch_path("sound.nc"), "no variable 'spectra'", "spectra");
  expect_refused(scratch_path("sound.nc"), "is not a directional spectrum", "longitude");
  expect_refused(scratch_path("nothing.nc"), "there is no file");
}

// Writes spectra at one place and date, with 4 directions in `units` ("" for none) and the density `value` in
// every bin.
void write_one(const std::filesystem::path& path, const std::vector<double>& directions,
               const std::string& units, double value = 1.0,
               const std::string& time = "hours since 1990-01-01") {
  NetcdfFile file(path);
  file.dimension("time", 1).dimension("station", 1).dimension("frequency", 2).dimension("direction", 4);
  file.variable("time", NC_INT, {"time"}).attribute("units", time);
  file.variable("frequency", NC_DOUBLE, {"frequency"}).variable("direction", NC_DOUBLE, {"direction"});
  file.attribute("standard_name", "sea_surface_wave_to_direction");
  if (!units.empty()) file.attribute("units", units);
  file.variable("longitude", NC_DOUBLE, {"station"}).variable("latitude", NC_DOUBLE, {"station"});
  file.variable("efth", NC_DOUBLE, {"time", "station", "frequency", "direction"})
      .attribute("units", "m2 s degree-1");
  file.put("time", {0}).put("frequency", {0.1, 0.2}).put("direction", directions).put("longitude", {1});
  file.put("latitude", {2}).put("efth", std::vector<double>(8, value));
}

TEST(SpectraSeries, UnderstandsUnitsOfDirections) {
  const std::filesystem::path path = scratch_path("units.nc");
  for (const char* degrees : {"degree", "degree_true", "degrees true", "degT", ""}) {
    write_one(path, {0, 90, 180, 270}, degrees);
    EXPECT_NEAR(SpectraSeries({path}, "", Calendar::standard).axes().direction[3], 1.5 * pi, 1e-9) << degrees;
  }
  write_one(path, {0, 1.5, 3, 4.5}, "");
  expect_refused(path, "have no units and reach from 0 to 4.5");
  write_one(path, {0, 1.5, 3, 4.5}, " ");
  expect_refused(path, "have no units and reach from 0 to 4.5");
  write_one(path, {0, 1.5, 3, 4.5}, "percent");
  expect_refused(path, "but an angle is needed");
  write_one(path, {0, 1.5708, 3.1416, 4.7124}, "degree");
  expect_refused(path, "have the units degree and reach from 0 to 4.7124, as if they were radians");
  write_one(path, {0, 90, 180, 270}, "radian");
  expect_refused(path, "have the units radian and reach from 0 to 270, more than a circle");
}

// Writes spectra at one place and date, with 2 frequencies in `units` ("" for none), one direction per
// quadrant and a density of 1 in `density_units`.
void write_frequencies(const std::filesystem::path& path, const std::string& units,
                       const std::vector<double>& frequency, const std::string& density_units) {
  NetcdfFile file(path);
  file.dimension("time", 1).dimension("station", 1).dimension("frequency", 2).dimension("direction", 4);
  file.variable("time", NC_INT, {"time"}).attribute("units", "hours since 1990-01-01");
  file.variable("frequency", NC_DOUBLE, {"frequency"});
  if (!units.empty()) file.attribute("units", units);
  file.variable("direction", NC_DOUBLE, {"direction"})
      .attribute("standard_name", "sea_surface_wave_to_direction");
  file.variable("longitude", NC_DOUBLE, {"station"}).variable("latitude", NC_DOUBLE, {"station"});
  file.variable("efth", NC_DOUBLE, {"time", "station", "frequency", "direction"})
      .attribute("units", density_units);
  file.put("time", {0}).put("frequency", frequency).put("direction", {0, 90, 180, 270});
  file.put("longitude", {1}).put("latitude", {2}).put("efth", std::vector<double>(8, 1.0));
}

TEST(SpectraSeries, UnderstandsUnitsOfFrequencies) {
  const std::filesystem::path path = scratch_path("frequencies.nc");
  struct Written {
    const char* units;
    double per_hz;
    const char* density_units;
    double density;  // [m2 Hz-1 rad-1]
  };
  for (const Written& w : {Written{"", 1.0, "m2 s rad-1", 1.0},
                           {"Hz", 1.0, "m2 s rad-1", 1.0},
                           {"1/s", 1.0, "m2 s rad-1", 1.0},
                           {"mHz", 1e3, "m2 s rad-1", 1.0},
                           {"mHz", 1e3, "m2 mHz-1 rad-1", 1e3},
                           {"kHz", 1e-3, "m2 s rad-1", 1.0},
                           {"rad/s", 2.0 * pi, "m2 s rad-1", 2.0 * pi},
                           {"rad s-1", 2.0 * pi, "m2 s rad-2", 2.0 * pi},
                           {"radian s-1", 2.0 * pi, "m2 Hz-1 rad-1", 1.0}}) {
    write_frequencies(path, w.units, {0.1 * w.per_hz, 0.2 * w.per_hz}, w.density_units);
    const SpectraSeries series({path}, "", Calendar::standard);
    EXPECT_NEAR(series.axes().frequency[1], 0.2, 1e-9) << w.units;
    EXPECT_NEAR(series.read(0, 0)[0], w.density, 1e-5 * w.density) << w.units << w.density_units;
  }
  for (const char* units : {"s", "ms", "degree", "1"}) {
    write_frequencies(path, units, {0.1, 0.2}, "m2 s rad-1");
    expect_refused(path, "the frequencies 'frequency' of '" + path.string() + "' have units '" + units + "'");
  }
  for (const double wrong : {1e-4, 1e3}) {  // far below and far above the frequencies of sea waves
    write_frequencies(path, "", {0.1 * wrong, 0.2 * wrong}, "m2 s rad-1");
    expect_refused(path, "beyond those of sea waves");
  }
}

TEST(SpectraSeries, RefusesADirectionOrFrequencyThatStandsTwice) {
  const std::filesystem::path path = scratch_path("twice.nc");
  for (const auto& [directions, twins] : {std::pair{std::vector<double>{0, 120, 240, 360}, "1 and 4"},
                                          {{-180, -60, 180, 60}, "1 and 3"},
                                          {{90, 90, 180, 270}, "1 and 2"},
                                          {{350, 170, 80, 350}, "1 and 4"}}) {
    write_one(path, directions, "degree");
    expect_refused(path, "has the same direction twice, as values " + std::string(twins));
  }
  write_one(path, {0, 2.0943951, 4.1887902, 6.2831855}, "radian");
  expect_refused(path, "has the same direction twice, as values 1 and 4");
  write_frequencies(path, "Hz", {0.1, 0.1}, "m2 s rad-1");
  expect_refused(path, "has the same frequency twice, as values 1 and 2");
}

TEST(SpectraSeries, RefusesMissingAxesClimatologiesAndNumbersThatAreNoDensities) {
  const std::filesystem::path path = scratch_path("wrong.nc");
  write_one(path, {0, 90, std::nan(""), 270}, "degree");
  expect_refused(path, "'direction' of '" + path.string() + "' has a missing value");
  write_one(path, {0, 90, 180, 270}, "degree", 1.0, "months since 0000-01-01");
  expect_refused(path, "year 0");
  for (const double value : {-9999.0, std::numeric_limits<double>::infinity()}) {
    write_one(path, {0, 90, 180, 270}, "degree", value);
    try {
      SpectraSeries({path}, "", Calendar::standard).read(0, 0);
      FAIL() << value;
    } catch (const Error& error) {
      const std::string said = error.what();
      for (const char* word : {"variable 'efth' of '", "wrong.nc'", "1990-01-01T00:00:00Z", "place (1, 2)"})
        EXPECT_NE(said.find(word), std::string::npos) << said;
    }
  }
}

}  // namespace
}  // namespace groundswell::test
