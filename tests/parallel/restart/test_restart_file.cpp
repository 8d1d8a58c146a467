// SPDX-License-Identifier: Apache-2.0
// The restart file: the same bytes on any number of ranks, all bits read back, and damage found wherever it
// is.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "parallel/restart/shared_path.hpp"
#include "parallel/restart/some_state.hpp"
#include "restart/restart_file.hpp"
#include "support/netcdf_file.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::bytes_of;
using test::n_cell;
using test::SomeState;
using test::world;

void save(const std::filesystem::path& path, const Communicator& ranks) {
  SomeState state(ranks);
  state.fill();
  write_restart(path, ranks, state.cells(), {{"date", "1996-01-16T00:00:00Z"}, {"mesh", "some"}},
                state.list());
}

void expect_all_bits(const std::filesystem::path& path, const Communicator& ranks) {
  SomeState expected(ranks), found(ranks);
  expected.fill();
  const RestartFile file(path);
  EXPECT_EQ(file.fact("date"), "1996-01-16T00:00:00Z");
  EXPECT_EQ(file.n_cell(), n_cell);
  file.load(ranks, found.cells(), found.list());
  for (std::size_t i = 0; i < found.owned.size(); ++i) {
    for (std::size_t bin = 0; bin < 35; ++bin)
      EXPECT_EQ(std::bit_cast<std::uint32_t>(found.spectra(i, bin)),
                std::bit_cast<std::uint32_t>(expected.spectra(i, bin)));
    EXPECT_EQ(found.sums[i], expected.sums[i]);
  }
  EXPECT_EQ(found.mean, expected.mean);
  EXPECT_EQ(found.count, expected.count);
  EXPECT_EQ(found.words, expected.words);
}

void write_bytes(const std::filesystem::path& path, const std::vector<char>& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), std::streamsize(bytes.size()));
}

TEST(RestartFile, GivesAllBitsBackOnAnyNumberOfRanks) {
  const auto together = test::shared_path("together.nc"), alone = test::shared_path("alone.nc");
  save(together, world());
  if (world().rank() == 0) save(alone, Communicator::self());
  world().barrier();
  EXPECT_EQ(bytes_of(together), bytes_of(alone));
  expect_all_bits(together, world());
  expect_all_bits(alone, Communicator::self());
  EXPECT_FALSE(std::filesystem::exists(together.string() + ".part"));
}

// Runs on one rank alone; otherwise the other ranks would read the files of this one.
TEST(RestartFile, FindsDamageWhereverItIs) {
  const auto path = test::shared_path("sound.nc");
  save(path, world());
  const std::vector<char> sound = bytes_of(path);
  const Communicator self = Communicator::self();
  if (world().rank() != 0) return;
  const auto damaged_path = test::scratch_path("damaged.nc");
  const auto look = [&](const std::vector<char>& bytes) {
    write_bytes(damaged_path, bytes);
    SomeState state(self);
    return test::message_of([&] { RestartFile(damaged_path).load(self, state.cells(), state.list()); });
  };
  EXPECT_EQ(look(sound), "");
  std::size_t n_silent = 0;
  for (std::size_t at = 0; at < sound.size(); at += 13) {
    std::vector<char> bytes = sound;
    bytes[at] = char(bytes[at] ^ 0x10);
    const std::string said = look(bytes);
    if (!said.empty())
      EXPECT_NE(said.find("damaged.nc"), std::string::npos) << said;
    else
      ++n_silent;
    // Only bytes that are never read may change without an error: gaps between variables, and a fill value.
    SomeState state(self), expected(self);
    expected.fill();
    if (!said.empty()) continue;
    RestartFile(damaged_path).load(self, state.cells(), state.list());
    for (std::size_t i = 0; i < state.owned.size(); ++i)
      for (std::size_t bin = 0; bin < 35; ++bin)
        EXPECT_EQ(std::bit_cast<std::uint32_t>(state.spectra(i, bin)),
                  std::bit_cast<std::uint32_t>(expected.spectra(i, bin)))
            << "byte " << at;
    EXPECT_EQ(state.words, expected.words);
  }
  EXPECT_LT(double(n_silent) * 13.0, 4.0 * 512.0 + 200.0);
  std::vector<char> cut(sound.begin(), sound.end() - 1000);
  EXPECT_NE(look(cut), "");
}

