// SPDX-License-Identifier: Apache-2.0
// What is wrong with the output of another model is said on all its ranks, nobody waits for ever, and the
// program goes on.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <functional>

#include "comm/mpi_session.hpp"
#include "comm/together.hpp"
#include "parallel/output/output_test_support.hpp"
#include "small_model.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {
namespace {

class ArrayMistakes : public testing::Test {
 protected:
  ArrayMistakes() : folder_(world(), "array_mistakes"), n_server_(world().size() / 3) {}
  int n_compute() const { return world().size() - n_server_; }
  bool computes() const { return world().rank() < n_compute(); }

  // The sentence with which all ranks refuse settings after a change.
  std::string refused(const std::function<void(ArrayOutputSettings&, Decomposition&)>& change) {
    SmallModel model(world().rank(), n_compute(), computes());
    ArrayOutputSettings settings = model.settings(folder_.path());
    settings.servers.n_server = n_server_;
    Decomposition cells = model.decomposition();
    change(settings, cells);
    const std::string sentence = message_of([&] { ArrayOutput(world(), settings, cells); });
    std::string first = sentence;
    world().broadcast(first, 0);
    EXPECT_EQ(sentence, first);
    return sentence;
  }
  std::string refused(const std::function<void(ArrayOutputSettings&)>& change) {
    return refused([&](ArrayOutputSettings& settings, Decomposition&) { change(settings); });
  }

