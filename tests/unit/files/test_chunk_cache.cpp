// SPDX-License-Identifier: Apache-2.0
// The chunks that are kept between reads; reading date by date gives the values in the file, whatever its
// chunk sizes.
#include <gtest/gtest.h>

#include <numeric>

#include "files/chunk_cache.hpp"
#include "files/netcdf_reader.hpp"
#include "support/netcdf_file.hpp"

namespace groundswell {
namespace {

using Sizes = std::vector<std::size_t>;

std::size_t bytes(const Sizes& shape, const Sizes& chunk, const Sizes& start, const Sizes& count) {
  return find_chunk_cache(shape, chunk, start, count, 4).bytes;
}

TEST(ChunkCache, KeepsChunksThatAreReadInPart) {
  const Sizes year{8760, 721, 1440}, date{1, 721, 1440}, at{30, 200, 300}, box{1, 100, 100};
  const std::size_t tile = 103 * 180 * 4;
  EXPECT_EQ(bytes(year, date, {30, 0, 0}, date), 0u) << "each chunk is read once";
  EXPECT_EQ(bytes(year, date, {30, 0, 0}, {1, 721, 900}), 721u * 1440 * 4) << "the right part follows";
  EXPECT_EQ(bytes(year, {1, 103, 180}, at, box), 4 * tile) << "rows 103 to 309, columns 180 to 540";
  EXPECT_EQ(bytes(year, {1, 103, 180}, {30, 103, 180}, {1, 618, 1080}), 0u) << "whole chunks";
  EXPECT_EQ(bytes(year, {1, 103, 180}, {30, 0, 180}, {1, 721, 1000}), 7 * tile) << "those in the last column";
  EXPECT_EQ(bytes(year, {24, 103, 180}, at, box), 24 * 4 * tile) << "the next date follows";
  EXPECT_EQ(bytes(year, {1, 103, 180}, {30, 200, 1300}, {1, 100, 140}), 2 * 2 * tile)
      << "behind the seam, too";
  EXPECT_EQ(bytes(year, {24, 103, 180}, {24, 0, 0}, {24, 721, 1440}), 0u) << "all dates of the chunks";
  EXPECT_EQ(bytes(year, {8760, 103, 180}, at, box), 0u) << "2.6 GB are too much";
  EXPECT_EQ(bytes({1000, 6}, {100, 6}, {210, 0}, {10, 6}), 2400u) << "rows of a table";
  EXPECT_EQ(bytes({1000, 6}, {100, 6}, {210, 0}, {610, 6}), 2u * 2400) << "the first and the last chunk";
  EXPECT_EQ(bytes({1050, 6}, {100, 6}, {400, 0}, {650, 6}), 0u) << "the last chunk is not full";
  EXPECT_EQ(bytes({1000, 6}, {100, 6}, {210, 0}, {0, 6}), 0u);
  EXPECT_EQ(bytes({}, {}, {}, {}), 0u);
  EXPECT_EQ(find_chunk_cache(year, Sizes{24, 103, 180}, at, box, 4).chunks, 4u);
}

// Writes a file compressed in chunks of these sizes; the i-th value is i.
std::filesystem::path make_file(const Sizes& chunk) {
  const std::filesystem::path path = test::scratch_path("chunks.nc");
  std::vector<double> values(6 * 10 * 12);
  std::iota(values.begin(), values.end(), 0.0);
  test::NetcdfFile(path, NC_NETCDF4)
      .dimension("time", 6)
      .dimension("lat", 10)
      .dimension("lon", 12)
      .variable("t", NC_FLOAT, {"time", "lat", "lon"})
      .compress(chunk)
      .put("t", values);
  return path;
}

TEST(ChunkCache, ValuesAreThoseOfTheFileWhateverItsChunksAre) {
  for (const Sizes& chunk : {Sizes{1, 10, 12}, {6, 10, 12}, {2, 3, 5}, {4, 1, 12}, {6, 10, 1}}) {
    const NetcdfReader reader(make_file(chunk));
    for (std::size_t date = 0; date < 6; ++date)
      for (std::size_t n_row : {1, 4, 7}) {  // n_row grows, and so must the caches
        if (date == 3) reader.forget_chunks();
        const std::vector<float> box = reader.read<float>("t", {date, 3, 2}, {1, n_row, 9});
        for (std::size_t i = 0; i < box.size(); ++i)
          ASSERT_EQ(box[i], float(120 * date + 12 * (3 + i / 9) + 2 + i % 9));
      }
  }
}

}  // namespace
}  // namespace groundswell
