// SPDX-License-Identifier: Apache-2.0
// The serial reader: all formats, packed and missing values, and its messages about bad files.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "base/error.hpp"
#include "files/classic_header.hpp"
#include "files/netcdf_reader.hpp"
#include "support/netcdf_file.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::message_of;
using test::NetcdfFile;
using test::scratch_path;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Writes a file with the record variable t(time, x), packed shorts, doubles, integers and text.
std::filesystem::path make_file(const std::string& name, int format) {
  const std::filesystem::path path = scratch_path(name);
  NetcdfFile file(path, format);
  file.attribute("title", "a test").attribute("version", 2.5);
  file.dimension("time", 0).dimension("x", 3).dimension("letters", 8);
  file.variable("t", NC_FLOAT, {"time", "x"})
      .attribute("_FillValue", -9999, NC_FLOAT)
      .attribute("missing_value", -1.0);
  file.variable("packed", NC_SHORT, {"x"}).attribute("scale_factor", 0.5).attribute("add_offset", 10.0);
  file.attribute("_FillValue", -32767, NC_SHORT).attribute("units", "m s-1");
  file.variable("plain", NC_DOUBLE, {"x"});
  file.variable("count", NC_INT, {"x"});
  file.variable("label", NC_CHAR, {"letters"});
  file.put("t", {1, 2, -9999, 4, -1, 6}, 2);
  file.put("packed", {2, -32767, -4})
      .put("plain", {1e300, NC_FILL_DOUBLE, nan})
      .put("count", {7, -8, 2000000001});
  file.put_text("label", "1996 01 ");
  return path;
}

void expect_same(const std::vector<double>& got, const std::vector<double>& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    if (std::isnan(expected[i]))
      EXPECT_TRUE(std::isnan(got[i])) << i << ": " << got[i];
    else
      EXPECT_EQ(got[i], expected[i]) << i;
}

}  // namespace

// A file may vanish between two accesses; the growing file of another run does so when it is complete,
// because it is then renamed.
TEST(NetcdfReader, AFileThatIsGoneIsAnErrorOfOurs) {
  EXPECT_THROW(check_classic_header("gone.nc"), Error);
  EXPECT_THROW(NetcdfReader("gone.nc"), Error);
}

TEST(NetcdfReader, ReadsEveryFormatAlike) {
  for (int format : {0, NC_64BIT_OFFSET, NC_64BIT_DATA, NC_NETCDF4}) {
    const NetcdfReader reader(make_file(text("format_", format, ".nc"), format));
    expect_same(reader.read<double>("t"), {1, 2, nan, 4, nan, 6});
    expect_same(reader.read<double>("t", {1, 0}, {1, 2}), {4, nan});
    expect_same(reader.read<double>("packed"), {11, nan, 8});
    expect_same(reader.read<double>("plain"), {1e300, nan, nan});
    const std::vector<float> packed = reader.read<float>("packed");
    EXPECT_EQ(packed[0], 11.0f);
    EXPECT_TRUE(std::isnan(packed[1]));
    EXPECT_EQ(reader.read<int>("count"), (std::vector<int>{7, -8, 2000000001}));
    EXPECT_EQ(reader.read<float>("count")[2], 2000000001.0f);
    EXPECT_EQ(reader.read_text("label"), "1996 01");
    EXPECT_EQ(reader.dimension_size("time"), 2u);
    EXPECT_EQ(reader.variable("t").dimensions, (std::vector<std::string>{"time", "x"}));
    EXPECT_EQ(reader.text_attribute("", "title"), "a test");
    EXPECT_EQ(reader.number_attribute("", "version"), 2.5);
    EXPECT_EQ(reader.text_attribute("packed", "units"), "m s-1");
    EXPECT_FALSE(reader.text_attribute("packed", "calendar").has_value());
    EXPECT_FALSE(reader.text_attribute("packed", "scale_factor").has_value());
    EXPECT_FALSE(reader.number_attribute("packed", "units").has_value());
  }
}

TEST(NetcdfReader, SaysWhatIsThereInstead) {
  const std::filesystem::path path = make_file("instead.nc", 0);
  const NetcdfReader reader(path);
  EXPECT_EQ(message_of([&] { reader.read<double>("u10"); }),
            "the file '" + path.string() + "' has no variable 'u10'; it has t, packed, plain, count, label");
  EXPECT_EQ(message_of([&] { reader.dimension_size("y"); }),
            "the file '" + path.string() + "' has no dimension 'y'; it has time, x, letters");
  EXPECT_EQ(message_of([&] { reader.read<double>("label"); }),
            "variable 'label' of '" + path.string() + "' is text, but numbers are needed");
  EXPECT_EQ(message_of([&] { reader.read_text("t"); }),
            "variable 't' of '" + path.string() + "' has numbers, but text is needed");
}

