// SPDX-License-Identifier: Apache-2.0
// Output by servers: the same files as without them, and what happens when either side fails.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/each_once.hpp"
#include "files/netcdf_reader.hpp"
#include "parallel/output/output_test_support.hpp"
#include "parallel/wave_output/served_sample.hpp"
#include "support/file_size_limit.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> product_names{"fields.nc", "lat_lon.nc", "points.nc", "spectra.nc"};

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

class ServedOutputTest : public testing::Test {
 protected:
  ServedOutputTest() : folder_(world(), "served") {}
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
  std::string make_folder(const std::string& name) {
    run_on_root(world(), 0, [&] { fs::create_directory(path(name)); });
    return path(name);
  }
  // Writes all files on a single rank, for comparison.
  void write_alone() {
    make_folder("alone");
    run_on_root(world(), 0, [&] {
      run_unserved(Communicator::self(), path("alone"), [&](ServedModel& model, RunOutput& output) {
        model.publish(output, 0, n_sample_date);
        output.finish();
        news_ = output.take_news();
      });
    });
  }
  void expect_same(const std::string& name) {
    run_on_root(world(), 0, [&] {
      EXPECT_EQ(names_in(path("alone")), names_in(path(name)));
      for (const std::string& file : names_in(path("alone")))
        EXPECT_TRUE(read_bytes(path("alone/" + file)) == read_bytes(path(name + "/" + file))) << file;
      fs::remove_all(path(name));
    });
  }

  TestFolder folder_;
  std::vector<WrittenNews> news_;  // of the run alone
};

// With half of all ranks as servers and all but one: together and by kinds, each by one of the transports.
std::vector<ServedWay> all_ways() {
  const int n = world().size();
  std::vector<int> splits;
  if (n > 1) splits = {n / 2, n - 1};
  keep_each_once(splits);
  std::vector<ServedWay> ways;
  for (const int n_server : splits)
    for (const ServerWork serve : {ServerWork::together, ServerWork::kinds}) {
      const bool is_direct = (ways.size() / 2 + ways.size()) % 2 == 0;
      ways.push_back({n_server, serve, is_direct ? "direct" : "primary", is_direct ? "calls" : "thread"});
    }
  return ways;
}

std::string text_of(const ServedWay& way) {
  return text(way.n_server, ' ', way.serve == ServerWork::kinds ? "kinds " : "together ", way.method, ' ',
              way.progress);
}

// Lines of the log; the folder has the same name in all of them.
std::vector<std::string> lines_of(const std::vector<WrittenNews>& news, const std::string& folder,
                                  bool of_restarts) {
  std::vector<std::string> lines;
  for (const WrittenNews& each : news) {
    if (each.is_restart != of_restarts) continue;
    std::string& line = lines.emplace_back(each.line);
    if (const std::size_t at = line.find(folder); at != std::string::npos)
      line.replace(at, folder.size(), "folder");
  }
  return lines;
}

TEST_F(ServedOutputTest, BytesAndNewsAreThoseWithoutServers) {
  write_alone();
  for (const ServedWay& way : all_ways()) {
    SCOPED_TRACE(text_of(way));
    run_served(
        world(), make_folder("served"), way,
        [&](ServedModel& model, RunOutput& output) {
          model.publish(output, 0, n_sample_date);
          output.finish();
          const std::string report = output.report();
          if (world().rank() != 0) return;
          expect_words(report, {"servers wrote 439 kB in ", " shipments waited for a slot; "});
          EXPECT_EQ(output.backlog_seconds(), 0.0);
          const std::vector<WrittenNews> news = output.take_news();
          const auto expect_lines = [&](bool of_restarts) {
            EXPECT_EQ(lines_of(news, path("served"), of_restarts),
                      lines_of(news_, path("alone"), of_restarts));
          };
          expect_lines(true);
          if (way.serve == ServerWork::together) expect_lines(false);
        },
        [](const auto& serve) { EXPECT_TRUE(serve()); });
    expect_same("served");
  }
}

TEST_F(ServedOutputTest, ARunThatLeavesGoesOnWithOtherServers) {
  if (world().size() == 1) return;
  write_alone();
  const std::string folder = make_folder("broken");
  run_served(
      world(), folder, {world().size() - 1},
      [](ServedModel& model, RunOutput& output) {
        model.publish(output, 0, 5);
        output.leave();
      },
      [](const auto& serve) { EXPECT_FALSE(serve()); });
  run_on_root(world(), 0, [&] {
    EXPECT_EQ(NetcdfReader(folder + "/points.nc.part").read<double>("time").size(), 5u);
    for (const std::string& name : product_names) EXPECT_FALSE(fs::exists(folder + "/" + name)) << name;
  });
  run_served(
      world(), folder, {(world().size() + 1) / 2, ServerWork::kinds},
      [](ServedModel& model, RunOutput& output) {
        model.publish(output, 4, n_sample_date);
        output.finish();
      },
      [](const auto& serve) { EXPECT_TRUE(serve()); }, sample_date(3));
  expect_same("broken");
}

// Fails when its fields should be updated.
class FailingSource final : public OutputSource {
 public:
  void update(const DateTime&, const std::vector<std::string>&) override { throw Error("the sea is dry"); }
  View<const float> field(std::string_view) const override { return {}; }
  void get_row(int, View<float>) const override {}
};

