// SPDX-License-Identifier: Apache-2.0
// Mistakes made after output has been opened, or when it is continued, are reported on all ranks; correct
// values stay in the files.
#include <gtest/gtest.h>

#include <functional>
#include <initializer_list>

#include "comm/together.hpp"
#include "mistakes.hpp"
#include "support/file_size_limit.hpp"

namespace groundswell::test {
namespace {

TEST_F(ArrayMistakes, LinesInTextsAreNone) {
  SmallModel model(world().rank(), n_compute(), computes());
  ArrayOutputSettings settings = settings_of(model);
  settings.header.history = "one\ntwo";
  ArrayOutput output(world(), settings, model.decomposition());
  computes() ? output.close() : output.serve();
}

TEST_F(ArrayMistakes, OtherDatesOnOneRankAreReported) {
  if (n_compute() == 1) return;
  SmallModel model(world().rank(), n_compute(), computes());
  ArrayOutputSettings settings = settings_of(model);
  ArrayOutput output(world(), settings, model.decomposition());
  if (!computes()) {
    EXPECT_EQ(message_of([&] { output.serve(); }), "");
    return;
  }
  const int hour = world().rank() == 0 ? 1 : 2;
  expect_words(message_of([&] { output.write(first_date + hour * 3600); }),
               {"on one process, and at another date or something else on another"});
  expect_words(message_of([&] { output.close(); }),
               {"on one process, and at another date or something else on another"});
}

TEST_F(ArrayMistakes, ADateThatWasLeftOutIsReported) {
  for (const int next : {7200, 5400}) {  // 5400 s is not due: only close() then reports the omission
    SmallModel model(world().rank(), n_compute(), computes());
    ArrayOutputSettings settings = settings_of(model);
    ArrayOutput output(world(), settings, model.decomposition());
    if (!computes()) {
      EXPECT_EQ(message_of([&] { output.serve(); }), "");
      continue;
    }
    output.write(first_date);
    const std::string said = message_of([&] { output.write(first_date + next); });
    const std::string last = message_of([&] { output.close(); });
    EXPECT_EQ(said, next == 7200 ? last : "");
    expect_words(last, {"the date 2001-02-03T07:00:00Z of '", "surface.nc' was left out"});
    EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/ocean.nc"));
  }
}

TEST_F(ArrayMistakes, ARestartOfAnotherDateIsReported) {
  const auto said = [&](const std::function<void(ArrayOutput&)>& call, bool has_restarts = true) {
    SmallModel model(world().rank(), n_compute(), computes());
    ArrayOutputSettings settings = settings_of(model);
    if (!has_restarts) settings.restart = {};
    ArrayOutput output(world(), settings, model.decomposition());
    if (!computes()) {
      expect_words(message_of([&] { output.write_restart(first_date); }), {"a server may only serve"});
      output.serve();
      return std::string();
    }
    output.write(first_date);
    const std::string sentence = message_of([&] { call(output); });
    EXPECT_EQ(message_of([&] { output.close(); }), has_restarts ? sentence : "");
    return sentence;
  };
  const auto expect = [&](const std::string& sentence, std::initializer_list<const char*> words) {
    if (computes()) expect_words(sentence, words);
  };
  expect(said([](ArrayOutput& output) { output.write_restart(first_date + 3600); }),
         {"the date 2001-02-03T07:00:00Z of '", "surface.nc' was left out"});
  expect(said([](ArrayOutput& output) { output.write_restart(first_date + -1); }),
         {"a restart was written at 2001-02-03T05:59:59Z after 2001-02-03T06:00:00Z"});
  expect(said([](ArrayOutput& output) { output.write_restart(first_date); }, false), {"have no variable"});
  if (n_compute() > 1)
    expect(said([](ArrayOutput& output) { output.write_restart(first_date + world().rank() % 2); }),
           {"on one process, and at another date or something else on another"});
  if (n_compute() > 1)
    expect(said([](ArrayOutput& output) {
             const bool is_last = world().rank() % 2 == 1;
             is_last ? output.write(first_date + 3600) : output.write_restart(first_date + 3600);
           }),
           {"on one process, and at another date or something else on another"});
  world().barrier();
  EXPECT_FALSE(std::filesystem::exists(folder_.path() + restart_name));
}

// The disk is full when a restart is written: nothing of it is left, and the files keep what they had.
TEST_F(ArrayMistakes, ARestartThatFailsLeavesNothing) {
  for (const ArrayShare share : {ArrayShare::cells, ArrayShare::files}) {
    SmallModel model(world().rank(), n_compute(), computes());
    ArrayOutputSettings settings = settings_of(model);
    settings.files.resize(1), settings.share = share;
    const std::string name = folder_.path() + "/small_20010203T060000Z.nc";
    {
      ArrayOutput output(world(), settings, model.decomposition());
      const test::FileSizeLimit limit(10000);
      std::string sentence = message_of([&] {
        if (output.is_server()) return output.serve();
        output.write(first_date);
        output.write_restart(first_date);
      });
      if (computes()) {
        const std::string last = message_of([&] { output.close(); });
        EXPECT_TRUE(sentence.empty() || last == sentence) << sentence << "; " << last;
        sentence = last;
      }
      // With whole files the last server alone fails.
      if (computes() || share == ArrayShare::cells || world().rank() == world().size() - 1)
        expect_words(sentence, {"small_20010203T060000Z.nc.part' failed", "(ulimit -f)"});
      else
        EXPECT_EQ(sentence, "");
    }
    world().barrier();
    EXPECT_FALSE(std::filesystem::exists(name));
    EXPECT_FALSE(std::filesystem::exists(name + ".part"));
    // Another server may have finished its file before it could learn of the failure.
    const bool has_name = std::filesystem::exists(folder_.path() + "/surface.nc");
    EXPECT_NE(std::filesystem::exists(folder_.path() + "/surface.nc.part"), has_name);
    EXPECT_TRUE(!has_name || (share == ArrayShare::files && n_server_ > 1));
    world().barrier();
  }
}

TEST_F(ArrayMistakes, WhereOneFileCannotGoOnNoneIsChanged) {
  const std::string surface = folder_.path() + "/surface.nc", ocean = folder_.path() + "/ocean.nc";
  run_model(world(), folder_.path(), {n_server_});
  world().barrier();
  const std::string before = read_bytes(surface);
  const auto refused_to_go_on = [&](const std::function<void(Settings&)>& change) {
    const std::string said = refused([&](Settings& s) {
      s.goes_on_from = s.start + 3600;
      change(s);
    });
    EXPECT_TRUE(read_bytes(surface) == before);
    EXPECT_FALSE(std::filesystem::exists(surface + ".part"));
    world().barrier();
    return said;
  };
  expect_words(refused_to_go_on([](Settings& s) { s.files[1].variables.pop_back(); }), {"ocean.nc", "'zos'"});
  expect_words(refused_to_go_on([&](Settings& s) {
                 for (double& lon : s.positions[0].values) lon += 1.0;
               }),
               {"surface.nc", "values of 'lon' are not those of this run"});
  expect_words(refused_to_go_on([](Settings& s) { s.files[1].interval = 1800; }),
               {"ocean.nc", "dates up to"});
  run_on_root(world(), 0, [&] { std::filesystem::rename(ocean, ocean + ".aside"); });
  expect_words(refused_to_go_on([](Settings&) {}), {"ocean.nc"});
  run_on_root(world(), 0, [&] { std::filesystem::rename(ocean + ".aside", ocean); });
  run_model(world(), folder_.path(), {n_server_}, 1, 4);
  world().barrier();
  EXPECT_TRUE(read_bytes(surface) == before);
}

TEST_F(ArrayMistakes, AFileThatCannotGetItsNameKeepsItFromNoOther) {
  SmallModel model(world().rank(), n_compute(), computes());
  ArrayOutputSettings settings = settings_of(model);
  {
    ArrayOutput output(world(), settings, model.decomposition());
    if (world().rank() == 0) std::filesystem::create_directory(folder_.path() + "/surface.nc");
    const std::string said = message_of([&] { computes() ? output.close() : output.serve(); });
    expect_words(said, {"surface.nc"});
  }
  world().barrier();
  EXPECT_TRUE(std::filesystem::is_regular_file(folder_.path() + "/ocean.nc"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/ocean.nc.part"));
  EXPECT_TRUE(std::filesystem::exists(folder_.path() + "/surface.nc.part"));
}

TEST_F(ArrayMistakes, InCallsAreReported) {
  SmallModel model(world().rank(), n_compute(), computes());
  ArrayOutputSettings settings = settings_of(model);
  ArrayOutput output(world(), settings, model.decomposition());
  EXPECT_EQ(output.is_server(), !computes());
  EXPECT_TRUE(output.is_due(first_date + 3600));
  EXPECT_FALSE(output.is_due(first_date + 1800));
  if (!computes()) {
    expect_words(message_of([&] { output.write(first_date); }), {"a server may only serve"});
    expect_words(message_of([&] { output.close(); }), {"a server may only serve"});
    EXPECT_EQ(message_of([&] { output.serve(); }), "");
    expect_words(message_of([&] { output.serve(); }), {"twice"});
    return;
  }
  expect_words(message_of([&] { output.serve(); }), {"processes are servers"});
  output.write(first_date);
  output.write(first_date + 3600);
  output.write(first_date + 1800);  // nothing is due
  const std::string late = message_of([&] { output.write(first_date); });
  expect_words(late, {"2001-02-03T06:00:00Z after 2001-02-03T07:00:00Z", "ascend"});
  EXPECT_EQ(message_of([&] { output.write(first_date + 7200); }), late);
  EXPECT_EQ(message_of([&] { output.close(); }), late);
  EXPECT_EQ(std::filesystem::exists(folder_.path() + "/surface.nc"), false);
  expect_words(message_of([&] { output.close(); }), {"closed twice"});
}

// A disk fills up during a run: all ranks get the message, and a later run can write the files.
TEST_F(ArrayMistakes, AFullDiskIsReportedAndTheProgramGoesOn) {
  SmallModel model(world().rank(), n_compute(), computes());
  ArrayOutputSettings settings = settings_of(model);
  settings.servers.transport.n_slot = 1, settings.servers.memory = 1;
  std::string sentence;
  {
    ArrayOutput output(world(), settings, model.decomposition());
    const test::FileSizeLimit limit(20000);
    sentence = message_of([&] {
      if (output.is_server()) return output.serve();
      for (int hour = 0; hour <= 4; ++hour) output.write(first_date + hour * 3600);
    });
    if (computes()) {
      const std::string last = message_of([&] { output.close(); });
      EXPECT_TRUE(sentence.empty() || last == sentence) << sentence << "; " << last;
      sentence = last;
    }
  }
  expect_words(sentence, {"ocean.nc.part' failed", "(ulimit -f)"});
  EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/ocean.nc"));
  world().barrier();
  run_model(world(), folder_.path(), {n_server_});
  world().barrier();
  EXPECT_TRUE(std::filesystem::exists(folder_.path() + "/ocean.nc"));
}

}  // namespace
}  // namespace groundswell::test