TEST(NetcdfReader, RefusesFilesThatAreNotNetcdf) {
  EXPECT_EQ(message_of([] { NetcdfReader("no/such.nc"); }), "there is no file 'no/such.nc'; check the path");
  EXPECT_EQ(message_of([] { NetcdfReader("."); }), "'.' is a folder, not a netCDF file; name the file in it");
  const std::filesystem::path words = scratch_path("words.nc");
  std::filesystem::create_directories(words.parent_path());
  std::ofstream(words) << "these are words, no netCDF";
  const std::string sentence = message_of([&] { NetcdfReader reader(words); });
  EXPECT_EQ(sentence.rfind("cannot open '" + words.string() + "': NetCDF: Unknown file format", 0), 0u)
      << sentence;
}

// Truncated by one byte, by a record, to half, and to part of the header.
TEST(NetcdfReader, RefusesTruncatedFiles) {
  for (int format : {0, NC_64BIT_OFFSET, NC_64BIT_DATA, NC_NETCDF4}) {
    const std::filesystem::path path = make_file(text("truncated_", format, ".nc"), format);
    const auto size = std::filesystem::file_size(path);
    for (const auto kept : {size - 1, size - 12, size / 2, std::uintmax_t(60)}) {
      make_file(text("truncated_", format, ".nc"), format);
      std::filesystem::resize_file(path, kept);
      const std::string sentence = message_of([&] { NetcdfReader reader(path); });
      EXPECT_NE(sentence, "") << "format " << format << ", " << kept << " of " << size << " bytes";
      EXPECT_NE(sentence.find(path.string()), std::string::npos) << sentence;
    }
  }
}

// Whichever byte after the first four is changed, the reader throws Error or reads the file to its end. By
// itself, the netCDF library crashes on some of these files.
TEST(NetcdfReader, SurvivesAnyDamageOfTheHeader) {
  for (int format : {0, NC_64BIT_OFFSET, NC_64BIT_DATA}) {
    const std::filesystem::path path = make_file(text("damaged_", format, ".nc"), format);
    std::ifstream in(path, std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(in), {}};
    int n_refused = 0;
    for (std::size_t at = 4; at < whole.size(); ++at)
      for (const char byte : {'\x00', '\x01', '\x05', '\x7f', '\x80', '\xff'}) {
        std::string damaged = whole;
        damaged[at] = byte;
        std::ofstream(path, std::ios::binary) << damaged;
        const std::string sentence = message_of([&] {
          const NetcdfReader reader(path);
          for (const NetcdfVariable& variable : reader.variables())
            if (!variable.is_text) reader.read<double>(variable.name);
        });
        if (!sentence.empty()) {
          ++n_refused;
          EXPECT_NE(sentence.find(path.string()), std::string::npos) << sentence;
        }
      }
    EXPECT_GT(n_refused, 100);
  }
}

TEST(NetcdfReader, SaysHowToConvertOtherFiles) {
  const auto refusal = [](const std::string& name, const std::string& content) {
    std::ofstream(scratch_path(name), std::ios::binary) << content;
    return message_of([&] { NetcdfReader reader(scratch_path(name)); });
  };
  std::filesystem::create_directories(scratch_path("x").parent_path());
  EXPECT_NE(refusal("winds.grib", "GRIB\1\2").find("`cdo -f nc copy '"), std::string::npos);
  EXPECT_NE(refusal("winds.nc.gz", "\x1f\x8b\x08more").find("`gunzip '"), std::string::npos);
  EXPECT_NE(refusal("depths.tif", std::string("II*\0more", 8)).find("`gdal_translate"), std::string::npos);
}

TEST(NetcdfReader, DoesNotWaitForAPipe) {
  const std::filesystem::path pipe = scratch_path("pipe.nc");
  std::filesystem::create_directories(pipe.parent_path());
  std::filesystem::remove(pipe);
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_NE(message_of([&] { NetcdfReader reader(pipe); }).find("is a pipe"), std::string::npos);
}

TEST(NetcdfReader, MovesWithItsFile) {
  NetcdfReader first(make_file("moved.nc", 0));
  const NetcdfReader second = std::move(first);
  EXPECT_EQ(second.read<int>("count")[0], 7);
}

}  // namespace groundswell
