// SPDX-License-Identifier: Apache-2.0
// The list of known fields, and the conversion of directions for files.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "model/model_fields.hpp"

namespace groundswell {
namespace {

TEST(FieldInfo, NamesAreUniqueAndDescribed) {
  std::set<std::string> names, standard_names;
  for (const FieldInfo& info : known_fields()) {
    EXPECT_TRUE(names.insert(std::string(info.name)).second) << info.name;
    EXPECT_FALSE(info.long_name.empty()) << info.name;
    EXPECT_FALSE(info.unit.empty()) << info.name;
    EXPECT_LT(info.valid_min, info.valid_max) << info.name;
    const bool repeated =
        !info.standard_name.empty() && !standard_names.insert(std::string(info.standard_name)).second;
    EXPECT_FALSE(repeated) << info.name;
  }
  for (const char* name :
       {"hs",   "tp",   "fp",  "t01", "t02", "t0m1", "dir",  "dp",   "spr",  "uwnd", "vwnd",
        "ucur", "vcur", "wlv", "ice", "dpt", "ust",  "uuss", "vuss", "phs0", "phs1"})
    EXPECT_EQ(field_info(name).name, name);
}

TEST(FieldInfo, UnknownNameIsRefusedWithTheKnownOnes) {
  try {
    field_info("hsig");
    FAIL() << "an unknown name was accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("'hsig'"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("hs, tp"), std::string::npos);
  }
}

// Waves travelling towards the east come from the west (270), towards the north from the south (180).
TEST(Directions, NauticalDirectionsAreClockwiseFromNorth) {
  EXPECT_DOUBLE_EQ(nautical_from_direction(0.0), 270.0);
  EXPECT_DOUBLE_EQ(nautical_from_direction(0.5 * pi), 180.0);
  EXPECT_DOUBLE_EQ(nautical_from_direction(pi), 90.0);
  EXPECT_NEAR(nautical_from_direction(1.5 * pi), 0.0, 1e-12);
  EXPECT_DOUBLE_EQ(nautical_from_direction(-0.5 * pi), 0.0);
  EXPECT_DOUBLE_EQ(nautical_to_direction(0.0), 90.0);
  EXPECT_DOUBLE_EQ(nautical_to_direction(0.5 * pi), 0.0);
  for (double theta = 0.0; theta < 2.0 * pi; theta += 0.37) {
    EXPECT_NEAR(towards_direction(nautical_from_direction(theta)), theta, 1e-12);
    const double turned = nautical_to_direction(theta) - nautical_from_direction(theta);
    EXPECT_NEAR(std::abs(turned), 180.0, 1e-10);
  }
}

TEST(Directions, FileValuesStayBelow360AndMissingIsFilled) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  float values[] = {0.0f, nan, float(1.5 * pi), std::nextafter(float(-0.5 * pi), 10.0f)};
  to_file_values(field_info("dir"), {values, 4});
  EXPECT_FLOAT_EQ(values[0], 270.0f);
  EXPECT_EQ(values[1], file_fill_value);
  for (int i : {0, 2, 3}) {
    EXPECT_GE(values[i], 0.0f);
    EXPECT_LT(values[i], 360.0f);
  }
  float spread = float(pi / 6.0);
  to_file_values(field_info("spr"), {&spread, 1});
  EXPECT_FLOAT_EQ(spread, 30.0f);
  float height = 2.5f;
  to_file_values(field_info("hs"), {&height, 1});
  EXPECT_EQ(height, 2.5f);
}

}  // namespace
}  // namespace groundswell