// Changes the last bit of the first place in a file with this value.
template <class T>
void damage_first(const std::filesystem::path& path, T value) {
  std::vector<char> bytes = bytes_of(path);
  auto word = std::bit_cast<std::array<char, sizeof(T)>>(value);
  std::ranges::reverse(word);  // the most significant byte comes first
  const auto at = std::search(bytes.begin(), bytes.end(), word.begin(), word.end());
  ASSERT_NE(at, bytes.end());
  char& last = *(at + int(sizeof(T)) - 1);
  last = char(last ^ 1);
  write_bytes(path, bytes);
}

TEST(RestartFile, NamesTheDamagedCell) {
  const auto path = test::shared_path("cell.nc");
  save(path, world());
  world().barrier();
  if (world().rank() == 0) {
    // The value 1 / 42, of the cell with index 41.
    damage_first(path, 1.0 / 42);
  }
  world().barrier();
  SomeState state(world());
  const RestartFile file(path);
  test::expect_words(test::message_of([&] { file.load(world(), state.cells(), state.list()); }),
                     {"cell.nc", "cell 42 "});
}

TEST(RestartFile, OptionalValuesThatItLacksAreNan) {
  const auto path = test::shared_path("without.nc");
  save(path, world());
  SomeState state(world());
  StateList more = state.list();
  RowArray<float> extra(state.owned.size(), 3);
  Array<double> wide(state.owned.size());
  more.add_optional_cells("extra", extra.rows(), {{"number", 3}});
  more.add_optional_cells("wide", Rows<double>{wide.data(), wide.size(), 1, 1}, {});
  RestartFile(path).load(world(), state.cells(), more);
  for (std::size_t i = 0; i < state.owned.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_TRUE(std::isnan(extra(i, k)));
    EXPECT_TRUE(std::isnan(wide[i]));
  }
  expect_all_bits(path, world());
}

// What the list lacks is loaded by nobody, but damage is found there too.
TEST(RestartFile, ChecksValuesThatAreNotOnTheList) {
  const auto path = test::shared_path("rich.nc");
  SomeState rich(world());
  rich.fill();
  RowArray<float> extra(rich.owned.size(), 3);
  for (std::size_t i = 0; i < rich.owned.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) extra(i, k) = float(rich.owned[i] + std::int64_t(k)) + 0.25f;
  StateList all = rich.list();
  all.add_optional_cells("extra", extra.rows(), {{"number", 3}});
  write_restart(path, world(), rich.cells(), {{"date", "1996-01-16T00:00:00Z"}, {"mesh", "some"}}, all);
  expect_all_bits(path, world());
  if (world().rank() == 0) {
    // The value 43.25, which cells 41 to 43 have.
    damage_first(path, 43.25f);
  }
  world().barrier();
  SomeState state(world());
  const RestartFile file(path);
  test::expect_words(test::message_of([&] { file.load(world(), state.cells(), state.list()); }),
                     {"rich.nc", "cell 42 "});
}

TEST(RestartFile, RefusesForeignFilesAndOtherStates) {
  const auto path = test::shared_path("other.nc");
  save(path, world());
  SomeState state(world());
  StateList more = state.list();
  Array<float> extra(state.owned.size());
  more.add_cells("extra", extra.view());
  const RestartFile file(path);
  test::expect_words(test::message_of([&] { file.load(world(), state.cells(), more); }),
                     {"other.nc", "'extra'"});
  StateList wider;
  RowArray<float> rows(state.owned.size(), 36);
  wider.add_cells("spectra", rows.rows(), {{"frequency", 6}, {"direction", 6}});
  test::expect_words(test::message_of([&] { file.load(world(), state.cells(), wider); }),
                     {"other.nc", "'spectra'"});
  if (world().rank() != 0) return;
  const auto foreign = test::scratch_path("foreign.nc");
  test::NetcdfFile(foreign).dimension("x", 3).variable("x", NC_DOUBLE, {"x"}).put("x", {1, 2, 3});
  test::expect_words(test::message_of([&] { RestartFile{foreign}; }), {"foreign.nc", "not a restart"});
}

}  // namespace
}  // namespace groundswell
