// SPDX-License-Identifier: Apache-2.0
// Progress: when and where it is shown, with a clock that the test advances. Also the table of the runs of a
// job.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "run/progress.hpp"
#include "run/run_report.hpp"
#include "support/parallel_world.hpp"

namespace groundswell {
namespace {

std::vector<std::string> lines_of(const std::string& all) {
  std::vector<std::string> lines;
  std::istringstream in(all);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string scratch_log() {
  const std::filesystem::path path = std::filesystem::temp_directory_path() /
                                     text("progress_", ::getpid(), "_", test::world().rank(), ".log");
  std::filesystem::remove(path);
  return path;
}

std::string content_of_log(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream all;
  all << in.rdbuf();
  std::filesystem::remove(path);
  return all.str();
}

// One day in steps of an hour, each of which takes `seconds_per_hour`: the lines on the console and in the
// file.
struct Day {
  std::vector<std::string> shown, noted;

  explicit Day(double seconds_per_hour) {
    std::ostringstream console;
    const std::string path = scratch_log();
    const Log log(console);
    log.open_file(path);
    const DateTime start = DateTime::parse("2000-01-01", Calendar::day360);
    double clock = 1000.0;
    RunProgress progress(log, start, start + 86400, [&] { return clock; });
    for (int hour = 1; hour <= 24; ++hour) {
      clock += seconds_per_hour;
      progress.say(start + 3600 * hour, hour, text(hour, " m"));
    }
    progress.show_last();
    progress.show_last();
    shown = lines_of(console.str());
    noted = lines_of(content_of_log(path));
  }
};

TEST(RunProgress, IsInTheFileByTheHourAndOnTheConsoleByTheClock) {
  for (const auto& [seconds, n_shown] : {std::pair{0.0, 1}, {0.4, 1}, {3.0, 6}, {10.0, 24}, {1000.0, 24}}) {
    const Day day(seconds);
    EXPECT_EQ(day.noted.size(), 24) << seconds;
    EXPECT_EQ(day.shown.size(), n_shown) << seconds;
    EXPECT_TRUE(day.shown.back().starts_with("2000-01-02T00:00:00Z  step     24"));
  }
  const Day day(3.0);  // at 12 s, 24 s and so on: every fourth hour
  EXPECT_TRUE(day.shown.front().starts_with("2000-01-01T04:00:00Z"));
  EXPECT_NE(day.shown.front().find("days/day     1:00 left  highest 4 m"), std::string::npos) << day.shown[0];
  EXPECT_NE(day.noted.front().find("2000-01-01T01:00:00Z"), std::string::npos);
}

TEST(Log, PassingLinesAreForTerminalsAndLeaveNothing) {
  std::ostringstream file, terminal;
  const Log to_file(file, "warning: ", "a: "), to_terminal(terminal, "warning: ", "a: ", true);
  for (const Log* log : {&to_file, &to_terminal}) {
    log->pass("1 %");
    log->pass("2 %");
    log->info("done");
    log->info("end");
  }
  EXPECT_EQ(file.str(), "a: done\na: end\n");
  EXPECT_EQ(terminal.str(), "\r\033[Ka: 1 %\r\033[Ka: 2 %\r\033[Ka: done\na: end\n");
}

TEST(RunReport, IsALineOfATableWhoseColumnsAlign) {
  std::vector<RunReport> reports(3);
  reports[0] = {"été.yaml",
                "complete",
                "2000-01-01T00:00:00Z",
                "2000-01-02T00:00:00Z",
                144,
                3725.4,
                "2.34 m at 157.1E 69.4S, 2000-01-02T00:00:00Z",
                "out",
                {7, 2.5e6, ""}};
  reports[1] = {"coast: coast.yaml",
                "to go on",
                "2000-01-01T00:00:00Z",
                "2000-01-01T06:00:00Z",
                36,
                0.2,
                "1.00 m at 1.0E 1.0N, 2000-01-01T06:00:00Z",
                "out/coast",
                {1, 1000.0, ""}};
  reports[2] = {"coast: bay: bay.yaml", "did not begin", "", "", 0, 0.0, "", "", {}};
  const std::vector<std::string> lines = format_reports(reports);
  ASSERT_EQ(lines.size(), 4);
  const std::string dates = "  2000-01-01T00:00:00Z  2000-01-0";
  EXPECT_EQ(lines[0],
            "run                   state          from                  to                    steps  "
            "time     highest sea                                   output");
  EXPECT_EQ(lines[1], "été.yaml              complete     " + dates +
                          "2T00:00:00Z  144    1:02:05  2.34 m at 157.1E "
                          "69.4S, 2000-01-02T00:00:00Z  7 files, 2.50 MB in out");
  EXPECT_EQ(lines[2], "coast: coast.yaml     to go on     " + dates +
                          "1T06:00:00Z  36     0:00     1.00 m at 1.0E "
                          "1.0N, 2000-01-01T06:00:00Z     1 file, 1.00 kB in out/coast");
  EXPECT_EQ(lines[3],
            "coast: bay: bay.yaml  did not begin  -                     -                     -      "
            "-        -                                             -");
}

TEST(RunReport, OfAllRanksAreGatheredInTheirOrder) {
  const Communicator& world = test::world();
  std::vector<RunReport> mine;  // none on rank 0, one on rank 1, none on rank 2, ...
  if (world.rank() % 2 == 1)
    mine.push_back({text("run\n", world.rank()),
                    "a\t\"b\"",
                    "x",
                    "y",
                    world.rank(),
                    0.1 * world.rank(),
                    "not UTF-8: \xff",
                    "f",
                    {3, 1e10, "list"}});
  const std::vector<RunReport> all = gather_reports(world, mine);
  ASSERT_EQ(all.size(), world.rank() == 0 ? std::size_t(world.size() / 2) : 0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const int rank = 2 * int(i) + 1;
    EXPECT_EQ(all[i].run, text("run\n", rank));
    EXPECT_EQ(all[i].state, "a\t\"b\"");
    EXPECT_EQ(all[i].n_step, rank);
    EXPECT_EQ(all[i].seconds, 0.1 * rank);
    EXPECT_EQ(all[i].files.bytes, 1e10);
  }
}

}  // namespace
}  // namespace groundswell
