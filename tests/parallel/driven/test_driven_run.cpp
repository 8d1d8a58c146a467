// SPDX-License-Identifier: Apache-2.0
// Runs whose steps the test makes: the same waves as those of `groundswell run`, whether the run has winds,
// currents, levels and ice of its own or is given them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "parallel/output/output_test_support.hpp"
#include "run/driven_run.hpp"
#include "run/job.hpp"
#include "support/file_size_limit.hpp"
#include "support/netcdf_file.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

namespace fs = std::filesystem;
using test::expect_words, test::message_of, test::NetcdfFile, test::TestFolder, test::world;

// Fields [part][point] of one date.
using Parts = std::vector<std::vector<double>>;

// Winds, currents, levels and ice that differ from date to date and from place to place.
void write_forcing(const fs::path& path) {
  NetcdfFile file(path);
  file.dimension("time", 5).dimension("latitude", 7).dimension("longitude", 12);
  file.variable("time", NC_DOUBLE, {"time"}).attribute("units", "hours since 2000-01-01 00:00");
  file.variable("latitude", NC_DOUBLE, {"latitude"}).attribute("units", "degrees_north");
  file.variable("longitude", NC_DOUBLE, {"longitude"}).attribute("units", "degrees_east");
  const std::vector<std::pair<const char*, const char*>> names{
      {"u10", "m s-1"}, {"v10", "m s-1"}, {"uo", "m s-1"}, {"vo", "m s-1"}, {"zos", "m"}, {"siconc", "1"}};
  for (const auto& [name, unit] : names)
    file.variable(name, NC_FLOAT, {"time", "latitude", "longitude"}).attribute("units", unit);
  std::vector<double> hours, lats, lons;
  for (int i = 0; i < 5; ++i) hours.push_back(0.5 * i);
  for (int i = 0; i < 7; ++i) lats.push_back(-90.0 + 30.0 * i);
  for (int i = 0; i < 12; ++i) lons.push_back(30.0 * i);
  file.put("time", hours).put("latitude", lats).put("longitude", lons);
  const auto put = [&](const char* name, auto value) {
    std::vector<double> values;
    for (const double t : hours)
      for (const double lat : lats)
        for (const double lon : lons) values.push_back(value(t, lat * degree, lon * degree));
    file.put(name, values);
  };
  put("u10", [](double t, double, double x) { return 12.0 + 4.0 * t + 3.0 * std::sin(x); });
  put("v10", [](double t, double y, double) { return -3.0 + 2.0 * t * t + 2.0 * std::cos(y); });
  put("uo", [](double t, double, double x) { return 0.3 * std::sin(x) * (1.0 + t); });
  put("vo", [](double t, double, double x) { return 0.2 * std::cos(x) * (1.0 + t * t); });
  put("zos", [](double t, double, double x) { return 0.5 * std::sin(x) + 0.2 * t; });
  put("siconc", [](double t, double y, double) { return std::clamp(0.5 * std::sin(y) + 0.1 * t, 0.0, 1.0); });
}

const std::string from_files = R"(
wind: {kind: file, files: [forcing.nc]}
current: {kind: file, files: [forcing.nc]}
water_level: {kind: file, files: [forcing.nc]}
ice: {kind: file, files: [forcing.nc]}
)";
const std::string coupled = R"(
wind: {kind: coupled}
current: {kind: coupled}
water_level: {kind: coupled}
ice: {kind: coupled}
)";
const std::vector<std::pair<std::string, std::string>> fields{
    {"wind", "uwnd"}, {"current", "ucur"}, {"water_level", "wlv"}, {"ice", "ice"}};

std::string write_case(const TestFolder& folder, const std::string& name, const std::string& forcing,
                       const std::string& more = "") {
  const fs::path path = fs::path(folder.path()) / (name + ".yaml");
  if (world().rank() == 0)
    std::ofstream(path) << "time: {start: 2000-01-01, end: 2000-01-01T02:00:00Z, step: 30 min}\n"
                        << "mesh: {kind: icosahedral, bisections: 2}\n"
                        << "spectrum: {directions: 12, frequencies: 12, first_frequency: 0.06 Hz}\n"
                        << "initial: {kind: jonswap, fetch: 300 km}\n"
                        << "output: {folder: " << (fs::path(folder.path()) / name).string()
                        << ", restart: {interval: 1 h}, fields: {interval: 30 min, names: [hs, uwnd, dp]}, "
                        << "lat_lon: {interval: 0}}\n"
                        << forcing << more;
  world().barrier();
  return path.string();
}

class Driven {
 public:
  explicit Driven(const std::string& file, const DrivenRunOptions& options = {},
                  const Communicator& ranks = world())
      : run(ranks.handle(), file, with_log(options)) {}

