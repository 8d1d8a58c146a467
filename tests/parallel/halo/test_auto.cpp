// SPDX-License-Identifier: Apache-2.0
// The method "auto": correct values while it searches, one choice on all ranks, choices that are saved for
// the next run, and refused if they were made for something else.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/written_file.hpp"
#include "halo/halo_exchange.hpp"
#include "parallel/halo/halo_samples.hpp"

namespace groundswell {
namespace {

namespace fs = std::filesystem;
using test::count_bad;
using test::make_ring;
using test::make_values;
using test::Ring;
using test::world;

// The name of a folder that rank 0 has removed, if it existed; the same on all ranks.
std::string empty_folder(const char* name) {
  std::string folder =
      (fs::temp_directory_path() / text("groundswell_halo_", name, "_", world().size())).string();
  world().broadcast(folder, 0);
  if (world().rank() == 0) fs::remove_all(folder);
  world().barrier();
  return folder;
}

// Exchanges until the method for every row length is decided; returns how many exchanges of each length that
// took, or -1 if 2000 are too few.
int exchange_until_decided(HaloExchange& halo, const Ring& ring, const std::vector<int>& widths) {
  for (int repetition = 0; repetition < 2000; ++repetition) {
    bool decided = true;
    for (const int n : widths) {
      std::vector<double> values = make_values<double>(ring, n, repetition);
      halo.exchange(make_cell_rows(values.data(), std::int64_t(ring.cells.size()), n));
      EXPECT_EQ(count_bad(ring, values, n, repetition), 0) << "exchange " << repetition << " of " << n;
      decided = decided && !halo.method_of(std::int64_t(n) * 8).empty();
    }
    if (world().all(decided)) return repetition + 1;
  }
  return -1;
}

bool any_note_has(const HaloExchange& halo, const std::string& words) {
  bool found = false;
  for (const std::string& note : halo.notes()) found = found || note.find(words) != std::string::npos;
  return world().any(found);
}

TEST(halo_auto, tries_each_length_and_chooses_the_same_on_all_ranks) {
  const Ring ring = make_ring(world(), 6, 2);
  HaloExchange halo(world(), ring.plan, {.method = "auto"});
  EXPECT_EQ(halo.method_of(24), "");
  EXPECT_GT(exchange_until_decided(halo, ring, {3, 200}), 9 * 3);  // 9 passes over 3 or more candidates
  for (const std::int64_t row_bytes : {24, 1600}) {
    const std::string mine = halo.method_of(row_bytes);
    std::string first = mine;
    world().broadcast(first, 0);
    EXPECT_EQ(mine, first);
    EXPECT_NE(mine, "auto");
    EXPECT_TRUE(
        any_note_has(halo, text(mine, " was found to be the fastest for ", row_bytes, " bytes per cell")));
  }
}

TEST(halo_auto, a_kept_choice_is_used_at_once) {
  const Ring ring = make_ring(world(), 6, 1);
  const std::string folder = empty_folder("kept");
  std::string chosen;
  {
    HaloExchange halo(world(), ring.plan, {.method = "auto", .choice_folder = folder});
    exchange_until_decided(halo, ring, {5});
    chosen = halo.method_of(40);
  }
  world().barrier();
  HaloExchange halo(world(), ring.plan, {.method = "auto", .choice_folder = folder});
  EXPECT_EQ(exchange_until_decided(halo, ring, {5}), 1);
  EXPECT_EQ(halo.method_of(40), chosen);
  EXPECT_TRUE(any_note_has(halo, "was the fastest in an earlier run for 40 bytes per cell"));
  if (world().rank() == 0) fs::remove_all(folder);
}

TEST(halo_auto, choices_for_something_else_are_refused_with_the_reason) {
  const Ring ring = make_ring(world(), 6, 1), other = make_ring(world(), 7, 1);
  const std::string folder = empty_folder("stale"), file = folder + "/halo_40_bytes.txt";
  const auto decide_with = [&](const Ring& which, const std::string& words) {
    world().barrier();
    HaloExchange halo(world(), which.plan, {.method = "auto", .choice_folder = folder});
    EXPECT_GT(exchange_until_decided(halo, which, {5}), 1) << words;
    EXPECT_TRUE(words.empty() || any_note_has(halo, words)) << words;
    world().barrier();
  };
  const auto change = [&](const std::string& from, const std::string& to) {
    world().barrier();
    if (world().rank() != 0) return;
    std::ifstream kept(file);
    std::string content{std::istreambuf_iterator<char>(kept), {}};
    const std::size_t at = content.find(from);
    ASSERT_NE(at, std::string::npos) << content;
    write_text_file(file, content.replace(at, from.size(), to));
  };
  decide_with(ring, "");
  decide_with(other, "made for another mesh or other parts of it");
  change("machine: ", "machine: the old ");
  decide_with(other, "made for another machine, 'the old ");
  change("of 40 bytes", "of 41 bytes");
  decide_with(other, "made for something else, 'halo exchange of 41 bytes");
  change("choice: ", "choice: x");
  decide_with(other, "is not a number");
  change("choice: ", "choice: 99");  // there are fewer candidates
  decide_with(other, "");
  if (world().rank() == 0) fs::remove_all(folder);
}

// A folder that cannot be created does not end a run.
TEST(halo_auto, a_choice_that_cannot_be_kept_is_said) {
  const Ring ring = make_ring(world(), 6, 1);
  HaloExchange halo(world(), ring.plan, {.method = "auto", .choice_folder = "/proc/no_such_folder"});
  EXPECT_GT(exchange_until_decided(halo, ring, {5}), 1);
  EXPECT_TRUE(any_note_has(halo, "no_such_folder"));
}

// Destroys the exchange during the vote: the ranks' times are in transit, on a communicator that nothing else
// uses any more.
TEST(halo_auto, may_end_during_a_vote) {
  const Ring ring = make_ring(world(), 6, 1);
  std::vector<double> values(ring.cells.size());
  for (int repetition = 0; repetition < 10; ++repetition)
    for (const int n_candidate : {5, 6, 7}) {  // the first round is 9 passes over the candidates
      {
        HaloExchange halo(world(), ring.plan, {.method = "auto"});
        for (int i = 0; i < 9 * n_candidate; ++i) halo.exchange(values);
      }
      EXPECT_EQ(world().duplicate().size(), world().size());
    }
}

// Only the first rank looks at the path; whatever it names, the other ranks are not left waiting.
TEST(halo_auto, a_folder_that_cannot_be_read_is_said) {
  const Ring ring = make_ring(world(), 6, 1);
  const std::string link = empty_folder("loop");
  if (world().rank() == 0) fs::create_symlink(link, link);
  world().barrier();
  for (const std::string& folder : {link, "/tmp/" + std::string(300, 'x'), std::string("/dev/null")}) {
    HaloExchange halo(world(), ring.plan, {.method = "auto", .choice_folder = folder});
    EXPECT_GT(exchange_until_decided(halo, ring, {5}), 1);
    EXPECT_TRUE(any_note_has(halo, folder)) << folder;
  }
  world().barrier();
  if (world().rank() == 0) fs::remove(link);
}

}  // namespace
}  // namespace groundswell
