// SPDX-License-Identifier: Apache-2.0
// The choice of the restarts that are kept in a folder. Whole runs are tested in
// tests/python/program/test_choose_restart.py.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/stopwatch.hpp"
#include "comm/together.hpp"
#include "parallel/restart/shared_path.hpp"
#include "restart/restart_store.hpp"

namespace groundswell {
namespace {

using test::world;

// Dates of the files in a folder, the newest last.
std::vector<std::string> list_dates(const std::filesystem::path& folder) {
  std::vector<std::string> dates;
  for (const SavedRestart& each : find_restarts(folder)) dates.push_back(each.date);
  return dates;
}

TEST(RestartStore, KeepsTheLatestAlsoAfterTheYear9999) {
  const std::filesystem::path folder = test::shared_path("years");
  run_on_root(world(), 0, [&] { std::filesystem::create_directory(folder); });
  const RestartStore store(folder, {2}, {});
  std::vector<std::string> expected;
  for (const char* date : {"9999-12-31T18:00:00Z", "10000-01-01T00:00:00Z", "10000-01-01T06:00:00Z"}) {
    store.save(world(), DateTime::parse(date), {}, [](const std::filesystem::path& path) {
      if (world().rank() == 0) std::ofstream(path) << "a restart";
    });
    expected.emplace_back(date);
    if (expected.size() > 2) expected.erase(expected.begin());
    EXPECT_EQ(list_dates(folder), expected);
    world().barrier();
  }
}

// Two components with folders a and b, of which one writes a restart at a time: none is removed before both
// have a newer one of the same date.
TEST(RestartStore, CountsTheDatesThatAllComponentsHave) {
  const std::filesystem::path a = test::shared_path("a"), b = test::shared_path("b");
  run_on_root(world(), 0, [&] {
    std::filesystem::create_directory(a);
    std::filesystem::create_directory(b);
  });
  const RestartStore of_a(a, {1, {b}}, {}), of_b(b, {1, {a}}, {});
  const auto date = [](int hour) { return "2000-01-01T0" + std::to_string(hour) + ":00:00Z"; };
  const auto save = [&](const RestartStore& store, int hour) {
    const std::string said =
        store.save(world(), DateTime::parse(date(hour)), {}, [](const std::filesystem::path& path) {
          if (world().rank() == 0) std::ofstream(path) << "a restart";
        });
    world().barrier();
    return world().rank() == 0 && said.find("all components have one") != std::string::npos;
  };
  using Dates = std::vector<std::string>;
  const auto expect = [&](const Dates& in_a, const Dates& in_b) {
    EXPECT_EQ(list_dates(a), in_a);
    EXPECT_EQ(list_dates(b), in_b);
    world().barrier();
  };
  EXPECT_FALSE(save(of_a, 1));
  expect({date(1)}, {});
  EXPECT_FALSE(save(of_a, 2));  // a is ahead
  expect({date(1), date(2)}, {});
  EXPECT_EQ(save(of_b, 1), world().rank() == 0);
  expect({date(1), date(2)}, {date(1)});
  EXPECT_FALSE(save(of_a, 3));
  expect({date(1), date(2), date(3)}, {date(1)});
  EXPECT_EQ(save(of_b, 2), world().rank() == 0);
  expect({date(1), date(2), date(3)}, {date(2)});
  EXPECT_EQ(save(of_b, 3), world().rank() == 0);
  expect({date(1), date(2), date(3)}, {date(3)});
  run_on_root(world(), 0, [&] { of_a.remove_old(date(3), 1.0); });
  expect({date(3)}, {date(3)});
  const RestartStore alone(a, {1, {b}, false}, {});
  const Stopwatch waiting;
  run_on_root(world(), 0, [&] { alone.remove_old(date(4), 100.0); });  // b never has one
  EXPECT_LT(waiting.seconds(), 50.0);
}

TEST(RestartStore, KnowsItsOwnByTheManifest) {
  const std::filesystem::path folder = test::shared_path("own");
  run_on_root(world(), 0, [&] {
    std::filesystem::create_directory(folder);
    const std::string first = "restart_20000101T010000Z.nc", second = "restart_20000101T020000Z.nc",
                      third = "restart_20000101T030000Z.nc";
    for (const std::string& name : {first, second, third}) std::ofstream(folder / name) << "no restart";
    using Names = std::vector<std::string>;
    EXPECT_EQ(find_restarts_of_run(folder), (Names{first, second, third}));  // no manifest
    write_manifest(folder, {"", {}, {}, {second}});
    EXPECT_EQ(find_restarts_of_run(folder), (Names{first, third}));
    write_manifest(folder, {"2000-01-01T03:00:00Z", {{"2000-01-01T03:00:00Z", third, 10}}, {first}, {}});
    EXPECT_EQ(find_restarts_of_run(folder), (Names{third, first}));
  });
}

TEST(RestartStore, SaysWhatItWillRemoveWhileThatIsThere) {
  const std::filesystem::path folder = test::shared_path("before_removal");
  run_on_root(world(), 0, [&] { std::filesystem::create_directory(folder); });
  std::vector<std::vector<std::string>> there;
  const RestartStore store(folder, {1}, {}, [&] {
    EXPECT_EQ(read_manifest(folder).restarts.size(), 1U);
    there.push_back(list_dates(folder));
  });
  const std::vector<std::string> dates{"2000-01-01T01:00:00Z", "2000-01-01T02:00:00Z"};
  for (const std::string& date : dates)
    store.save(world(), DateTime::parse(date), {}, [](const std::filesystem::path& path) {
      if (world().rank() == 0) std::ofstream(path) << "a restart";
    });
  if (world().rank() != 0) return;
  ASSERT_EQ(there.size(), 1U);
  EXPECT_EQ(there.front(), dates);
  EXPECT_EQ(list_dates(folder), std::vector<std::string>{dates.back()});
}

}  // namespace
}  // namespace groundswell