  // Of all cells of the mesh, by global index.
  Parts get_whole(const std::string& name, std::size_t n_part) {
    const Parts mine = get(name, n_part);
    Parts whole(n_part, std::vector<double>(std::size_t(run.grid().n_global)));
    for (std::size_t part = 0; part < n_part; ++part) {
      for (std::size_t i = 0; i < run.grid().n_point(); ++i)
        whole[part][std::size_t(run.grid().cells[i])] = mine[part][i];
      MPI_Allreduce(MPI_IN_PLACE, whole[part].data(), int(whole[part].size()), MPI_DOUBLE, MPI_SUM,
                    world().handle());
    }
    return whole;
  }
  Parts get(const std::string& name, std::size_t n_part) {
    Parts parts(n_part, std::vector<double>(run.grid().n_point()));
    run.get<double>(name, {parts.begin(), parts.end()});
    return parts;
  }
  void set(const std::string& name, const Parts& parts, const DateTime& date) {
    run.set<double>(name, {parts.begin(), parts.end()}, date);
  }
  // All that `other` has at its date; its cells lie on other ranks, as it knows where ice is.
  void set_all(Driven& other) {
    for (const auto& [taken, given] : fields) {
      Parts parts = other.get_whole(given, given[0] == 'u' ? 2 : 1);
      for (std::vector<double>& part : parts) {
        std::vector<double> mine;
        for (const std::int64_t cell : run.grid().cells) mine.push_back(part[std::size_t(cell)]);
        part = std::move(mine);
      }
      set(taken, parts, other.run.now());
    }
  }
  std::string checksum() const {
    const std::size_t at = said_->str().find("state checksum ");
    return at == std::string::npos ? "" : said_->str().substr(at, 31);
  }

 private:
  DrivenRunOptions with_log(DrivenRunOptions options) {
    options.log = Log(*said_);
    return options;
  }
  std::unique_ptr<std::ostringstream> said_ = std::make_unique<std::ostringstream>();

 public:
  DrivenRun run;
};

// The state checksum of the file's run by run_job(), as its log has it.
std::string make_whole_run(const std::string& file, const fs::path& folder, const RunStart& start = {}) {
  StopSignal signal;
  const Case all = read_case(file);
  testing::internal::CaptureStdout();
  run_job(all, world(), JobInfo{Stopwatch(), signal}, start);
  const std::string said = testing::internal::GetCapturedStdout();
  const std::size_t at = said.find("state checksum ");
  EXPECT_TRUE(world().rank() != 0 || at != std::string::npos) << said << folder;
  return at == std::string::npos ? "" : said.substr(at, 31);
}

TEST(DrivenRun, has_the_bits_of_a_whole_run_with_forcing_of_its_own_or_given) {
  const TestFolder folder(world(), "driven_bits");
  if (world().rank() == 0) write_forcing(fs::path(folder.path()) / "forcing.nc");
  world().barrier();
  const std::string whole = make_whole_run(write_case(folder, "whole", from_files), folder.path());
  Driven own(write_case(folder, "own", from_files)), given(write_case(folder, "given", coupled));
  given.set_all(own);
  while (!own.run.at_end()) {
    own.run.run_to(own.run.now() + own.run.step());
    given.set_all(own);
    given.run.run_to(own.run.now());
    EXPECT_EQ(given.get_whole("hs", 1), own.get_whole("hs", 1));
    const Parts force = own.get_whole("ufrs", 2);
    EXPECT_EQ(given.get_whole("ufrs", 2), force);
    EXPECT_NE(*std::ranges::max_element(force[1]), 0.0);
  }
  own.run.finish();
  given.run.finish();
  EXPECT_EQ(own.checksum(), whole);
  EXPECT_EQ(given.checksum(), whole);
}

// All fields of a wind that is the same everywhere, at a date.
void set_wind(Driven& driven, double east, const DateTime& date) {
  driven.set("wind", Parts(2, std::vector<double>(driven.run.grid().n_point(), east)), date);
}

const std::string coupled_wind = "wind: {kind: coupled}\n";

// Between two dates the values change linearly, after the last one they are held.
TEST(DrivenRun, values_are_held_after_the_last_date_and_linear_between_two) {
  const TestFolder folder(world(), "driven_linear");
  Driven driven(write_case(folder, "waves", coupled_wind));
  const DateTime start = driven.run.now();
  const auto has_wind = [&](double east) {
    const Parts wind = driven.get("uwnd", 2);
    for (const double value : wind[0]) EXPECT_FLOAT_EQ(float(value), float(east));
  };
  set_wind(driven, 10.0, start + (-3600));
  set_wind(driven, 8.0, start + 3600);
  has_wind(9.0);
  driven.run.run_to(start + 1800);
  has_wind(8.5);
  driven.run.run_to(start + 5400);
  has_wind(8.0);
  set_wind(driven, 20.0, driven.run.now());
  has_wind(8.0);  // the step that ended here felt the former one
  driven.run.run_to(start + 2 * 3600);
  has_wind(20.0);
}