  TestFolder folder_;
  int n_server_;
};

using Settings = ArrayOutputSettings;

TEST_F(ArrayMistakes, InSettingsAreReported) {
  expect_words(refused([](Settings& s) { s.files[0].path = "/nowhere/a.nc"; }),
               {"/nowhere", "does not exist"});
  expect_words(refused([](Settings& s) { s.files[1].path = s.files[0].path; }), {"two files", "surface.nc"});
  expect_words(refused([](Settings& s) {
                 s.files[1].path = s.files[0].path;
                 s.files[1].path.replace(s.files[1].path.rfind('/'), 1, "/./");
               }),
               {"two files", "/./surface.nc"});
  expect_words(refused([](Settings& s) { s.files[0].variables.push_back("sst"); }),
               {"surface.nc", "'sst', which is not known", "thetao"});
  expect_words(refused([](Settings& s) { s.files[0].variables.push_back("zos"); }), {"'zos' twice"});
  expect_words(refused([](Settings& s) { s.files[0].variables.clear(); }), {"surface.nc' has no variable"});
  expect_words(refused([](Settings& s) { s.files.clear(); }), {"has no file"});
  expect_words(refused([](Settings& s) { s.files[0].interval = 0; }), {"surface.nc' is 0 s"});
  expect_words(refused([](Settings& s) { s.variables[0].name = "ice"; }), {"two variables", "'ice'"});
  expect_words(refused([](Settings& s) { s.variables[0].name = "time"; }), {"'time'", "dimension"});
  expect_words(refused([](Settings& s) { s.variables[0].name = "a/b"; }), {"'a/b'", "letters"});
  expect_words(refused([](Settings& s) { s.variables[0].array.element_bytes = 2; }), {"'zos'", "2 bytes"});
  expect_words(refused([](Settings& s) { s.share = "columns"; }), {"'columns'", "'cells' or 'levels'"});
  expect_words(refused([](Settings& s) { s.end = s.start + -1; }), {"before it starts"});
  expect_words(refused([](Settings& s) { s.levels.values.clear(); }), {"'thetao' has levels"});
  expect_words(refused([](Settings& s) { s.levels.values.push_back(255); }),
               {"'thetao' has 7 values per cell", "should be 8"});
  expect_words(refused([](Settings& s) { s.variables[2].has_levels = false; }),
               {"'thetao' has 7", "should be 1"});
  if (n_server_ > 0)
    expect_words(refused([](Settings& s) { s.servers.transport = "pigeon"; }), {"'pigeon'", "direct"});
  if (n_server_ > 0 && !threads_may_share_mpi())
    expect_words(refused([](Settings& s) { s.servers.progress = "thread"; }), {"MPI_THREAD_MULTIPLE"});
  expect_words(refused([](Settings& s) { s.servers.n_server = 100; }), {"100 output servers"});
}

TEST_F(ArrayMistakes, InCellsAreReported) {
  expect_words(refused([](Settings& s, Decomposition& cells) { cells.n_global = s.n_cell = 158; }), {"157"});
  expect_words(refused([](Settings& s) { s.n_cell = 158; }), {"a grid of 157", "158"});
  expect_words(refused([](Settings&, Decomposition& cells) {
                 if (world().rank() == 0) cells.cells.push_back(cells.cells[0]);
               }),
               {"'lon'", "one per cell"});
  for (const bool has_positions : {true, false}) {
    const auto refused_cells = [&](const std::function<void(std::vector<std::int64_t>&)>& change) {
      return refused([&](Settings& s, Decomposition& cells) {
        if (!has_positions) s.positions.clear();
        if (world().rank() == 0) change(cells.cells);
      });
    };
    expect_words(refused_cells([](auto& cells) { cells[0] = Decomposition::no_cell; }),
                 {"belongs to one process", "held by no process"});
    expect_words(refused_cells([](auto& cells) { cells[0] = cells[2]; }), {"belongs to one process"});
    expect_words(refused_cells([](auto& cells) { std::ranges::replace(cells, -1, cells[0]); }),
                 {"belongs to one process", "twice"});
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

TEST_F(ArrayMistakes, LinesInTextsAreNone) {
  SmallModel model(world().rank(), n_compute(), computes());
  ArrayOutputSettings settings = model.settings(folder_.path());
  settings.servers.n_server = n_server_;
  settings.header.history = "one\ntwo";
  ArrayOutput output(world(), settings, model.decomposition());
  computes() ? output.close() : output.serve();
}

TEST_F(ArrayMistakes, OtherDatesOnOneRankAreReported) {
  if (n_compute() == 1) return;
  SmallModel model(world().rank(), n_compute(), computes());
  ArrayOutputSettings settings = model.settings(folder_.path());
  settings.servers.n_server = n_server_;
  ArrayOutput output(world(), settings, model.decomposition());
  if (!computes()) {
    EXPECT_EQ(message_of([&] { output.serve(); }), "");
    return;
  }
  const int hour = world().rank() == 0 ? 1 : 2;
  expect_words(message_of([&] { output.write(first_date + hour * 3600); }),
               {"on one process and at another date on another"});
  expect_words(message_of([&] { output.close(); }), {"on one process and at another date on another"});
}

TEST_F(ArrayMistakes, InCallsAreReported) {
  SmallModel model(world().rank(), n_compute(), computes());
  ArrayOutputSettings settings = model.settings(folder_.path());
  settings.servers.n_server = n_server_;
  ArrayOutput output(world(), settings, model.decomposition());
  EXPECT_EQ(output.is_server(), !computes());
  EXPECT_TRUE(output.is_due(first_date + 3600));
  EXPECT_FALSE(output.is_due(first_date + 1800));
  if (!computes()) {
    expect_words(message_of([&] { output.write(first_date); }), {"calls serve()"});
    expect_words(message_of([&] { output.close(); }), {"calls serve()"});
    EXPECT_EQ(message_of([&] { output.serve(); }), "");
    expect_words(message_of([&] { output.serve(); }), {"twice"});
    return;
  }
  expect_words(message_of([&] { output.serve(); }), {"processes are servers"});
  output.write(first_date + 3600);
  output.write(first_date + 1800);  // nothing is due
  const std::string late = message_of([&] { output.write(first_date); });
  expect_words(late, {"2001-02-03T06:00:00Z after 2001-02-03T07:00:00Z", "ascend"});
  EXPECT_EQ(message_of([&] { output.write(first_date + 7200); }), late);
  EXPECT_EQ(message_of([&] { output.close(); }), late);
  EXPECT_EQ(std::filesystem::exists(folder_.path() + "/surface.nc"), false);
  expect_words(message_of([&] { output.close(); }), {"closed twice"});
}

// A disk that is full in the midst of a run: the files keep what fits, and the next output is made.
TEST_F(ArrayMistakes, AFullDiskIsReportedAndTheProgramGoesOn) {
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  SmallModel model(world().rank(), n_compute(), computes());
  ArrayOutputSettings settings = model.settings(folder_.path());
  settings.servers.n_server = n_server_, settings.servers.slots = 1, settings.servers.memory = 1;
  std::string sentence;
  {
    ArrayOutput output(world(), settings, model.decomposition());
    const rlimit limit{20000, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    sentence = message_of([&] {
      if (output.is_server()) return output.serve();
      for (int hour = 0; hour <= 4; ++hour) output.write(first_date + hour * 3600);
    });
    if (computes()) {
      const std::string last = message_of([&] { output.close(); });
      EXPECT_TRUE(sentence.empty() || last == sentence) << sentence << "; " << last;
      sentence = last;
    }
    setrlimit(RLIMIT_FSIZE, &before);
  }
  expect_words(sentence, {"ocean.nc.part' failed", "make room"});
  EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/ocean.nc"));
  world().barrier();
  run_model(world(), folder_.path(), {n_server_});
  world().barrier();
  EXPECT_TRUE(std::filesystem::exists(folder_.path() + "/ocean.nc"));
}

}  // namespace
}  // namespace groundswell::test
