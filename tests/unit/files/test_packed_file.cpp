// SPDX-License-Identifier: Apache-2.0
// Packed files against the values in the classic files from which they are made; some variables have several
// chunks.
#include <gtest/gtest.h>
#include <netcdf.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "files/netcdf_reader.hpp"
#include "files/packed_file.hpp"
#include "support/file_size_limit.hpp"
#include "support/netcdf_file.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::message_of;
using test::NetcdfFile;
using test::scratch_path;

constexpr std::size_t n_record = 3, n_cell = 300'001, n_row = 700, n_column = 401;

// Irregular numbers that use all bits of a float.
std::vector<double> numbers(std::size_t n, double first) {
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i) values.push_back(float(first + std::sin(double(i)) * 7.0));
  return values;
}

std::vector<double> times() {
  return {0.0, 3600.0, 1e9 + 0.5};
}

// Writes a file like those to which a run appends, with `n` records.
std::filesystem::path make_classic(const std::string& name, std::size_t n) {
  const std::filesystem::path path = scratch_path(name);
  NetcdfFile file(path, NC_64BIT_DATA);
  file.attribute("title", "a test");
  file.dimension("time", 0).dimension("cell", n_cell).dimension("row", n_row).dimension("column", n_column);
  file.dimension("letters", 5);
  file.variable("time", NC_DOUBLE, {"time"}).attribute("units", "seconds since 2000-01-01");
  file.variable("mesh", NC_INT, {});
  file.variable("lon", NC_DOUBLE, {"cell"});
  file.variable("name", NC_CHAR, {"letters"});
  file.variable("hs", NC_FLOAT, {"time", "cell"}).attribute("_FillValue", 9.96921e36, NC_FLOAT);
  file.variable("swh", NC_FLOAT, {"time", "row", "column"});
  file.put("mesh", {7}).put("lon", numbers(n_cell, 1.0)).put_text("name", "waves");
  if (n == 0) return path;
  std::vector<double> hs = numbers(n * n_cell, 20.0);
  hs[(n > 1 ? n_cell : 0) + 5] = double(9.96921e36f);
  const std::vector<double> all = times();
  file.put("time", {all.begin(), all.begin() + std::ptrdiff_t(n)}, n);
  file.put("hs", hs, n).put("swh", numbers(n * n_row * n_column, -3.0), n);
  return path;
}

std::vector<char> bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void expect_equal(const NetcdfReader& a, const NetcdfReader& b, const std::string& name, double error = 0.0) {
  const std::vector<double> found = a.read<double>(name), expected = b.read<double>(name);
  ASSERT_EQ(found.size(), expected.size()) << name;
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(std::isnan(found[i]), std::isnan(expected[i])) << name << " " << i;
    if (!std::isnan(found[i])) {
      ASSERT_LE(std::abs(found[i] - expected[i]), error * std::abs(expected[i])) << name << " " << i;
    }
  }
}

TEST(PackedFile, HasAllThatTheClassicFileHasInFewerBytes) {
  const auto classic = make_classic("all.nc", n_record), packed = scratch_path("packed.nc");
  write_packed_file(classic, packed, {});
  const NetcdfReader a(packed), b(classic);
  for (const char* name : {"time", "mesh", "lon", "hs", "swh"}) expect_equal(a, b, name);
  EXPECT_EQ(a.read_text("name"), "waves");
  EXPECT_EQ(a.text_attribute("", "title"), "a test");
  EXPECT_EQ(a.text_attribute("time", "units"), "seconds since 2000-01-01");
  EXPECT_LT(std::filesystem::file_size(packed), std::filesystem::file_size(classic));
  EXPECT_FALSE(std::filesystem::exists(packed.string() + ".part"));
  EXPECT_EQ(read_packed_times(packed), times());
  const auto again = scratch_path("again.nc");
  write_packed_file(classic, again, {});
  EXPECT_EQ(bytes_of(again), bytes_of(packed));
}

TEST(PackedFile, RoundsRecordsOfFloatsAloneAndOnlyOnce) {
  const auto classic = make_classic("exact.nc", n_record), packed = scratch_path("rounded.nc");
  write_packed_file(classic, packed, {1, 8});
  {
    const NetcdfReader a(packed), b(classic);
    for (const char* name : {"time", "mesh", "lon"}) expect_equal(a, b, name);
    for (const char* name : {"hs", "swh"}) expect_equal(a, b, name, std::exp2(-9.0));
    EXPECT_NE(a.read<double>("hs")[1], b.read<double>("hs")[1]);
    EXPECT_EQ(a.number_attribute("hs", "_QuantizeBitRoundNumberOfSignificantBits"), 8.0);
  }
  const auto growing = make_classic("growing.nc", 0), again = scratch_path("rounded_again.nc");
  unpack_records(packed, growing, n_record);
  write_packed_file(growing, again, {1, 8});
  EXPECT_EQ(bytes_of(again), bytes_of(packed));
}

