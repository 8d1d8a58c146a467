// SPDX-License-Identifier: Apache-2.0
// All methods of writing a restart produce the same bytes, except the one that shows the damage done by a
// non-parallel file system.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>

#include "bench/restart/restart_mode.hpp"
#include "bench/restart/stale_pages.hpp"
#include "comm/together.hpp"
#include "parallel/restart/shared_path.hpp"
#include "parallel/restart/some_state.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {
namespace {

constexpr char damaged[] = "direct_damaged";

// This rank's role and state in a run whose last rank only writes; if there is only one rank, it computes.
struct ModeRun {
  RankRoles roles{world(), world().size() > 1 ? 1 : 0};
  bool computes = roles.role() == RankRole::compute;
  SomeState values;
  StateList list;
  RestartState state;

  explicit ModeRun(int (*rank_of)(std::int64_t, int) = in_turns) : values(roles.mine(), rank_of) {
    values.fill();
    list = values.list();
    state = share_restart_state(roles, computes ? own() : RestartState{});
  }
  RestartState own() { return make_restart_state(values.cells(), {{"date", "1996-01-16T00:00:00Z"}}, list); }
  // Writes a restart; returns the maximum over the ranks of the memory used for values of other ranks.
  std::int64_t write(const std::string& mode, const std::filesystem::path& path) {
    return world().max(find_restart_mode(mode, roles).write(roles, path, state));
  }
};

// Modes available with this number of ranks.
std::vector<std::string> possible_modes() {
  std::vector<std::string> names;
  for (const RestartMode& mode : restart_modes())
    if (!mode.needs_server || world().size() > 1) names.push_back(mode.name);
  return names;
}

// The bytes of the restart when a single process writes it.
std::vector<char> expected_bytes(const std::filesystem::path& path) {
  if (world().rank() == 0) {
    const Communicator self = Communicator::self();
    SomeState state(self);
    state.fill();
    write_restart(path, self, state.cells(), {{"date", "1996-01-16T00:00:00Z"}}, state.list());
  }
  world().barrier();
  return bytes_of(path);
}

TEST(RestartModes, GiveTheSameBytes) {
  const std::vector<char> expected = expected_bytes(shared_path("modes_alone.nc"));
  for (const auto rank_of : {in_turns, by_chance}) {
    ModeRun run(rank_of);
    for (const std::string& mode : possible_modes()) {
      const std::filesystem::path path = shared_path("mode_" + mode + ".nc");
      for (int again = 0; again < 2; ++again) run.write(mode, path);
      if (mode != damaged || run.roles.n_compute() == 1) {
        EXPECT_TRUE(bytes_of(path) == expected) << mode;
      }
      EXPECT_FALSE(std::filesystem::exists(path.string() + ".part")) << mode;
      world().barrier();
    }
  }
}

TEST(RestartModes, OfAServerTakeAsMuchMemoryAsTheySay) {
  if (world().size() < 3) return;
  ModeRun run;
  const auto bytes = [&](const char* mode) { return run.write(mode, shared_path("mode_memory.nc")); };
  constexpr std::int64_t cell = 35 * 4 + 8 + 8, all = cell * n_cell;
  const std::int64_t block = cell * (n_cell / 10 + 1),
                     share = cell * ((n_cell - 1) / run.roles.n_compute() + 1);
  EXPECT_GT(bytes("striped"), 2 * share);
  EXPECT_LE(bytes("striped"), 3 * share);  // the rows of one slab, and two messages
  EXPECT_EQ(bytes("gathered"), 2 * all);
  EXPECT_LE(bytes("blocked"), 3 * block);
  EXPECT_LE(bytes("blocked_buffered"), 4 * block);
  EXPECT_GT(bytes("blocked_buffered"), bytes("blocked"));
  EXPECT_EQ(bytes("direct"), 0);
}

// The last writer's records survive; those of other ranks that share a page with a record of a later rank are
// overwritten with the zeros of a new file.
TEST(RestartModes, DirectDamagesTheFileWhereItsSystemIsNotParallel) {
  ModeRun run;
  if (run.roles.n_compute() < 2) return;
  const std::filesystem::path path = shared_path("mode_damaged.nc"), sound = shared_path("mode_sound.nc");
  const std::vector<char> expected = expected_bytes(sound);
  run.write(damaged, path);
  const std::vector<char> found = bytes_of(path);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] == expected[i]) continue;
    ASSERT_EQ(found[i], 0) << "byte " << i;
  }
  const std::vector<float> right = NetcdfReader(sound).read<float>("spectra"),
                           there = NetcdfReader(path).read<float>("spectra");
  std::int64_t n_lost = 0;
  for (std::int64_t cell = 0; cell < n_cell; ++cell) {
    const auto at = cell * 35;
    const bool is_right = std::equal(right.begin() + at, right.begin() + at + 35, there.begin() + at);
    if (!is_right) ++n_lost;
    if (in_turns(cell, run.roles.n_compute()) == run.roles.n_compute() - 1) {
      EXPECT_TRUE(is_right) << cell;
    }
  }
  EXPECT_GT(n_lost, n_cell / 4);
  if (!run.computes) return;
  SomeState loaded(run.roles.mine());
  expect_words(message_of([&] { RestartFile(path).load(run.roles.mine(), loaded.cells(), loaded.list()); }),
               {"is damaged", "do not match their checksum"});
}

TEST(RestartModes, SayWhatCannotBe) {
  const RankRoles all_compute(world());
  expect_words(message_of([&] { find_restart_mode("fast", all_compute); }),
               {"no restart mode 'fast'", "known are single, direct"});
  expect_words(message_of([&] { find_restart_mode("blocked", all_compute); }),
               {"'blocked'", "needs a process that only writes", "start one more"});
  ModeRun run;
  for (const std::string& mode : possible_modes())
    expect_words(message_of([&] { run.write(mode, "no_such_folder/restart.nc"); }), {"no_such_folder"});
}

// Two stale views of a file of three pages, the last of which is short.
TEST(StalePages, KeepWhatTheyReadAndWriteWholePagesBack) {
  if (world().rank() != 0) return;
  const std::filesystem::path path = scratch_path("pages.dat");
  std::ofstream(path, std::ios::binary) << std::string(2 * 4096 + 100, 'o');
  {
    StalePages first(path), second(path);
    const auto write = [](StalePages& pages, std::int64_t at, const std::string& words) {
      pages.write(at, std::as_bytes(std::span(words)));
    };
    write(first, 0, "first");
    write(first, 4090, "across a page");
    write(second, 10, "second");
    write(second, 2 * 4096 + 96, "last");
    first.write_back();
    second.write_back();
  }
  std::string expected(2 * 4096 + 100, 'o');
  expected.replace(10, 6, "second");     // page 0 as in the second view
  expected.replace(4096, 7, " a page");  // page 1 as in the first view
  expected.replace(2 * 4096 + 96, 4, "last");
  const std::vector<char> found = bytes_of(path);
  EXPECT_EQ(std::string(found.begin(), found.end()), expected);
}

}  // namespace
}  // namespace groundswell::test
