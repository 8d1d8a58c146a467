// SPDX-License-Identifier: Apache-2.0
// tests/python/program/test_output_folder.py has the rest, with whole runs.
#include <gtest/gtest.h>

#include <fstream>

#include "base/error.hpp"
#include "output/output_folder.hpp"
#include "output_test_support.hpp"

namespace groundswell {
namespace {

TEST(OutputFolder, RefusesASecondWriterOnAllRanksAndEndsWithItsOwner) {
  const Communicator world(MPI_COMM_WORLD);
  const test::TestFolder place(world, "output_folder");
  const RunFiles files{place.path() + "/new/folder", {"a.txt"}, {}};
  {
    OutputFolder first(world, files);
    EXPECT_THROW(OutputFolder(world, files), Error);
    if (world.rank() == 0) std::ofstream(files.folder / "a.txt") << "one";
    world.barrier();
    first.finish();
    world.barrier();
  }
  const OutputFolder second(world, files);
  if (world.rank() == 0) {
    EXPECT_EQ(test::read_bytes(files.folder / "previous" / "a.txt"), "one");
    EXPECT_FALSE(std::filesystem::exists(files.folder / "a.txt"));
  }
}

// A record that names files outside its folder moves nothing.
TEST(OutputFolder, ARecordDoesNotReachBeyondItsFolder) {
  const Communicator world(MPI_COMM_WORLD);
  const test::TestFolder place(world, "output_folder_record");
  const RunFiles files{place.path() + "/folder", {"a.txt"}, {}};
  if (world.rank() == 0) {
    std::filesystem::create_directory(files.folder);
    std::ofstream(place.path() + "/mine.txt") << "mine";
    std::ofstream(files.folder / ".groundswell_run")
        << "run x\nfile ../mine.txt\nfile " << place.path() << "/mine.txt\nfile ..\nfile .\nfile \n";
  }
  world.barrier();
  const OutputFolder folder(world, files);
  if (world.rank() == 0) {
    EXPECT_EQ(test::read_bytes(place.path() + "/mine.txt"), "mine");
    EXPECT_FALSE(std::filesystem::exists(files.folder / "previous"));
    EXPECT_FALSE(std::filesystem::exists(files.folder / "unfinished"));
  }
}

}  // namespace
}  // namespace groundswell
