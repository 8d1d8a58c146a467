// SPDX-License-Identifier: Apache-2.0
// Records of the inputs that were read: conversion to text and back, and hashes of values.
#include <gtest/gtest.h>

#include <cmath>

#include "files/input_record.hpp"

namespace groundswell {
namespace {

std::uint64_t hash_of(const std::vector<float>& values, double lon = 10.0) {
  ValuesHash hash;
  hash.add_place(lon, 20.0);
  for (const float value : values) hash.add(value);
  return hash.value();
}

}  // namespace

TEST(InputRecord, IsReadAsItWasWritten) {
  const DateTime start = DateTime::parse("2000-02-30T06:00:00Z", Calendar::day360);
  InputRecord wind{"wind", "", false, {}}, still{"current", "", true, {{0, 0xfedcba9876543210ULL}}};
  std::uint64_t number = 1;
  for (const std::int64_t hour : {0, 3, 6, 9, 10, 11, 12, 30})
    wind.fingerprints[(start + 3600 * hour).seconds()] = number++;
  InputRecord track{"track a b", "", false, {{start.seconds(), 5}}};
  const std::string text = input_text({wind, still, track}, Calendar::day360);
  EXPECT_EQ(text,
            "wind\t2000-02-30T06:00:00Z\t10800\t1 2 3 4\n"
            "wind\t2000-02-30T16:00:00Z\t3600\t5 6 7\n"
            "wind\t2000-03-01T12:00:00Z\t0\t8\n"
            "current\tsteady\t0\tfedcba9876543210\n"
            "track a b\t2000-02-30T06:00:00Z\t0\t5\n");
  const std::vector<InputRecord> records = inputs_from_text(text, Calendar::day360);
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].fingerprints, wind.fingerprints);
  EXPECT_EQ(records[1].fingerprints, still.fingerprints);
  EXPECT_TRUE(records[1].is_steady && !records[0].is_steady);
  EXPECT_EQ(records[2].role, "track a b");
  EXPECT_EQ(input_text(records, Calendar::day360), text);
}

TEST(InputRecord, PassesOverWhatIsNoRecord) {
  EXPECT_TRUE(inputs_from_text("", Calendar::standard).empty());
  EXPECT_TRUE(inputs_from_text("wind\nwind\t2000-01-01T00:00:00Z\n\n", Calendar::standard).empty());
}

TEST(ValuesHash, DiffersWithValuesAndPlacesOnly) {
  const float nan = std::nanf(""), denormal = 1e-40f;
  EXPECT_NE(hash_of({1.0f, 2.0f}), hash_of({2.0f, 1.0f}));
  EXPECT_NE(hash_of({1.0f}), hash_of({std::nextafterf(1.0f, 2.0f)}));
  EXPECT_NE(hash_of({0.0f}), hash_of({nan}));
  EXPECT_NE(hash_of({1.0f}), hash_of({1.0f}, 10.001));
  EXPECT_EQ(hash_of({0.0f, nan, 0.0f}), hash_of({-0.0f, -nan, denormal}));
  EXPECT_EQ(hash_of({1.0f}, -170.0), hash_of({1.0f}, 190.0));
  EXPECT_EQ(hash_of({1.0f}, 0.0), hash_of({1.0f}, 360.0 - 1e-9));
}

}  // namespace groundswell
