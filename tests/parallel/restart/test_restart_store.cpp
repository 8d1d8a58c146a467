// SPDX-License-Identifier: Apache-2.0
// Which restarts stay in a folder. tests/python/program/test_choose_restart.py has the rest, with whole runs.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "comm/together.hpp"
#include "parallel/restart/shared_path.hpp"
#include "restart/restart_store.hpp"

namespace groundswell {
namespace {

using test::world;

// Of the files in a folder, the newest last.
std::vector<std::string> list_dates(const std::filesystem::path& folder) {
  std::vector<std::string> dates;
  for (const SavedRestart& each : find_restarts(folder)) dates.push_back(each.date);
  return dates;
}

TEST(RestartStore, KeepsTheLatestAlsoAfterTheYear9999) {
  const std::filesystem::path folder = test::shared_path("years");
  run_on_root(world(), 0, [&] { std::filesystem::create_directory(folder); });
  const RestartStore store(folder, 2, {});
  std::vector<std::string> expected;
  for (const char* date : {"9999-12-31T18:00:00Z", "10000-01-01T00:00:00Z", "10000-01-01T06:00:00Z"}) {
    store.save(world(), DateTime::parse(date), [](const std::filesystem::path& path) {
      if (world().rank() == 0) std::ofstream(path) << "a restart";
    });
    expected.emplace_back(date);
    if (expected.size() > 2) expected.erase(expected.begin());
    EXPECT_EQ(list_dates(folder), expected);
    world().barrier();
  }
}

}  // namespace
}  // namespace groundswell
