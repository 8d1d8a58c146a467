// SPDX-License-Identifier: Apache-2.0
// The next date is read while the run proceeds: a file damaged meanwhile is refused at the step that needs
// the date, with file, date and place.
#include <gtest/gtest.h>

#include <fstream>
#include <memory>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "forcing/forcing.hpp"
#include "support/netcdf_file.hpp"

namespace groundswell {
namespace {

constexpr std::size_t n_date = 6, n_side = 80;  // a date is larger than a buffer of the netCDF library
const DateTime first_date = DateTime::parse("2020-01-01");

// Writes an hourly water level [m] that equals the hour.
std::filesystem::path write_level(int format = 0) {
  const auto path = test::scratch_path("level.nc");
  std::vector<double> hours, places, values;
  for (std::size_t i = 0; i < n_date; ++i) hours.push_back(double(i));
  for (std::size_t i = 0; i < n_side; ++i) places.push_back(double(i));
  for (std::size_t i = 0; i < n_date * n_side * n_side; ++i) values.push_back(double(i / (n_side * n_side)));
  test::NetcdfFile file(path, format);
  file.dimension("time", n_date).dimension("lat", n_side).dimension("lon", n_side);
  file.variable("lat", NC_DOUBLE, {"lat"}).variable("lon", NC_DOUBLE, {"lon"});
  file.variable("time", NC_DOUBLE, {"time"}).attribute("units", "hours since 2020-01-01 00:00");
  file.variable("zos", NC_FLOAT, {"time", "lat", "lon"});
  file.put("time", hours).put("lat", places).put("lon", places).put("zos", values);
  return path;
}

struct Sea {
  std::vector<double> lon{40.5 * degree}, lat{30.5 * degree};
  std::unique_ptr<Forcing> forcing;

  explicit Sea(const std::filesystem::path& path) {
    ForcingSettings settings;
    settings.water_level.kind = ScalarKind::file;
    settings.water_level.file.files = {path};
    forcing = std::make_unique<Forcing>(settings, ForcingCells{lon, lat}, first_date,
                                        first_date + std::int64_t(n_date - 1) * 3600);
  }
  float level_at(double hour) const {
    forcing->update(first_date + std::int64_t(hour * 3600));
    return forcing->water_level()[0];
  }
  std::string refusal_at(double hour) const {
    try {
      level_at(hour);
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  }
};

// Sets all bits of the last date, which makes its values NaN.
void spoil_last_date(const std::filesystem::path& path) {
  const std::string ones(4 * n_side * n_side, '\xff');
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(-std::streamoff(ones.size()), std::ios::end);
  file << ones;
  ASSERT_TRUE(file.good());
}

TEST(ReadingAhead, GivesTheValuesOfEachDateInAnyOrder) {
  for (const int format : {0, NC_NETCDF4}) {
    const Sea sea(write_level(format));
    for (const double hour : {0.0, 0.5, 1.0, 1.5, 4.25, 0.25, 3.0, 2.5, 3.5, 4.5, 5.0})
      EXPECT_FLOAT_EQ(sea.level_at(hour), float(hour));
  }
}

TEST(ReadingAhead, EndsWithTheForcing) {
  for (int repeat = 0; repeat < 20; ++repeat) Sea(write_level()).level_at(0.5);
}

TEST(ReadingAhead, AFileThatGoesBadIsRefusedAtTheStepThatNeedsIt) {
  const auto path = write_level();
  const Sea sea(path);
  EXPECT_FLOAT_EQ(sea.level_at(2.5), 2.5f);  // a thread reads 04:00
  spoil_last_date(path);
  EXPECT_FLOAT_EQ(sea.level_at(3.5), 3.5f);  // a thread reads 05:00 and fails
  EXPECT_FLOAT_EQ(sea.level_at(3.9), 3.9f);
  for (int again = 0; again < 2; ++again) {
    const std::string said = sea.refusal_at(4.5);
    for (const char* word : {"level.nc", "2020-01-01T05:00:00Z", "longitude 40.5, latitude 30.5"})
      EXPECT_NE(said.find(word), std::string::npos) << said;
  }
  EXPECT_FLOAT_EQ(sea.level_at(2.5), 2.5f);
}

// The netCDF library reads zeros beyond the end of a classic file.
TEST(ReadingAhead, AFileThatIsCutIsRefused) {
  const auto path = write_level();
  const Sea sea(path);
  EXPECT_FLOAT_EQ(sea.level_at(2.5), 2.5f);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 4 * n_side * n_side);
  const std::string said = sea.refusal_at(4.5);  // needs 04:00, which may have been read before, and 05:00
  for (const char* word : {"level.nc", "the water level at 2020-01-01T0", "bytes when it was opened"})
    EXPECT_NE(said.find(word), std::string::npos) << said;
}

}  // namespace
}  // namespace groundswell
