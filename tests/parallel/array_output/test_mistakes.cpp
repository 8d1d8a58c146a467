// SPDX-License-Identifier: Apache-2.0
// Errors in the settings of another model's output are reported on all its ranks, no rank waits forever, and
// the program continues.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "comm/mpi_session.hpp"
#include "mistakes.hpp"
#include "support/poverty.hpp"

namespace groundswell::test {
namespace {

TEST_F(ArrayMistakes, InSettingsAreReported) {
  expect_words(refused([](Settings& s) { s.files[0].path = "/nowhere/a.nc"; }),
               {"/nowhere", "does not exist"});
  expect_words(refused([](Settings& s) { s.files[1].path = s.files[0].path; }), {"two files", "surface.nc"});
  expect_words(refused([](Settings& s) {
                 s.files[1].path = s.files[0].path;
                 s.files[1].path.replace(s.files[1].path.rfind('/'), 1, "/./");
               }),
               {"two files", "/./surface.nc"});
  expect_words(refused([](Settings& s) { s.files[1].path = s.files[0].path + ".part"; }),
               {"surface.nc.part'", "while it grows", "rename one"});
  expect_words(refused([](Settings& s) { s.files[0].variables.push_back("sst"); }),
               {"surface.nc", "'sst', which is not known", "thetao"});
  expect_words(refused([](Settings& s) { s.files[0].variables.push_back("zos"); }), {"'zos' twice"});
  expect_words(refused([](Settings& s) { s.files[0].variables.clear(); }), {"surface.nc' has no variable"});
  expect_words(refused([](Settings& s) { s.files.clear(), s.restart = {}; }), {"has no file"});
  expect_words(refused([](Settings& s) { s.files[0].interval = 0; }), {"surface.nc' is 0 s"});
  expect_words(refused([](Settings& s) { s.variables[0].name = "ice"; }), {"two variables", "'ice'"});
  expect_words(refused([](Settings& s) { s.variables[0].name = "_x"; }), {"'_x'", "begin with a letter"});
  expect_words(refused([](Settings& s) { s.variables[0].name = "time"; }), {"'time'", "dimension"});
  expect_words(refused([](Settings& s) { s.variables[0].name = "a/b"; }), {"'a/b'", "letters"});
  expect_words(refused([](Settings& s) { s.variables[0].array.element_bytes = 2; }), {"'zos'", "2 bytes"});
  expect_words(refused([](Settings& s) { s.end = s.start + -1; }), {"before it starts"});
  expect_words(refused([](Settings& s) { s.levels.values.clear(); }), {"'thetao' has levels"});
  expect_words(refused([](Settings& s) { s.levels.values.push_back(255); }),
               {"'thetao' has 7 values per cell", "should be 8"});
  expect_words(refused([](Settings& s) { s.variables[2].has_levels = false; }),
               {"'thetao' has 7", "should be 1"});
  expect_words(refused([](Settings& s) { s.restart.variables.push_back("sst"); }),
               {"restart '", "small' should have the variable 'sst', which is not known"});
  expect_words(refused([](Settings& s) { s.restart.variables.push_back("so"); }), {"small", "'so' twice"});
  expect_words(refused([](Settings& s) { s.restart.variables.clear(); }), {"small' has no variable"});
  expect_words(refused([](Settings& s) { s.restart.path.clear(); }), {"restart of output has no path"});
  expect_words(refused([](Settings& s) { s.files[0].path = s.restart.path + "_20010203T070000Z.nc"; }),
               {"small_20010203T070000Z.nc', as a restart '", "rename one"});
  expect_words(refused([](Settings& s) { s.restart.path = "/nowhere/small"; }),
               {"/nowhere", "does not exist"});
  expect_words(refused([](Settings& s) { s.restart.path += std::string(4000, 'x'); }), {"characters"});
  expect_words(refused([](Settings& s) { s.variables[1].is_integer = true; }),
               {"'ice' has integers of 8 bytes"});
  if (n_server_ > 0)
    expect_words(refused([](Settings& s) { s.servers.transport.method = "pigeon"; }), {"'pigeon'", "direct"});
  if (n_server_ > 0)
    expect_words(refused([](Settings& s) { s.servers.transport.n_slot = 2'000'000'000; }),
                 {"2000000000 slots", "1000"});
  if (n_server_ > 0 && !threads_may_share_mpi())
    expect_words(refused([](Settings& s) { s.servers.transport.progress = "thread"; }),
                 {"MPI_THREAD_MULTIPLE"});
  expect_words(refused([](Settings& s) { s.servers.n_server = 100; }), {"100 output servers"});
}

TEST_F(ArrayMistakes, InNumbersAreReported) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  expect_words(refused([](Settings& s) { s.levels.values[3] = nan; }), {"levels", "nan", "give a number"});
  expect_words(refused([](Settings& s) { s.levels.values[3] = 4; }),
               {"value 4 of the levels, 4, comes after 7", "ascend, or all descend"});
  expect_words(refused([](Settings& s) { s.levels.values[1] = 1; }),
               {"value 2 of the levels, 1, comes after 1"});
  expect_words(refused([](Settings& s) { s.axes = {{"x", "", "", 157, {}}}; }), {"has 1 axes", "two"});
  expect_words(refused([](Settings& s) {
                 s.axes = {{"x", "", "", 50, {}}, {"y", "", "", 3, {}}};
               }),
               {"50 columns and 3 rows", "157"});
  expect_words(refused([](Settings& s) {
                 s.axes = {{"x", "", "", -157, {}}, {"y", "", "", -1, {}}};
               }),
               {"axis 'x' has -157"});
  expect_words(refused([](Settings& s) {
                 s.axes = {{"x", "", "", 157, {}}, {"x", "", "", 1, {}}};
               }),
               {"called 'x'"});
  expect_words(refused([](Settings& s) {
                 s.axes = {{"x", "", "", 157, {}}, {"y", "", "", 1, {1, 2}}};
               }),
               {"axis 'y' has 2 values for 1"});
  expect_words(refused([](Settings& s) { s.files[0].interval = INT64_MAX; }),
               {"surface.nc' is 9223372036854775807"});
}

TEST_F(ArrayMistakes, InCellsAreReported) {
  expect_words(refused([](Settings& s, Decomposition& cells) { cells.n_global = s.n_cell = 158; }), {"157"});
  expect_words(refused([](Settings& s) { s.n_cell = 158; }), {"a grid of 157", "158"});
  expect_words(refused([](Settings&, Decomposition& cells) {
                 if (world().rank() == 0) cells.cells.push_back(cells.cells[0]);
               }),
               {"'lon'", "one per cell"});
  for (const auto& [has_positions, transport] :
       {std::pair(true, "direct"), std::pair(false, "direct"), std::pair(false, "primary")}) {
    const auto refused_cells = [&](const std::function<void(std::vector<std::int64_t>&)>& change) {
      return refused([&](Settings& s, Decomposition& cells) {
        if (!has_positions) s.positions.clear();
        if (n_server_ > 0) s.servers.transport.method = transport;
        if (world().rank() == 0) change(cells.cells);
      });
    };
    const char* rule = "belongs to one process that computes, and -1";
    expect_words(refused_cells([](auto& cells) { cells[0] = Decomposition::no_cell; }),
                 {"list 156 cells in all", "has 157", rule});
    expect_words(refused_cells([](auto& cells) { std::ranges::replace(cells, -1, cells[0]); }),
                 {"cells in all, but the grid of the output has 157", rule});
    expect_words(refused_cells([](auto& cells) { cells[0] = 157; }),
                 {"cell 157 of the output on world rank 0 is outside", "are 0 to 156", rule});
    expect_words(refused_cells([](auto& cells) { cells[0] = -7; }),
                 {"cell -7 of the output on world rank 0 is outside", "are 0 to 156", rule});
    // A cell is listed twice, by the first rank alone or by two ranks, in place of another cell, which is
    // then missing.
    for (const bool is_own : {true, false}) {
      if (!is_own && n_compute() == 1) continue;
      std::int64_t twice = 0, left = 0;
      const std::string said = refused_cells([&](auto& cells) {
        left = cells[0];
        while ((std::ranges::find(cells, twice) != cells.end()) != is_own) ++twice;
        cells[0] = twice;
      });
      world().broadcast(twice, 0);
      world().broadcast(left, 0);
      const auto cell = [](std::int64_t number) { return text("cell ", number, " (counted from 0)"); };
      const std::string one =
          is_own ? text("world rank 0 lists ", cell(twice), " of the output twice")
                 : text(cell(twice), " of the output is held by two processes, world rank 0 and world rank ");
      const std::string other = text(cell(left), " of the output is held by no process");
      EXPECT_TRUE(said.find(one) == 0 || said.find(other) == 0) << said;
      expect_words(said, {rule});
    }
  }
  expect_words(refused([](Settings& s) {
                 if (world().rank() == 0) s.positions[0].values.pop_back();
               }),
               {"'lon'", "one per cell"});
  if (n_server_ == 0) return;
  expect_words(refused([](Settings&, Decomposition& cells) {
                 if (world().rank() == world().size() - 1) cells.cells = {3};
               }),
               {"an output server was given 1 cells"});
}

TEST_F(ArrayMistakes, ArraysWithHalosAreToldHow) {
  const auto of_shape = [](Settings& s, std::vector<std::int64_t> shape, std::vector<std::int64_t> strides) {
    s.variables[0].array.cells_last = false;
    s.variables[0].array.shape = std::move(shape), s.variables[0].array.strides = std::move(strides);
  };
  constexpr std::int64_t huge = std::int64_t(1) << 40;
  const char* way = "the whole array, and -1 as the number of each cell that is not this process's";
  const auto refused_on_all = [&](const std::function<void(Settings&, std::int64_t)>& change) {
    return refused([&](Settings& s, Decomposition& cells) {
      const bool has_cells = cells.cells.size() > 1;
      if (has_cells) change(s, std::int64_t(cells.cells.size()));
    });
  };
  expect_words(refused_on_all([&](Settings& s, std::int64_t n) { of_shape(s, {n + 2}, {4}); }),
               {"does not fit", way});
  expect_words(refused_on_all([&](Settings& s, std::int64_t n) {
                 of_shape(s, {n, 2, 1}, {8, 4, 4});
               }),
               {"zos", "2 values"});
  expect_words(refused_on_all([&](Settings& s, std::int64_t) {
                 of_shape(s, {huge, huge}, {4, 4});
               }),
               {"does not fit", way});
  expect_words(refused_on_all([&](Settings& s, std::int64_t n) {
                 of_shape(s, {n, huge}, {4, 4});
               }),
               {"more than", "values per cell"});
  SmallModel model(world().rank(), n_compute(), computes());
  if (n_compute() > 1) return;
  expect_words(refused([&](Settings& s, Decomposition& cells) {
                 if (cells.cells.empty()) return;
                 cells.cells.resize(cells.cells.size() / 2 * 2, -1);
                 of_shape(s, {2, std::int64_t(cells.cells.size()) / 2}, {4, 16});
                 s.positions.clear();
               }),
               {"unevenly", way});
}

// One process runs out of memory when it opens an output: all processes get the same message.
TEST_F(ArrayMistakes, MissingMemoryOfOneProcessIsReported) {
  for (const int poor : {0, world().size() - 1})
    for (const std::size_t most : {100'000, 400'000}) {
      constexpr std::int64_t n = 60'000;
      std::vector<std::int64_t> numbers;
      for (std::int64_t cell = world().rank(); cell < n && computes(); cell += n_compute())
        numbers.push_back(cell);
      std::vector<float> values(numbers.size());
      Settings s;
      s.start = s.end = first_date;
      s.n_cell = n;
      s.servers.n_server = n_server_;
      s.positions = {{"x", "", "", "", std::vector<double>(numbers.size())}};
      s.levels.values = {1, 2};
      s.variables = {{"v", "", "", "", false, make_cell_array(values.data())}};
      s.files.resize(1);
      s.files[0].path = folder_.path() + "/poor.nc", s.files[0].variables = {"v"};
      const Decomposition cells{n, numbers};
      std::string sentence;
      {
        const Poverty poverty(world().rank() == poor ? most : SIZE_MAX);
        sentence = message_of([&] { ArrayOutput(world(), std::move(s), cells); });
      }
      if (most == 100'000 && world().size() <= 3) expect_words(sentence, {"not enough memory"});
      std::string first = sentence;
      world().broadcast(first, 0);
      EXPECT_EQ(sentence, first);
    }
}

TEST_F(ArrayMistakes, SettingsThatDifferAreReported) {
  if (world().size() == 1) return;
  const bool is_last = world().rank() == world().size() - 1;
  expect_words(refused([&](Settings& s) { s.variables[1].unit = is_last ? "%" : "1"; }),
               {"differ between processes", "'%'", "the variable 'ice', '1'"});
  expect_words(refused([&](Settings& s) {
                 if (is_last) s.files.pop_back();
               }),
               {"differ between processes", "ocean.nc", "nothing"});
  expect_words(refused([&](Settings& s) {
                 if (!is_last) s.files.pop_back();
               }),
               {"differ between processes", "ocean.nc", "nothing"});
  expect_words(refused([&](Settings& s) { s.servers.n_server = is_last ? 1 : 0; }), {"1 servers"});
  expect_words(refused([&](Settings& s) { s.levels.values[6] = is_last ? 127.0001 : 127.0; }),
               {"differ between processes", "127.0001"});
  expect_words(refused([&](Settings& s) { s.header.history = is_last ? "one\ntwo" : "one"; }),
               {"differ between processes", "one\\ntwo"});
}

}  // namespace
}  // namespace groundswell::test
