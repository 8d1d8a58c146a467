// SPDX-License-Identifier: Apache-2.0
// Output through its C interface: errors are returned as a code and a message, no process waits forever, and
// the program continues.
#include <gtest/gtest.h>

#include "output_c_model.hpp"

namespace groundswell::test {
namespace {

TEST_F(OutputC, WritesWithServersAndWithout) {
  for (const int n_server : {0, 1}) {
    if (n_server >= world().size()) continue;
    const std::string file = path(std::to_string(n_server) + ".nc");
    Model model(n_server);
    bool is_server = false, is_due = false;
    expect_ok(groundswell_output_is_server(model.id, &is_server));
    EXPECT_EQ(is_server, !model.computes());
    model.give_all(file);
    expect_ok(groundswell_output_set_share(model.id, n_server ? "levels" : "cells"));
    expect_ok(groundswell_output_open(model.id));
    expect_ok(groundswell_output_is_due(model.id, 0, &is_due));
    EXPECT_FALSE(is_due);
    expect_ok(groundswell_output_is_due(model.id, 7200, &is_due));
    EXPECT_TRUE(is_due);
    if (is_server) expect_ok(groundswell_output_serve(model.id));
    for (int hour = 0; hour <= 4 && !is_server; ++hour) {
      model.set_values(hour);
      expect_ok(groundswell_output_write(model.id, hour * 3600));
      expect_ok(groundswell_output_progress(model.id));
    }
    expect_ok(groundswell_output_close(model.id));
    run_on_root(world(), 0, [&] {
      const NetcdfReader reader(file);
      EXPECT_EQ(reader.text_attribute("time", "calendar"), "360_day");
      EXPECT_EQ(reader.read<double>("time"), (std::vector<double>{3600, 7200, 10800}));
      const auto lon = reader.read<double>("lon"), zos = reader.read<double>("zos");
      const auto so = reader.read<float>("so");
      ASSERT_EQ(so.size(), std::size_t(3 * n_level * n_cell));
      for (std::size_t k = 0; k < so.size(); ++k) {
        const auto cell = k % n_cell, level = k / n_cell % n_level, record = k / n_cell / n_level;
        EXPECT_EQ(lon[cell], double(cell));
        EXPECT_EQ(zos[record * n_cell + cell], 100.0 * double(record + 1) + double(cell));
        EXPECT_EQ(so[k], float(100.0 * double(record + 1) + double(cell) + 0.25 * double(level)));
      }
    });
  }
}

TEST_F(OutputC, WritesRestarts) {
  for (const int n_server : {0, 1}) {
    if (n_server >= world().size()) continue;
    Model model(n_server);
    std::vector<std::int32_t> mask(model.cells.size());
    model.give_all(path("restarts.nc"));
    expect_ok(groundswell_output_add_variable(model.id, "mask", "", "", "", mask.data(), 4, false));
    expect_ok(groundswell_output_set_integers(model.id, "mask"));
    expect_words(refused(groundswell_output_set_integers(model.id, "bask")), {"'bask'", "not added before"});
    const std::string name = path("state" + std::to_string(n_server));
    expect_ok(groundswell_output_set_restart(model.id, name.c_str(), "zos mask"));
    expect_ok(groundswell_output_open(model.id));
    for (int hour = 1; hour <= 2 && model.computes(); ++hour) {
      model.set_values(hour);
      for (std::size_t i = 0; i < mask.size(); ++i) mask[i] = 2000000000 + int(model.cells[i]);
      expect_ok(groundswell_output_write(model.id, hour * 3600));
    }
    if (model.computes()) {
      expect_ok(groundswell_output_write_restart(model.id, 3 * 3600 - 1));
      mask.assign(mask.size(), 0);
    }
    expect_ok(groundswell_output_close(model.id));
    run_on_root(world(), 0, [&] {
      const NetcdfReader reader(name + "_20010203T025959Z.nc");
      const auto zos = reader.read<double>("zos"), numbers = reader.read<double>("mask");
      ASSERT_EQ(numbers.size(), std::size_t(n_cell));
      for (std::size_t cell = 0; cell < numbers.size(); ++cell) {
        EXPECT_EQ(numbers[cell], 2000000000.0 + double(cell));
        EXPECT_EQ(zos[cell], 200.0 + double(cell));
      }
      EXPECT_FALSE(reader.has_variable("so"));
    });
  }
}

TEST_F(OutputC, CallsAtTheWrongTimeAreRefused) {
  for (const int id : {0, -3, 1000000}) {
    expect_words(refused(groundswell_output_write(id, 0)), {"there is no output", "_create"});
    expect_words(refused(groundswell_output_close(id)), {"there is no output"});
  }
  Model model(0);
  expect_words(refused(groundswell_output_write(model.id, 0)), {"is not open"});
  expect_words(refused(groundswell_output_add_file(model.id, "a.nc", "zos", 3600, 0, -1)),
               {"before the run", "set_run"});
  expect_words(refused(groundswell_output_add_position(model.id, "lon", "", "", "", nullptr)),
               {"'lon'", "before the cells"});
  expect_words(refused(groundswell_output_add_variable(model.id, "so", "", "", "", nullptr, 4, true)),
               {"'so'", "before the levels"});
  model.give_all(path("calls.nc"));
  expect_words(refused(groundswell_output_set_run(model.id, "2001-02-03", nullptr, 1)), {"twice"});
  expect_ok(groundswell_output_open(model.id));
  expect_words(refused(groundswell_output_open(model.id)), {"is open"});
  expect_words(refused(groundswell_output_set_share(model.id, "levels")), {"is open", "before"});
  expect_words(refused(groundswell_output_serve(model.id)), {"a process that computes"});
  expect_words(refused(groundswell_output_write_restart(model.id, 0)), {"restarts have no variable"});
  expect_words(refused(groundswell_output_is_due(model.id, 0, nullptr)), {"null pointer"});
  expect_ok(groundswell_output_close(model.id));
  expect_words(refused(groundswell_output_close(model.id)), {"there is no output"});
}

TEST_F(OutputC, WrongSettingsAreRefused) {
  EXPECT_EQ(groundswell_output_create(MPI_COMM_NULL, 0), -1);
  expect_words(groundswell_output_error(), {"MPI_COMM_NULL"});
  EXPECT_EQ(groundswell_output_create(world().handle(), world().size()), -1);
  expect_words(groundswell_output_error(), {"at least one must compute"});
  Model model(0);
  expect_words(refused(groundswell_output_set_run(model.id, "2001-02-31", nullptr, 1)), {"2001-2-31"});
  expect_words(refused(groundswell_output_set_share(model.id, "columns")), {"'columns'", "cells, levels"});
  expect_words(refused(groundswell_output_set_run(model.id, "2001-02-03", "mayan", 1)), {"mayan"});
  expect_words(refused(groundswell_output_set_cells(model.id, n_cell, -1, nullptr)), {"-1 cells"});
  expect_words(refused(groundswell_output_set_cells(model.id, n_cell, 3, nullptr)), {"null pointer"});
  expect_words(refused(groundswell_output_set_levels(model.id, 0, nullptr, "", "", true)), {"0 levels"});
  model.give_all("/nowhere/a.nc");
  expect_words(refused(groundswell_output_open(model.id)), {"/nowhere", "does not exist"});
  expect_ok(groundswell_output_close(model.id));
}

TEST_F(OutputC, AnOutputThatFailedIsClosedWithItsSentence) {
  const int n_server = world().size() > 1 ? 1 : 0;
  Model model(n_server);
  model.give_all(path("failed.nc"));
  expect_ok(groundswell_output_open(model.id));
  if (model.computes()) {
    expect_ok(groundswell_output_write(model.id, 3600));
    const std::string sentence = refused(groundswell_output_write(model.id, 3600));
    expect_words(sentence, {"dates must ascend"});
    EXPECT_EQ(refused(groundswell_output_close(model.id)), sentence);
  } else {
    expect_ok(groundswell_output_serve(model.id));
    expect_ok(groundswell_output_close(model.id));
  }
  world().barrier();
  EXPECT_TRUE(std::filesystem::exists(path("failed.nc.part")));
  EXPECT_FALSE(std::filesystem::exists(path("failed.nc")));
}

TEST_F(OutputC, AFailureOfTheModelIsOneOfAll) {
  for (const int n_server : {0, 1}) {
    if (n_server >= world().size()) continue;
    Model model(n_server);
    model.give_all(path("agreed.nc"));
    expect_ok(groundswell_output_open(model.id));
    double backlog = -1.0;
    expect_ok(groundswell_output_backlog(model.id, &backlog));
    EXPECT_EQ(backlog, 0.0);
    if (model.computes()) {
      expect_ok(groundswell_output_agree(model.id, nullptr));
      expect_ok(groundswell_output_write(model.id, 3600));
      expect_ok(groundswell_output_wait(model.id));
      const std::string first = world().rank() == 0 ? "wrote 2001-02-03T01:00:00Z into agreed.nc" : "";
      EXPECT_EQ(groundswell_output_news(model.id), first);
      EXPECT_STREQ(groundswell_output_news(model.id), "");
      const bool fails = world().rank() == model.n_compute - 1;
      const std::string sentence = refused(groundswell_output_agree(model.id, fails ? "the sea is dry" : ""));
      EXPECT_EQ(sentence, "the sea is dry");
      EXPECT_EQ(refused(groundswell_output_write(model.id, 7200)), sentence);
      EXPECT_EQ(refused(groundswell_output_close(model.id)), sentence);
    } else {
      expect_words(refused(groundswell_output_agree(model.id, nullptr)), {"a server may only serve"});
      expect_ok(groundswell_output_close(model.id));
    }
    world().barrier();
    EXPECT_FALSE(std::filesystem::exists(path("agreed.nc")));
    EXPECT_EQ(NetcdfReader(path("agreed.nc.part")).read<double>("time"), std::vector{3600.0});
    world().barrier();
  }
  EXPECT_STREQ(groundswell_output_news(4711), "");
  expect_words(groundswell_output_error(), {"there is no output 4711"});
}

TEST_F(OutputC, AServersErrorIsSaidByItsCloseToo) {
  if (world().size() == 1) return;
  Model model(1);
  const std::string file = path("taken.nc");
  model.give_all(file);
  expect_ok(groundswell_output_open(model.id));
  if (world().rank() == 0) std::filesystem::create_directory(file);
  if (model.computes()) {
    expect_words(refused(groundswell_output_close(model.id)), {"taken.nc"});
    return;
  }
  const std::string sentence = refused(groundswell_output_serve(model.id));
  expect_words(sentence, {"taken.nc"});
  expect_words(refused(groundswell_output_serve(model.id)), {"twice"});
  EXPECT_EQ(refused(groundswell_output_close(model.id)), sentence);
}

TEST_F(OutputC, ASettingThatOneProcessRefusesIsAnErrorOfAll) {
  Model model(0);
  const bool is_last = world().rank() == world().size() - 1;
  if (is_last)
    expect_words(refused(groundswell_output_set_levels(model.id, 0, nullptr, "", "", true)), {"0 levels"});
  model.give_all(path("one.nc"));
  const int code = groundswell_output_open(model.id);
  if (world().size() == 1)  // the only rank has already got the error
    expect_ok(code);
  else
    expect_words(refused(code), {"refused on some processes alone: 0 levels"});
  expect_ok(groundswell_output_close(model.id));
}

TEST_F(OutputC, SomeWhoOpenAndOthersWhoCloseAllHearOfIt) {
  if (world().size() == 1) return;
  for (const bool knows : {false, true}) {
    Model model(0);
    model.give_all(path("some.nc"));
    const bool is_first = world().rank() == 0;
    if (is_first && knows)
      expect_words(refused(groundswell_output_set_cells(model.id, 1, -1, nullptr)), {"-1 cells"});
    expect_words(refused(is_first ? groundswell_output_close(model.id) : groundswell_output_open(model.id)),
                 {knows ? "alone: -1 cells" : "by some processes, but closed by others"});
    if (!is_first) expect_ok(groundswell_output_close(model.id));
  }
  Model model(0);  // all ranks close
  expect_ok(groundswell_output_close(model.id));
}

// Those who compute close in another order than that in which servers are asked to serve.
TEST_F(OutputC, NumbersBeyondAllDatesAndCellsAreRefused) {
  Model model(0);
  expect_words(refused(groundswell_output_set_run(model.id, "2001-02-03", nullptr, INT64_MAX)), {"no date"});
  expect_ok(groundswell_output_set_run(model.id, "2001-02-03", nullptr, 3600));
  for (const std::int64_t seconds : {INT64_MAX, INT64_MAX - 5}) {
    expect_words(refused(groundswell_output_add_file(model.id, "a.nc", "zos", 3600, seconds, -1)),
                 {"no date"});
    expect_words(refused(groundswell_output_set_go_on(model.id, seconds)), {"no date"});
  }
  expect_ok(groundswell_output_close(model.id));
  const std::uint8_t mask = 1;
  constexpr std::int64_t many = std::int64_t(1) << 32;
  expect_words(refused(groundswell_output_wet_cells(many, many, &mask, 8, false, 0, 1, 0, 1, nullptr, nullptr,
                                                    nullptr)),
               {"4294967296 x 4294967296"});
}

TEST_F(OutputC, LandIsLeftOut) {
  const std::vector<std::uint8_t> wet{0, 0, 0, 0, 0, 0,   //
                                      0, 1, 0, 0, 0, 0,   //
                                      0, 0, 0, 0, 0, 0};  // 6 x 3
  std::vector<std::int64_t> numbers(6);
  std::int64_t n = 0;
  double saved = 0.0;
  expect_ok(groundswell_output_wet_cells(6, 3, wet.data(), 8, false, 1, 4, 0, 2, numbers.data(), &n, &saved));
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{1, 2, -1, 4, 5, -1}));
  EXPECT_EQ(n, 9);
  EXPECT_DOUBLE_EQ(saved, 0.5);
  expect_ok(groundswell_output_wet_cells(6, 3, wet.data(), 4, false, 0, 0, 0, 0, nullptr, &n, nullptr));
  EXPECT_EQ(n, 5);
  expect_words(
      refused(groundswell_output_wet_cells(6, 3, nullptr, 8, false, 0, 6, 0, 3, nullptr, &n, &saved)),
      {"the mask is a null pointer"});
  expect_words(refused(groundswell_output_wet_cells(6, 3, wet.data(), 5, false, 0, 6, 0, 3, numbers.data(),
                                                    &n, &saved)),
               {"5 neighbours"});
}

}  // namespace
}  // namespace groundswell::test
