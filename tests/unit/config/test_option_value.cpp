// SPDX-License-Identifier: Apache-2.0
// Values of options: numbers with units, converted to text and back; texts, paths and patterns of files; and
// the edit distance between words.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "base/edit_distance.hpp"
#include "config/option_value.hpp"

namespace groundswell {

TEST(OptionValue, ReadsNumbersInTheUnitOfTheOption) {
  EXPECT_EQ(parse_number("12 km", "m"), 12000.0);
  EXPECT_EQ(parse_number("12km", "m"), 12000.0);
  EXPECT_EQ(parse_number("600", "s"), 600.0);
  EXPECT_EQ(parse_number("2 d", "s"), 172800.0);
  EXPECT_EQ(parse_number("+1.5e1 m/s", "m s-1"), 15.0);
  EXPECT_EQ(parse_number("30 %", ""), 0.3);
  EXPECT_EQ(parse_number("15 degree/h", "degree s-1"), 15.0 / 3600.0);
  for (const char* bad : {"", " ", "m", "1,5", "0x10", "inf", "12 kmm", "1 2"})
    EXPECT_THROW(parse_number(bad, "m"), Error) << bad;
}

TEST(OptionValue, TextsHaveNoControlCharacters) {
  for (const char* plain : {"", "Ærøskøbing", "a b", "Å", "名"}) EXPECT_EQ(parse_text(plain), plain);
  for (const char* bad : {"a\nb", "a\n", "\t", "\x1b[1m", "\x7f", "a\u0085b", "\u2028", "a\xe9", "\xff\n"})
    try {
      parse_text(bad);
      ADD_FAILURE() << bad;
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    }
}

TEST(OptionValue, WritesTheShortestTextThatReadsBack) {
  EXPECT_EQ(write_number(0.1, ""), "0.1");
  EXPECT_EQ(write_number(double(0.1f), "", true), "0.1");
  EXPECT_EQ(write_number(0.04177248, "Hz"), "0.04177248 Hz");
  EXPECT_EQ(write_number(3600, "s"), "1 h");
  EXPECT_EQ(write_number(5400, "s"), "90 min");
  EXPECT_EQ(write_number(0, "s"), "0 s");
  EXPECT_EQ(write_number(432000, "s"), "5 d");
  EXPECT_EQ(write_number(1500, "m"), "1.5 km");
  EXPECT_EQ(write_number(1e-12, ""), "1e-12");
  for (double value : {1.0 / 3.0, 1e300, -2.5e-7, 123456789.0, 86399.0})
    for (const char* unit : {"", "s", "m", "B"})
      EXPECT_EQ(parse_number(write_number(value, unit), unit), value) << unit;
}

TEST(EditDistance, CountsTypingErrors) {
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("step", "step"), 0);
  EXPECT_EQ(edit_distance("stpe", "step"), 1);  // swapped
  EXPECT_EQ(edit_distance("setp", "stop"), 2);  // swapped and replaced
  EXPECT_EQ(edit_distance("steps", "step"), 1);
  EXPECT_EQ(nearest_word("uwpind", {"wind", "upwind", "third_order"}), "upwind");
  EXPECT_EQ(nearest_word("quick", {"upwind", "third_order"}), "");
  EXPECT_EQ(nearest_word("xy", {"hs", "tp"}), "");
}

TEST(OptionValue, ReadsPathsFromAFolderAndTheHomeFolder) {
  EXPECT_EQ(parse_path("winds/a.nc", "case"), "case/winds/a.nc");
  EXPECT_EQ(parse_path("../a.nc", "case"), "a.nc");
  EXPECT_EQ(parse_path("/a.nc", "case"), "/a.nc");
  EXPECT_EQ(parse_path("", "case"), "");
  ::setenv("HOME", "/home/some one", 1);
  EXPECT_EQ(parse_path("~", "case"), "/home/some one");
  EXPECT_EQ(parse_path("~/a.nc", "case"), "/home/some one/a.nc");
  EXPECT_EQ(parse_path("./~/a.nc", "case"), "case/~/a.nc");
  EXPECT_THROW(parse_path("~other/a.nc", "case"), Error);
  ::unsetenv("HOME");
  EXPECT_THROW(parse_path("~/a.nc", "case"), Error);
}

TEST(OptionValue, ReadsPatternsOfFiles) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("groundswell patterns " + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  for (const char* name : {"w_2.nc", "w_1.nc", "w_10.nc", "u[1].nc"}) std::ofstream(folder / name) << "";
  using Paths = std::vector<std::filesystem::path>;
  EXPECT_EQ(parse_pattern("w_?.nc", folder), (Paths{folder / "w_1.nc", folder / "w_2.nc"}));
  EXPECT_EQ(parse_pattern("w_*.nc", folder),
            (Paths{folder / "w_1.nc", folder / "w_10.nc", folder / "w_2.nc"}));
  EXPECT_EQ(parse_pattern("u[1].nc", folder), Paths{folder / "u[1].nc"});
  EXPECT_EQ(parse_pattern("missing.nc", folder), Paths{folder / "missing.nc"});
  EXPECT_THROW(parse_pattern("x*.nc", folder), Error);
  std::filesystem::remove_all(folder);
}

}  // namespace groundswell
