// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "base/units.hpp"

namespace groundswell {

TEST(Units, SpellingsOfOneUnitAgree) {
  for (const char* speed : {"m/s", "m s-1", "m s^-1", "m s**-1", "m.s-1", "M/S", "metre/second", " m  s-1 "})
    EXPECT_DOUBLE_EQ(conversion_factor(speed, "m/s"), 1.0) << speed;
}

TEST(Units, ConvertsWithinAKind) {
  EXPECT_DOUBLE_EQ(conversion_factor("km", "m"), 1000.0);
  EXPECT_DOUBLE_EQ(conversion_factor("d", "h"), 24.0);
  EXPECT_DOUBLE_EQ(conversion_factor("knots", "m/s"), 1852.0 / 3600.0);
  EXPECT_DOUBLE_EQ(conversion_factor("km/h", "m/s"), 1.0 / 3.6);
  EXPECT_DOUBLE_EQ(conversion_factor("degrees_north", "rad") * 180.0, 3.14159265358979323846);
  EXPECT_DOUBLE_EQ(conversion_factor("%", ""), 0.01);
  EXPECT_DOUBLE_EQ(conversion_factor("hPa", "kg m-1 s-2"), 100.0);
}

TEST(Units, RefusesOtherKindsAndUnknownNames) {
  EXPECT_THROW(conversion_factor("km", "s"), Error);
  EXPECT_THROW(conversion_factor("m/s", "m"), Error);
  EXPECT_THROW(conversion_factor("furlong", "m"), Error);
  EXPECT_THROW(conversion_factor("m s-x", "m"), Error);
}

TEST(Units, WriteBytesWithThreeDigits) {
  EXPECT_EQ(format_bytes(0.0), "0 B");
  EXPECT_EQ(format_bytes(999.0), "999 B");
  EXPECT_EQ(format_bytes(1000.0), "1.00 kB");
  EXPECT_EQ(format_bytes(12345.0), "12.3 kB");
  EXPECT_EQ(format_bytes(203.4e6), "203 MB");
  EXPECT_EQ(format_bytes(999.96e6), "1.00 GB");
  EXPECT_EQ(format_bytes(5e15), "5000 TB");
}

}  // namespace groundswell
