// SPDX-License-Identifier: Apache-2.0
// What a model learns of its output, and the output of the model: failures on one rank, what has been written
// and how long the rest will take.
#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include "comm/together.hpp"
#include "files/netcdf_reader.hpp"
#include "mistakes.hpp"

namespace groundswell::test {
namespace {

// Without servers, and with as many as the fixture has.
class ArrayNews : public ArrayMistakes {
 protected:
  std::vector<int> server_counts() const {
    return n_server_ > 0 ? std::vector{0, n_server_} : std::vector{0};
  }
  // Calls `work` on ranks that compute; the others serve. Collective.
  void run(int n_server, ArrayShare share, const std::function<void(ArrayOutput&, SmallModel&)>& work) {
    const int n_compute = world().size() - n_server;
    SmallModel model(world().rank(), n_compute, world().rank() < n_compute);
    ArrayOutputSettings settings = model.settings(folder_.path());
    settings.servers.n_server = n_server, settings.share = share;
    {
      ArrayOutput output(world(), settings, model.decomposition());
      if (output.is_server()) world().barrier();  // it is late
      output.is_server() ? output.serve() : work(output, model);
    }
    world().barrier();
  }
  bool is_first() const { return world().rank() == 0; }
};

TEST_F(ArrayNews, AFailureOfTheModelOnOneRankReachesAll) {
  for (const int n_server : server_counts()) {
    run(n_server, ArrayShare::cells, [&](ArrayOutput& output, SmallModel& model) {
      if (n_server > 0) world().barrier();
      const int last = world().size() - n_server - 1;
      model.set_values(0);
      bool has_worked = false;
      output.guard([&] { has_worked = true; });
      EXPECT_TRUE(has_worked);
      output.guard([&] { output.write(first_date); });
      const std::string said = message_of([&] {
        output.guard([&] {
          if (world().rank() == last) throw std::runtime_error("the sea is dry");
        });
      });
      EXPECT_EQ(said, "the sea is dry");
      // What was written is in the file already.
      EXPECT_EQ(NetcdfReader(folder_.path() + "/surface.nc.part").read<double>("time"), std::vector{0.0});
      for (const auto& call :
           {std::function<void()>([&] { output.write(first_date + 3600); }),
            std::function<void()>([&] { output.write_restart(first_date); }),
            std::function<void()>([&] { output.wait(); }), std::function<void()>([&] { output.close(); })})
        EXPECT_EQ(message_of(call), said);
    });
    EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/surface.nc"));
  }
}

// A rank fails and gives up waiting for the others, which come after all, by any call.
TEST_F(ArrayNews, ARankThatHasFailedAloneIsMetLater) {
  using Call = std::function<void(ArrayOutput&)>;
  const Call guard = [](ArrayOutput&output) { output.guard([] {}); },
             write = [](ArrayOutput&output) { output.write(first_date + 3600); },
             guarded_write = [&](ArrayOutput&output) { output.guard([&] { write(output); }); },
             restart = [](ArrayOutput&output) { output.write_restart(first_date); },
             wait = [](ArrayOutput&output) { output.wait(); },
             close = [](ArrayOutput&output) { output.close(); };
  for (const int n_server : server_counts()) {
    if (world().size() - n_server < 2) continue;
    for (const auto& [call, closes] :
         {std::pair(guard, false), std::pair(write, false), std::pair(guarded_write, false),
          std::pair(restart, false), std::pair(wait, false), std::pair(close, true)})
      run(n_server, ArrayShare::cells, [&](ArrayOutput& output, SmallModel&) {
        const std::string said = "the sea is dry";
        const bool is_alone = world().rank() == 1;
        const auto fail = [&] { throw std::runtime_error(said); };
        if (n_server > 0) world().barrier();
        output.write(first_date);
        if (is_alone) {
          EXPECT_EQ(message_of([&] { output.guard(fail, 0.01); }), said);
          EXPECT_EQ(message_of([&] { guard(output); }), said);
          EXPECT_EQ(message_of([&] { write(output); }), said);
        } else {
          std::this_thread::sleep_for(std::chrono::milliseconds(30));
          EXPECT_EQ(message_of([&] { call(output); }), said);
        }
        const std::string last = is_alone || !closes ? message_of([&] { close(output); }) : said;
        EXPECT_EQ(last, said);
      });
    EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/surface.nc"));
  }
}

TEST_F(ArrayNews, TheyAreTheSameWithServersAndWithout) {
  std::vector<std::string> first;
  for (const int n_server : server_counts())
    for (const ArrayShare share : {ArrayShare::cells, ArrayShare::files})
      run(n_server, share, [&](ArrayOutput& output, SmallModel& model) {
        model.set_values(0);
        output.write(first_date);
        EXPECT_EQ(output.backlog_seconds() > 0.0, n_server > 0 && is_first());
        if (n_server > 0) world().barrier();
        output.write_restart(first_date);
        for (int hour = 1; hour <= 4; ++hour) output.write(first_date + hour * 3600);
        output.wait();
        EXPECT_EQ(output.backlog_seconds(), 0.0);
        std::vector<std::string> said;
        for (const WrittenNews& news : output.take_news()) {
          std::string& line = said.emplace_back(news.line);
          EXPECT_EQ(news.is_restart, line.starts_with("restart "));
          for (const CompleteFile& file : news.complete)
            line += text(" [", file.name, ' ', file.first, ' ', file.last, ']');
        }
        EXPECT_TRUE(output.take_news().empty());
        output.close();
        const std::string report = output.report();
        EXPECT_EQ(report.find("servers wrote") != std::string::npos, n_server > 0) << report;
        if (!is_first() || (n_server > 1 && share == ArrayShare::files)) {
          EXPECT_EQ(said.size(), is_first() ? 1u + 5u + 3u : 0u);  // a line of each server
          return;
        }
        if (first.empty()) first = said;
        EXPECT_EQ(said, first);
      });
  if (!is_first()) return;
  ASSERT_EQ(first.size(), 6u);
  EXPECT_EQ(first[0], "wrote 2001-02-03T06:00:00Z into surface.nc, ocean.nc");
  expect_words(first[1], {"small_20010203T060000Z.nc (", "all output up to 2001-02-03T06:00:00Z is on disk",
                          "[small_20010203T060000Z.nc 2001-02-03T06:00:00Z"});
  EXPECT_EQ(first[2], "wrote 2001-02-03T07:00:00Z into surface.nc");
  expect_words(first[5], {"[surface.nc 2001-02-03T06:00:00Z 2001-02-03T10:00:00Z] [ocean.nc "});
}

}  // namespace
}  // namespace groundswell::test