// As programs have it that are built with -ffpe-trap or -ffast-math.
TEST(DrivenRun, neither_springs_traps_of_the_program_nor_takes_over_its_rounding) {
  const TestFolder folder(world(), "driven_floating_point");
  const auto run = [&](const std::string& name) {
    Driven driven(write_case(folder, name, coupled_wind, "current: {kind: constant, speed: 0.3 m s-1}\n"));
    set_wind(driven, 10.1, driven.run.now());
    driven.run.run_to(driven.run.period().end);
    driven.get("dp", 1);
    driven.run.finish();
    return driven.checksum();
  };
  const std::string expected = run("plain");
  std::fenv_t before;
  std::fegetenv(&before);
  std::fesetround(FE_UPWARD);
#ifdef __GLIBC__
  feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
#endif
  const std::string trapped = run("trapped");
  const int rounding = std::fegetround();
  std::fesetenv(&before);
  EXPECT_EQ(trapped, expected);
  EXPECT_EQ(rounding, FE_UPWARD);
}

TEST(DrivenRun, goes_on_from_its_restarts_on_other_ranks) {
  const TestFolder folder(world(), "driven_restart");
  const auto run = [&](const std::string& file, const RunStart& start, std::int64_t until,
                       const Communicator& ranks = world()) {
    Driven driven(file, {{}, start, {}}, ranks);
    set_wind(driven, 10.0, driven.run.now());
    driven.run.run_to(driven.run.period().begin + until);
    driven.run.finish();
    return driven.checksum();
  };
  const std::string whole = run(write_case(folder, "whole", coupled_wind), {}, 7200);
  const std::string file = write_case(folder, "driven", coupled_wind);
  const RunStart later{FolderStart::go_on, false, ""};
  EXPECT_EQ(run(file, {}, 1800), "");
  const bool is_one_of_some = world().rank() < (world().size() + 1) / 2;
  const Communicator some = world().split(is_one_of_some ? 0 : 1, world().rank());
  EXPECT_EQ(is_one_of_some ? run(file, later, 7200, some) : "", whole);
  world().barrier();
  EXPECT_EQ(run(file, {FolderStart::go_on, false, "2000-01-01T01:00:00Z"}, 7200), whole);
  EXPECT_EQ(whole.empty(), world().rank() > 0);
  expect_words(message_of([&] { run(file, later, 7200); }), {"reached its end"});
}

// A driven run keeps what the sources move, which a run that does not write it lacks and does not need.
TEST(DrivenRun, goes_on_from_a_whole_run_and_a_whole_run_from_it) {
  const TestFolder folder(world(), "driven_or_whole");
  const std::string file = write_case(folder, "waves", "wind: {kind: constant, speed: 12 m s-1}\n");
  const RunStart later{FolderStart::go_on, false, "2000-01-01T01:00:00Z"};
  const std::string whole = make_whole_run(file, folder.path());
  {
    Driven driven(file, {{}, later, {}});
    const Parts missing = driven.get("phioc", 1);
    for (const double value : missing[0]) EXPECT_EQ(value, 0.0);
    driven.run.run_to(driven.run.period().end);
    const Parts given = driven.get("phioc", 1);
    for (const double value : given[0]) EXPECT_GT(value, 0.0);
    driven.run.finish();
    EXPECT_EQ(driven.checksum(), whole);
  }
  {
    Driven driven(file);
    driven.run.run_to(driven.run.period().begin + 3600);
    driven.run.finish();
  }
  EXPECT_EQ(make_whole_run(file, folder.path(), later), whole);
}

TEST(DrivenRun, waits_for_values_of_its_date) {
  const TestFolder folder(world(), "driven_mistakes");
  Driven driven(write_case(folder, "waves", coupled_wind));
  DrivenRun& run = driven.run;
  const DateTime start = run.now();
  expect_words(message_of([&] { run.run_to(start + 1800); }),
               {"'wind' has no values of 2000-01-01T00:00:00Z"});
  set_wind(driven, 10.0, start + 1800);
  expect_words(message_of([&] { run.run_to(start + 1800); }), {"the first ones are of 2000-01-01T00:30:00Z"});
  expect_words(message_of([&] { set_wind(driven, 10.0, start); }), {"in the order of dates"});
}