TEST(PackedFile, ItsFirstRecordsReturnToAGrowingFile) {
  const auto packed = scratch_path("three.nc"), growing = make_classic("empty.nc", 0);
  write_packed_file(make_classic("three_classic.nc", n_record), packed, {0, 0});
  unpack_records(packed, growing, 2);
  const auto two = scratch_path("two.nc"), expected = scratch_path("expected.nc");
  write_packed_file(growing, two, {});
  write_packed_file(make_classic("two_classic.nc", 2), expected, {});
  EXPECT_EQ(bytes_of(two), bytes_of(expected));
}

// 12,000 needs 8 bits after the leading one; with fewer it is rounded up to 12,032.
TEST(PackedFile, RoundedValuesStayWithinTheValidRange) {
  const auto classic = scratch_path("deep.nc"), packed = scratch_path("rounded_deep.nc");
  const std::vector<double> depths{11999.0, 12000.0, 11904.0, 11903.0, -100.0, 37.3, 5000.0};
  NetcdfFile(classic, NC_64BIT_DATA)
      .dimension("time", 0)
      .dimension("cell", depths.size())
      .variable("dpt", NC_FLOAT, {"time", "cell"})
      .attribute("valid_min", -100.0, NC_FLOAT)
      .attribute("valid_max", 12000.0, NC_FLOAT)
      .put("dpt", depths, 1);
  for (int bits = 5; bits <= 23; ++bits) {
    write_packed_file(classic, packed, {1, bits});
    const NetcdfReader reader(packed);
    const double least = reader.number_attribute("dpt", "valid_min").value_or(0.0),
                 most = reader.number_attribute("dpt", "valid_max").value_or(0.0);
    EXPECT_EQ(most, bits <= 7 ? 12032.0 : 12000.0) << bits;
    for (const double depth : reader.read<double>("dpt")) {
      EXPECT_LE(least, depth) << bits;
      EXPECT_LE(depth, most) << bits;
    }
  }
}

// Becomes an unprivileged user, to whom permissions apply, for the lifetime of the object.
class AsNobody {
 public:
  AsNobody() {
    if (::geteuid() == 0) is_other_ = ::seteuid(65534) == 0;
  }
  ~AsNobody() {
    if (is_other_ && ::seteuid(0) != 0) ADD_FAILURE() << "cannot become root again";
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;

 private:
  bool is_other_ = false;
};

TEST(PackedFile, WithoutPermissionNothingIsLost) {
  const auto folder = scratch_path("protected");
  std::filesystem::create_directory(folder);
  const auto classic = make_classic("kept.nc", 1);
  std::filesystem::permissions(folder, std::filesystem::perms(0555));
  const std::vector<char> before = bytes_of(classic);
  std::string said;
  {
    const AsNobody nobody;
    said = message_of([&] { write_packed_file(classic, folder / "packed.nc", {}); });
  }
  EXPECT_NE(said.find((folder / "packed.nc.part").string()), std::string::npos) << said;
  EXPECT_NE(said.find("Permission denied"), std::string::npos) << said;
  EXPECT_NE(said.find("Dates written before are kept in '" + classic.string() + "'"), std::string::npos)
      << said;
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  EXPECT_EQ(bytes_of(classic), before);
}

TEST(PackedFile, ForWhichThereIsNoRoomLeavesNothing) {
  const auto classic = make_classic("roomy.nc", n_record), packed = scratch_path("no_room.nc");
  const std::string said = message_of([&] {
    const test::FileSizeLimit limit(1000);
    write_packed_file(classic, packed, {});
  });
  EXPECT_NE(said.find("cannot write"), said.npos) << said;
  EXPECT_FALSE(std::filesystem::exists(packed.string() + ".part"));
}

TEST(PackedFile, OfAnotherRunIsRefused) {
  const auto packed = scratch_path("other.nc"), growing = make_classic("mine.nc", 0);
  NetcdfFile(scratch_path("other_classic.nc"), NC_64BIT_DATA)
      .dimension("time", 0)
      .variable("time", NC_INT, {"time"});
  write_packed_file(scratch_path("other_classic.nc"), packed, {});
  for (const std::string& said : {message_of([&] { unpack_records(packed, growing, 0); }),
                                  message_of([&] { require_same_variables({packed}, growing); })}) {
    EXPECT_NE(said.find(packed.string()), std::string::npos) << said;
    EXPECT_NE(said.find("'time' has another type"), std::string::npos) << said;
  }
  NetcdfFile(scratch_path("fewer_classic.nc"), NC_64BIT_DATA)
      .dimension("time", 0)
      .variable("time", NC_DOUBLE, {"time"});
  write_packed_file(scratch_path("fewer_classic.nc"), packed, {});
  EXPECT_NE(
      message_of([&] { require_same_variables({packed}, growing); }).find("it has nothing, this run 'mesh'"),
      std::string::npos);
}

}  // namespace
}  // namespace groundswell