class FailingServers : public ServedOutputTest {
 protected:
  FailingServers() : way_{(world().size() + 1) / 3} {}
  // Publishes until there is a failure, and returns its sentence.
  static std::string publish_until_failure(ServedModel& model, RunOutput& output) {
    std::string said;
    for (int number = 0; number < n_sample_date && said.empty(); ++number)
      said = message_of([&] { model.publish(output, number, number + 1); });
    while (said.empty()) said = message_of([&] { output.guard([] {}); });
    return said;
  }
  // The compute ranks are the first ones.
  void expect_same_on_compute_ranks(const std::string& said) const {
    std::string first = said;
    world().broadcast(first, 0);
    EXPECT_EQ(said, world().rank() < world().size() - way_.n_server ? first : "");
  }
  std::size_t n_date(const std::string& name) const {
    return NetcdfReader(path(name)).read<double>("time").size();
  }

  ServedWay way_;
};

TEST_F(FailingServers, WriteWhatWasPublishedBeforeAComputeRankFails) {
  if (world().size() == 1) return;
  for (const ServerWork serve : {ServerWork::together, ServerWork::kinds}) {
    way_.serve = serve;
    std::string said;
    run_served(
        world(), make_folder("dry"), way_,
        [&](ServedModel& model, RunOutput& output) {
          FailingSource failing;
          model.publish(output, 0, 5);
          const bool fails = world().rank() == world().size() - way_.n_server - 1;
          said = message_of([&] {
            output.publish(sample_date(5), fails ? static_cast<OutputSource&>(failing) : model.source());
          });
          EXPECT_EQ(n_date("dry/points.nc.part"), 5u);
          EXPECT_EQ(n_date("dry/fields.nc.part"), 3u);
          EXPECT_EQ(said, "the sea is dry");
          output.leave();
        },
        [](const auto& serve) { EXPECT_FALSE(serve()); });
    expect_same_on_compute_ranks(said);
    world().barrier();  // servers have removed their locks
    run_on_root(world(), 0, [&] { fs::remove_all(path("dry")); });
  }
}

// Each later call throws the first sentence, too. No team waits for one that has failed, and no file gets its
// name.
TEST_F(FailingServers, WithAFullDiskSaySoOnAllComputeRanksInEachCall) {
  if (world().size() == 1) return;
  for (const ServerWork serve : {ServerWork::together, ServerWork::kinds}) {
    way_.serve = serve;
    std::string said;
    run_served(
        world(), make_folder("full"), way_,
        [&](ServedModel& model, RunOutput& output) {
          said = publish_until_failure(model, output);
          EXPECT_EQ(message_of([&] { output.publish(sample_date(6), model.source()); }), said);
          EXPECT_EQ(message_of([&] { output.guard([] {}); }), said);
          EXPECT_EQ(message_of([&] { output.finish(); }), said);
          expect_words(said, {".part' failed", "(ulimit -f)"});
          if (serve == ServerWork::together) expect_words(said, {"fields.nc"});
        },
        [&](const auto& serve) {
          const FileSizeLimit limit(fs::file_size(path("full/fields.nc.part")) + 20'000);
          EXPECT_FALSE(serve());
        });
    expect_same_on_compute_ranks(said);
    world().barrier();  // servers have removed their locks
    run_on_root(world(), 0, [&] {
      for (const std::string& name : product_names) EXPECT_FALSE(fs::exists(path("full/" + name))) << name;
      EXPECT_EQ(n_date("full/fields.nc.part"), 1u);
      fs::remove_all(path("full"));
    });
  }
}

TEST_F(FailingServers, KeepAllDatesOfAFileThatCannotGetItsName) {
  if (world().size() == 1) return;
  std::string said;
  run_served(
      world(), make_folder("taken"), way_,
      [&](ServedModel& model, RunOutput& output) {
        model.publish(output, 0, n_sample_date);
        if (world().rank() == 0) fs::create_directory(path("taken/fields.nc"));
        said = message_of([&] { output.finish(); });
        expect_words(said, {"fields.nc"});
      },
      [](const auto& serve) { EXPECT_FALSE(serve()); });
  expect_same_on_compute_ranks(said);
  run_on_root(world(), 0, [&] {
    EXPECT_EQ(n_date("taken/fields.nc.part"), 4u);
    for (const std::string name : {"lat_lon.nc", "points.nc"})
      EXPECT_TRUE(fs::exists(path("taken/" + name))) << name;
  });
}

// A run that goes on changes no file if one of them is not what it should be.
TEST_F(ServedOutputTest, AllFilesAreComparedBeforeAnyIsChanged) {
  const std::string folder = make_folder("other");
  run_unserved(world(), folder, [](ServedModel& model, RunOutput& output) { model.publish(output, 0, 5); });
  const auto contents = [&] {
    std::vector<std::string> all;
    for (const std::string& name : names_in(folder)) all.push_back(read_bytes(folder + "/" + name));
    return all;
  };
  std::vector<std::string> before;
  run_on_root(world(), 0, [&] {
    fs::copy_file(folder + "/points.nc.part", folder + "/spectra.nc.part",
                  fs::copy_options::overwrite_existing);
    before = contents();
  });
  const OutputSettings settings = served_settings(folder, {});
  const ServedModel model(world());
  const std::string said = message_of([&] {
    OutputWriter(served_products(world(), settings, model.part()), sample_header(), model.part(),
                 sample_date(3));
  });
  expect_words(said, {"spectra.nc"});
  run_on_root(world(), 0, [&] { EXPECT_TRUE(before == contents()); });
}

}  // namespace
}  // namespace groundswell::test
