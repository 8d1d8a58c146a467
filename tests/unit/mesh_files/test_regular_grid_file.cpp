// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <netcdf.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <filesystem>

#include "base/error.hpp"
#include "mesh_files/regular_grid_file.hpp"

namespace groundswell {
namespace {

struct FileText {
  const char *variable = "elevation", *units = "m", *positive = "";
  float scale = 1.0f;
  const char* standard_name = "";
  bool has_land = false;  // one value of the other sign
};

class HeightFileTest : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path); }

  // Writes a file with 4 longitudes eastward from 10, 3 latitudes southward from 50, and heights of -100 to
  // -1200, times `scale`, one of which is missing.
  void write(const FileText& t) const {
    int file = -1, dims[2], lon = -1, lat = -1, height = -1;
    ASSERT_EQ(nc_create(path.c_str(), NC_CLOBBER, &file), NC_NOERR);
    nc_def_dim(file, "lat", 3, &dims[0]);
    nc_def_dim(file, "lon", 4, &dims[1]);
    nc_def_var(file, "lat", NC_DOUBLE, 1, &dims[0], &lat);
    nc_def_var(file, "lon", NC_DOUBLE, 1, &dims[1], &lon);
    nc_def_var(file, t.variable, NC_FLOAT, 2, dims, &height);
    nc_put_att_text(file, lat, "units", 13, "degrees_north");
    nc_put_att_text(file, height, "units", std::strlen(t.units), t.units);
    nc_put_att_text(file, height, "standard_name", std::strlen(t.standard_name), t.standard_name);
    if (*t.positive) nc_put_att_text(file, height, "positive", std::strlen(t.positive), t.positive);
    const float missing = -9999.0f;
    nc_put_att_float(file, height, "_FillValue", NC_FLOAT, 1, &missing);
    nc_enddef(file);
    const double lons[] = {10.0, 11.0, 12.0, 13.0}, lats[] = {50.0, 49.0, 48.0};
    float values[12];
    for (int i = 0; i < 12; ++i) values[i] = t.scale * -100.0f * static_cast<float>(i + 1);
    values[7] = missing;
    if (t.has_land) values[11] *= -1.0f;
    nc_put_var_double(file, lon, lons);
    nc_put_var_double(file, lat, lats);
    nc_put_var_float(file, height, values);
    ASSERT_EQ(nc_close(file), NC_NOERR);
  }

  std::string complaint(const FileText& t, const std::string& variable = "") const {
    write(t);
    try {
      read_height_file(path, variable);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  const std::string path =
      (std::filesystem::temp_directory_path() / ("groundswell_heights_" + std::to_string(getpid()) + ".nc"))
          .string();
};

TEST_F(HeightFileTest, ReadsHeightsNorthUp) {
  write({});
  const RegularGrid grid = read_height_file(path).grid;
  EXPECT_EQ(grid.n_lon, 4);
  EXPECT_EQ(grid.n_lat, 3);
  EXPECT_NEAR(grid.first_lat, 48.0 * degree, 1e-12);
  EXPECT_EQ(grid.at(0, 0), -900.0f);
  EXPECT_EQ(grid.at(3, 2), -400.0f);
  EXPECT_TRUE(std::isnan(grid.at(3, 1))) << "missing";
}

TEST_F(HeightFileTest, TurnsDepthsRoundAndConvertsUnits) {
  write({"depth", "km", "", -1e-3f});
  EXPECT_NEAR(read_height_file(path).grid.at(0, 2), -100.0, 1e-3);
  write({"depth", "", "", -1.0f});  // no units stated: metres
  EXPECT_EQ(read_height_file(path).grid.at(0, 2), -100.0f);
  write({"bottom", "m", "down", -1.0f});
  EXPECT_EQ(read_height_file(path, "bottom").grid.at(0, 2), -100.0f);
}

TEST_F(HeightFileTest, TakesDepthsForWhatTheyAre) {
  struct Case {
    FileText file;
    bool is_sure;
  };
  for (auto [file, is_sure] :
       {Case{{"Bathymetry", "m", "", -1.0f}, false}, Case{{"deptho", "m", "", -1.0f}, false},
        Case{{"h", "m", "", -1.0f}, false}, Case{{"z", "m", "", 1.0f}, false},
        Case{{"bathy_topo", "m", "", 1.0f}, false}, Case{{"z", "m", "down", -1.0f}, true},
        Case{{"z", "m", "up", 1.0f}, true}, Case{{"z", "m", "", -1.0f, "sea_floor_depth_below_geoid"}, true},
        Case{{"bathymetry", "m", "UP", 1.0f, "height_above_mean_sea_level"}, true},
        Case{{"GMT_topo", "m", "", 1.0f}, true}}) {
    for (const bool has_land : {false, true}) {
      file.has_land = has_land;
      write(file);
      const HeightMap map = read_height_file(path);
      EXPECT_EQ(map.grid.at(0, 2), -100.0f) << file.variable;
      EXPECT_EQ(map.holds_depths, file.scale < 0.0f) << file.variable;
      EXPECT_EQ(map.has_sure_sign, is_sure || !has_land)
          << file.variable << ": values of one sign are those of the sea";
      EXPECT_NE(map.reason, "");
    }
  }
  write({"bathymetry", "m", "", 1.0f});
  EXPECT_EQ(read_height_file(path, "", HeightSign::up).grid.at(0, 2), -100.0f);
  EXPECT_TRUE(read_height_file(path, "", HeightSign::up).has_sure_sign);
  write({"z", "m", "", -1.0f});
  EXPECT_EQ(read_height_file(path, "", HeightSign::down).grid.at(0, 2), -100.0f);
}

TEST_F(HeightFileTest, RefusesStatementsThatContradict) {
  for (const FileText& file : {FileText{"elevation", "m", "down"}, FileText{"depth", "m", "up"},
                               FileText{"elevation", "m", "", 1.0f, "sea_floor_depth_below_geoid"},
                               FileText{"deptho", "m", "", -1.0f, "model_height"},
                               FileText{"z", "m", "down", 1.0f, "height_above_mean_sea_level"}}) {
    const std::string said = complaint(file);
    for (const char* words : {"contradict", file.variable, file.positive, file.standard_name, path.c_str(),
                              "set bathymetry.positive: up"})
      EXPECT_NE(said.find(words), std::string::npos) << said;
    const HeightSign sign = file.scale > 0.0f ? HeightSign::up : HeightSign::down;
    EXPECT_EQ(read_height_file(path, "", sign).grid.at(0, 2), -100.0f) << "the caller settles it";
  }
  const FileText upward{"elevation", "m", "upward"};
  EXPECT_NE(complaint(upward).find("positive = 'upward', which is neither 'up' nor 'down'"),
            std::string::npos);
  EXPECT_NO_THROW(read_height_file(path, "", HeightSign::up));
}

TEST_F(HeightFileTest, SaysWhatIsWrong) {
  EXPECT_NE(complaint({"elevation", "K", "", 1.0f}).find("not a length"), std::string::npos);
  EXPECT_NE(complaint({}, "height").find("height"), std::string::npos);
  EXPECT_NE(complaint({}, "lat").find("not over"), std::string::npos);
  EXPECT_NE(complaint({"elevation", "m", "", -1.0f}).find("set bathymetry.positive: down"),
            std::string::npos);
  EXPECT_THROW(read_height_file("/no/such/file.nc"), Error);
}

}  // namespace
}  // namespace groundswell