// What was asked for cannot be done: a sentence on all ranks, and the run goes on.
// Asking for them changes nothing.
TEST(DrivenRun, has_no_fields_of_sources_that_are_off) {
  const TestFolder folder(world(), "driven_without_sources");
  Driven driven(write_case(folder, "waves", "wind: {kind: constant}\n", "physics: {enabled: false}\n"));
  for (const char* name : {"phioc", "tauox", "z0", "cdrag", "cha", "wind_input_rate", "ice"})
    expect_words(message_of([&] { driven.get(name, 1); }), {name, "no field"});
  driven.run.run_to(driven.run.period().end);
  driven.run.finish();
}

TEST(DrivenRun, refuses_dates_names_and_arrays_that_do_not_fit) {
  const TestFolder folder(world(), "driven_names");
  Driven driven(write_case(folder, "waves", coupled_wind));
  DrivenRun& run = driven.run;
  const DateTime start = run.now();
  const bool is_last = world().rank() == world().size() - 1;
  set_wind(driven, 10.0, start);
  for (const std::int64_t seconds : {-1800, 100, 9000})
    expect_words(message_of([&] { run.run_to(start + seconds); }), {"it cannot be run to"});
  if (world().size() > 1)
    expect_words(message_of([&] { run.run_to(start + (is_last ? 3600 : 1800)); }), {"not all processes"});
  expect_words(message_of([&] { driven.get("hss", 1); }), {"no field 'hss'", "did you mean 'hs'"});
  expect_words(message_of([&] { driven.get("ucur", 2); }), {"no field 'ucur'"});
  expect_words(message_of([&] { driven.get("uus1", 2); }), {"no field 'uus1'"});
  expect_words(message_of([&] { driven.get("uwnd", 1); }), {"a vector", "has 2 arrays"});
  expect_words(message_of([&] {
                 driven.set("current", {{}, {}}, start);
               }),
               {"takes no field 'current'", "wind"});
  expect_words(message_of([&] { driven.set("wind", {{1.0}, {1.0}}, start); }), {"points on this process"});
  expect_words(message_of([&] { set_wind(driven, std::nan(""), start); }), {"not a number at point 0"});
  run.run_to(start + 1800);
  expect_words(message_of([&] { run.run_to(start); }), {"it cannot be run to"});
  const Parts heights = driven.get("hs", 1);
  for (const double hs : heights[0]) EXPECT_GT(hs, 0.1);
  run.finish();
  expect_words(message_of([&] { run.run_to(start + 3600); }), {"finish() was called"});
}

// Errors that one rank alone has are those of all, and end the run.
TEST(DrivenRun, an_error_of_one_rank_is_that_of_all_and_ends_the_run) {
  const TestFolder folder(world(), "driven_errors");
  Driven driven(write_case(folder, "waves", coupled_wind));
  const DateTime start = driven.run.now();
  const bool is_last = world().rank() == world().size() - 1;
  set_wind(driven, 10.0, start);
  driven.run.run_to(start + 1800);
  set_wind(driven, is_last ? 500.0 : 10.0, start + 1800);
  const std::string message = message_of([&] { driven.run.run_to(start + 3600); });
  expect_words(message, {"wind from the program that makes the steps", "longitude", "707.107 m s-1",
                         "values from 0 to 120"});
  EXPECT_EQ(message_of([&] { driven.run.run_to(start + 3600); }), message);
  EXPECT_EQ(message_of([&] { driven.get("hs", 1); }), message);
  EXPECT_TRUE(fs::exists(fs::path(folder.path()) / "waves/fields.nc.part"));
}

TEST(DrivenRun, a_full_disk_is_a_sentence_on_all_ranks) {
  const TestFolder folder(world(), "driven_full");
  Driven driven(write_case(folder, "waves", coupled_wind));
  const DateTime start = driven.run.now();
  set_wind(driven, 10.0, start);
  driven.run.run_to(start);
  const test::FileSizeLimit full(1000);
  expect_words(message_of([&] { driven.run.run_to(start + 7200); }), {"waves"});
}

TEST(DrivenRun, refuses_cases_that_need_more_than_its_ranks) {
  const TestFolder folder(world(), "driven_cases");
  const auto message = [&](const std::string& name, const std::string& override) {
    const std::string file = write_case(folder, name, coupled_wind);
    return message_of([&] { Driven(file, {{override}, {}, {}}); });
  };
  expect_words(message("servers", "output.servers=1"), {"output servers (output.servers)", "leave it out"});
  expect_words(message("limit", "time.wall_clock_limit=1 h"), {"time.wall_clock_limit"});
  expect_words(message("wrong", "wind.kind=couplet"), {"couplet"});
  expect_words(message_of([&] { Driven((fs::path(folder.path()) / "none.yaml").string()); }), {"none.yaml"});
  EXPECT_FALSE(fs::exists(fs::path(folder.path()) / "servers"));
}

}  // namespace
}  // namespace groundswell
