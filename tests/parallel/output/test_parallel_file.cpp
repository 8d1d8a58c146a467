// SPDX-License-Identifier: Apache-2.0
// A file written by all ranks: its values, its name while it is incomplete, and a full disk or an unwritable
// folder, which lead to the same message on all ranks and to no hang.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <semaphore.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "comm/together.hpp"
#include "files/netcdf_reader.hpp"
#include "files/parallel_file.hpp"
#include "parallel/output/output_test_support.hpp"
#include "support/file_size_limit.hpp"

namespace groundswell {
namespace {

using test::read_bytes;
using test::TestFolder;

// The message that `work` throws; all ranks must throw the same.
template <class Work>
std::string common_sentence(const Communicator& communicator, Work&& work) {
  std::string mine;
  try {
    work();
  } catch (const Error& error) {
    mine = error.what();
  }
  std::string first = mine;
  communicator.broadcast(first, 0);
  EXPECT_EQ(mine, first);
  return mine;
}

TEST(Block, PiecesAreContiguousAndOfNearlyEqualSize) {
  for (const int n_rank : {1, 2, 3, 7, 8})
    for (const std::int64_t n : {8, 9, 100, 40962}) {
      std::int64_t next = 0;
      for (int rank = 0; rank < n_rank; ++rank) {
        const Block block = make_block(n, rank, n_rank);
        EXPECT_EQ(block.begin, next);
        EXPECT_NEAR(double(block.size()), double(n) / n_rank, 1.0);
        for (std::int64_t i = block.begin; i < block.end; ++i) EXPECT_EQ(rank_of_block(i, n, n_rank), rank);
        next = block.end;
      }
      EXPECT_EQ(next, n);
    }
}

TEST(ParallelFile, HasItsNameOnlyWhenFinished) {
  const Communicator world(MPI_COMM_WORLD);
  const TestFolder folder(world, "parallel_file");
  const std::string path = folder.path() + "/a.nc";
  {
    ParallelFile file(world, path);
    const int x = file.add_dimension("x", 1000);
    const int values = file.add_variable("values", FileType::float32, {x});
    file.end_definitions();
    const Block block = make_block(1000, world.rank(), world.size());
    std::vector<float> mine;
    for (std::int64_t i = block.begin; i < block.end; ++i) mine.push_back(float(i));
    file.write(values, {{block.begin}, {block.size()}}, mine.data());
    file.flush();
    EXPECT_EQ(mine.front(), float(block.begin)) << "the values were changed in place";
    world.barrier();
    EXPECT_TRUE(std::filesystem::exists(path + ".part"));
    EXPECT_FALSE(std::filesystem::exists(path));
    world.barrier();
    file.finish();
  }
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  const std::string bytes = read_bytes(path);
  ASSERT_GT(bytes.size(), 4000u);
  EXPECT_EQ(bytes.substr(0, 4), std::string("CDF\x05"));
  // Big-endian floats at the end: 999 = 0x4479c000.
  EXPECT_EQ(bytes.substr(bytes.size() - 4), std::string("\x44\x79\xc0\x00", 4));
}

TEST(ParallelFile, ASecondOneOfAPathIsRefusedAndTheFirstUnharmed) {
  const Communicator world(MPI_COMM_WORLD);
  const TestFolder folder(world, "one_path");
  const std::string path = folder.path() + "/a.nc";
  const auto write = [&](ParallelFile& file, double value) {
    const int x = file.add_dimension("x", world.size());
    const int values = file.add_variable("values", FileType::float64, {x});
    file.end_definitions();
    file.write(values, {{world.rank()}, {1}}, &value);
    file.flush();
  };
  for (const double value : {1.0, 2.0}) {
    ParallelFile first(world, path);
    write(first, value);
    const std::string sentence = common_sentence(world, [&] { ParallelFile(world, path).discard(); });
    EXPECT_NE(sentence.find("another output of this one, is writing '" + path + ".part'"), std::string::npos);
    first.finish();
    EXPECT_EQ(NetcdfReader(path).read<double>("values"),
              std::vector<double>(std::size_t(world.size()), value));
    world.barrier();
  }
  EXPECT_FALSE(std::filesystem::exists(path + ".part.lock"));
}

// The semaphore that Open MPI uses for a file of this name exists already, as if a program had been killed
// while it opened the file.
TEST(ParallelFile, OpensWhereAKilledProgramLeftASemaphore) {
  const Communicator world(MPI_COMM_WORLD);
  const TestFolder folder(world, "left_semaphore");
  const std::string name = std::filesystem::path(folder.path()).filename();
  const std::string semaphore = "OMPIO_" + name + ".part";
  run_on_root(world, 0, [&] { ASSERT_NE(sem_open(semaphore.c_str(), O_CREAT, 0644, 0), SEM_FAILED); });
  ParallelFile file(world, folder.path() + "/" + name);
  file.add_dimension("x", 1);
  file.end_definitions();
  file.finish();
  sem_unlink(semaphore.c_str());
}

// A user reads the file while the run continues.
TEST(ParallelFile, WholeRecordsCanBeReadWhileItGrows) {
  const Communicator world(MPI_COMM_WORLD);
  const TestFolder folder(world, "growing");
  const std::string path = folder.path() + "/growing.nc";
  ParallelFile file(world, path);
  const int time = file.add_unlimited_dimension("time");
  const int x = file.add_dimension("x", 100);
  const int first = file.add_variable("first", FileType::float32, {time, x});
  const int second = file.add_variable("second", FileType::float64, {time, x});
  file.end_definitions();
  const Block block = make_block(100, world.rank(), world.size());
  for (int record = 0; record < 3; ++record) {
    const std::vector<float> low(std::size_t(block.size()), float(record));
    const std::vector<double> high(std::size_t(block.size()), 10.0 * record);
    file.write(first, {{record, block.begin}, {1, block.size()}}, low.data());
    file.write(second, {{record, block.begin}, {1, block.size()}}, high.data());
    file.flush();
    world.barrier();
    const NetcdfReader reader(path + ".part");
    EXPECT_EQ(reader.dimension_size("time"), std::size_t(record) + 1);
    const std::vector<std::size_t> start{std::size_t(record), 0}, count{1, 100};
    for (const float value : reader.read<float>("first", start, count)) EXPECT_EQ(value, float(record));
    for (const double value : reader.read<double>("second", start, count)) EXPECT_EQ(value, 10.0 * record);
    world.barrier();
  }
}

TEST(ParallelFile, MissingFolderIsReported) {
  const Communicator world(MPI_COMM_WORLD);
  const TestFolder folder(world, "missing_folder");
  const std::string sentence =
      common_sentence(world, [&] { ParallelFile(world, folder.path() + "/nowhere/a.nc"); });
  EXPECT_NE(sentence.find("nowhere' does not exist"), std::string::npos) << sentence;
}

// No user can write files to /proc, not even root.
TEST(ParallelFile, UnwritableFolderIsReported) {
  const Communicator world(MPI_COMM_WORLD);
  const std::string sentence = common_sentence(world, [&] { ParallelFile(world, "/proc/a.nc"); });
  EXPECT_NE(sentence.find("cannot write '/proc/a.nc.part'"), std::string::npos) << sentence;
}

// A limit on file sizes imitates a full disk: a write then fails, or writes less than requested.
TEST(ParallelFile, FullDiskIsReportedAndEarlierRecordsStay) {
  const Communicator world(MPI_COMM_WORLD);
  const TestFolder folder(world, "full_disk");
  const std::string path = folder.path() + "/full.nc";
  constexpr std::int64_t n = 20000;
  std::optional<test::FileSizeLimit> limit;  // outlives the file
  int records = 0;
  const std::string sentence = common_sentence(world, [&] {
    ParallelFile file(world, path);
    const int time = file.add_unlimited_dimension("time");
    const int x = file.add_dimension("x", n);
    const int values = file.add_variable("values", FileType::float32, {time, x});
    file.end_definitions();
    limit.emplace(300000);
    const Block block = make_block(n, world.rank(), world.size());
    const std::vector<float> mine(std::size_t(block.size()), 1.0f);
    for (; records < 10; ++records) {
      file.write(values, {{records, block.begin}, {1, block.size()}}, mine.data());
      file.flush();
    }
    file.finish();
  });
  limit.reset();
  EXPECT_EQ(records, 3);
  EXPECT_NE(sentence.find("full.nc.part' failed"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("(ulimit -f)"), std::string::npos) << sentence;
  EXPECT_FALSE(std::filesystem::exists(path));
  const std::string bytes = read_bytes(path + ".part");
  EXPECT_GE(bytes.size(), 240000u);
}

}  // namespace
}  // namespace groundswell
