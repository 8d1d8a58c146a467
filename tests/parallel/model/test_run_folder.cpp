// SPDX-License-Identifier: Apache-2.0
// The folder of a run has one writer at a time, which moves the files of an earlier run aside. Whole runs are
// tested in tests/python/program/test_output_folder.py.
#include <gtest/gtest.h>

#include <fstream>

#include "base/error.hpp"
#include "parallel/output/output_test_support.hpp"
#include "run/run_folder.hpp"

namespace groundswell {
namespace {

TEST(RunFolder, RefusesASecondWriterOnAllRanksAndEndsWithItsOwner) {
  const Communicator world(MPI_COMM_WORLD);
  const test::TestFolder place(world, "output_folder");
  const std::filesystem::path path = place.path() + "/new/folder";
  RunFolder second(world, path, {});
  {
    RunFolder first(world, path, {});
    first.take({"a.txt"});
    EXPECT_THROW(second.take({"a.txt"}), Error);
    if (world.rank() == 0) std::ofstream(path / "a.txt") << "one";
    world.barrier();
    first.finish();
    world.barrier();
  }
  second.take({"a.txt"});
  if (world.rank() == 0) {
    EXPECT_EQ(test::read_bytes(path / "previous" / "a.txt"), "one");
    EXPECT_FALSE(std::filesystem::exists(path / "a.txt"));
  }
}

// A record that names files outside its folder moves nothing.
TEST(RunFolder, ARecordDoesNotReachBeyondItsFolder) {
  const Communicator world(MPI_COMM_WORLD);
  const test::TestFolder place(world, "output_folder_record");
  const std::filesystem::path path = place.path() + "/folder";
  if (world.rank() == 0) {
    std::filesystem::create_directory(path);
    std::ofstream(place.path() + "/mine.txt") << "mine";
    std::ofstream(path / ".groundswell_run")
        << "run x\nfile ../mine.txt\nfile " << place.path() << "/mine.txt\nfile ..\nfile .\nfile \n";
  }
  world.barrier();
  RunFolder folder(world, path, {});
  folder.take({"a.txt"});
  if (world.rank() == 0) {
    EXPECT_EQ(test::read_bytes(place.path() + "/mine.txt"), "mine");
    EXPECT_FALSE(std::filesystem::exists(path / "previous"));
    EXPECT_FALSE(std::filesystem::exists(path / "unfinished"));
  }
}

}  // namespace
}  // namespace groundswell
