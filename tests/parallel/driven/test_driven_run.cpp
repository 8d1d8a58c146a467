// SPDX-License-Identifier: Apache-2.0
// Runs whose steps the test makes: the same waves as those of `groundswell run`, whether the run has winds,
// currents, levels and ice of its own or is given them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "run/driven_run.hpp"
#include "run/job.hpp"
#include "support/netcdf_file.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

namespace fs = std::filesystem;
using test::expect_words, test::message_of, test::NetcdfFile, test::world;

// Fields [part][point] of one date.
using Parts = std::vector<std::vector<double>>;

// A folder that all ranks share; removed at the end.
class SharedFolder {
 public:
  explicit SharedFolder(const std::string& name)
      : path_(fs::temp_directory_path() / text("groundswell_driven_", name, "_", world().size())) {
    world().barrier();
    if (world().rank() == 0) fs::remove_all(path_), fs::create_directories(path_);
    world().barrier();
  }
  ~SharedFolder() {
    world().barrier();
    if (world().rank() == 0) fs::remove_all(path_);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

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

std::string write_case(const SharedFolder& folder, const std::string& name, const std::string& forcing,
                       const std::string& more = "") {
  const fs::path path = folder.path() / (name + ".yaml");
  if (world().rank() == 0)
    std::ofstream(path) << "time: {start: 2000-01-01, end: 2000-01-01T02:00:00Z, step: 30 min}\n"
                        << "mesh: {kind: icosahedral, bisections: 2}\n"
                        << "spectrum: {directions: 12, frequencies: 12, first_frequency: 0.06 Hz}\n"
                        << "initial: {kind: jonswap, fetch: 300 km}\n"
                        << "output: {folder: " << (folder.path() / name).string()
                        << ", restart: {interval: 1 h}, fields: {interval: 30 min, names: [hs, uwnd, dp]}, "
                        << "lat_lon: {interval: 0}}\n"
                        << forcing << more;
  world().barrier();
  return path.string();
}

class Driven {
 public:
  explicit Driven(const std::string& file, const DrivenRunOptions& options = {})
      : run(world().handle(), file, with_log(options)) {}

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
std::string make_whole_run(const std::string& file, const fs::path& folder) {
  StopSignal signal;
  const Case all = read_case(file);
  testing::internal::CaptureStdout();
  run_job(all, world(), JobInfo{Stopwatch(), signal}, {});
  const std::string said = testing::internal::GetCapturedStdout();
  const std::size_t at = said.find("state checksum ");
  EXPECT_TRUE(world().rank() != 0 || at != std::string::npos) << said << folder;
  return at == std::string::npos ? "" : said.substr(at, 31);
}

TEST(DrivenRun, has_the_bits_of_a_whole_run_with_forcing_of_its_own_or_given) {
  const SharedFolder folder("bits");
  if (world().rank() == 0) write_forcing(folder.path() / "forcing.nc");
  world().barrier();
  const std::string whole = make_whole_run(write_case(folder, "whole", from_files), folder.path());
  Driven own(write_case(folder, "own", from_files)), given(write_case(folder, "given", coupled));
  given.set_all(own);
  while (!own.run.at_end()) {
    own.run.run_to(own.run.now() + own.run.step());
    given.set_all(own);
    given.run.run_to(own.run.now());
    EXPECT_EQ(given.get_whole("hs", 1), own.get_whole("hs", 1));
  }
  own.run.finish();
  given.run.finish();
  EXPECT_EQ(own.checksum(), whole);
  EXPECT_EQ(given.checksum(), whole);
}

}  // namespace
}  // namespace groundswell
