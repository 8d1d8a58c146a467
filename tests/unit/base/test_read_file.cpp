// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <new>

#include "base/read_file.hpp"
#include "support/poverty.hpp"

namespace groundswell {
namespace {

namespace fs = std::filesystem;

class NamesIn : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder); }
  void TearDown() override { fs::remove_all(folder); }

  const fs::path folder = fs::temp_directory_path() / ("groundswell names " + std::to_string(getpid()));
};

TEST_F(NamesIn, AreThoseOfAllThatLiesThere) {
  std::ofstream(folder / ".hidden") << "one";
  fs::create_directory(folder / "inner");
  fs::create_symlink("nowhere", folder / "link");
  std::vector<std::string> names = names_in(folder);
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{".hidden", "inner", "link"}));
}

TEST_F(NamesIn, AreNoneIfTheFolderCannotBeRead) {
  EXPECT_TRUE(names_in(folder / "none").empty());
  std::ofstream(folder / "file") << "one";
  EXPECT_TRUE(names_in(folder / "file").empty());
}

TEST_F(NamesIn, ThrowIfThereIsNotEnoughMemory) {
  std::ofstream(folder / std::string(250, 'a')) << "one";
  const test::Poverty poverty(250);
  EXPECT_THROW(names_in(folder), std::bad_alloc);
}

}  // namespace
}  // namespace groundswell
