// SPDX-License-Identifier: Apache-2.0
// Each option of the toys of an atmosphere and an ocean changes the state at the end of a job of the two, in
// which the atmosphere drives the ocean. A force of waves acts on it as a stress does.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "components/component_run.hpp"
#include "components/toy_kinds.hpp"
#include "parallel/relations/related_seas.hpp"
#include "parallel/restart/shared_path.hpp"
#include "run/coupled_job.hpp"
#include "support/netcdf_file.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::world;

const std::string toy_time = "time: {start: 2000-01-01, end: 2000-01-01T00:20:00Z, step: 10 min}\n";

void write_toy_file(const std::string& name, const std::string& content) {
  std::ofstream(test::scratch_path(name)) << content;
}

// Heights with a coast in the east, of two variables.
void write_toy_heights(const std::string& name, double depth) {
  test::NetcdfFile file(test::scratch_path(name));
  file.dimension("lat", 17).dimension("lon", 17);
  for (const std::string axis : {"lat", "lon"}) {
    file.variable(axis, NC_DOUBLE, {axis})
        .attribute("units", axis == "lat" ? "degrees_north" : "degrees_east");
  }
  std::vector<double> axis_values, first, second;
  for (int i = 0; i < 17; ++i) axis_values.push_back(0.5 * i);
  for (int i = 0; i < 17 * 17; ++i) {
    first.push_back(i % 17 < 13 ? -depth - i % 17 : 50.0);
    second.push_back(2.0 * first.back());
  }
  for (const std::string name : {"first_height", "second_height"})
    file.variable(name, NC_DOUBLE, {"lat", "lon"}).attribute("units", "m").attribute("positive", "up");
  file.put("lon", axis_values).put("first_height", first).put("second_height", second);
  for (double& lat : axis_values) lat += 10.0;
  file.put("lat", axis_values);
}

void write_toys(const std::string& target_field = "stress") {
  if (world().rank() == 0) {
    write_toy_heights("heights.nc", 3.0);
    write_toy_heights("others.nc", 5.0);
    write_toy_file("atmosphere.yaml", toy_time + "grid: {west: 0, east: 8, south: 10, north: 18, step: 1}\n");
    write_toy_file("ocean.yaml", toy_time + R"(grid: {west: 0, east: 8, south: 10, north: 18, step: 1}
bathymetry: {file: heights.nc, variable: first_height}
)");
    write_toy_file("job.yaml", R"(components:
  - {name: atmosphere, kind: toy_atmosphere, file: atmosphere.yaml}
  - {name: ocean, kind: toy_ocean, file: ocean.yaml}
fields:
  - name: stress
    source: atmosphere
    target: ocean
    period: 10 min
    use: next
    regridding: bilinear
    no_source: nearest
    target_field: )" + target_field +
                                   "\n");
  }
  world().barrier();
}

// The checksum that this rank's component logs: the atmosphere is on rank 0, the ocean on rank 1.
std::string run_toys(const std::vector<std::string>& overrides) {
  const CoupledJob job = read_coupled_job(test::shared_path("job.yaml").string(), overrides);
  const CoupledJob::Component& mine = job.components[std::size_t(world().rank())];
  std::ostringstream said;
  run_component(*mine.other, Communicator::self(), mine.setup, Log(said, "", ""), [] {});
  const std::string words = "state checksum ";
  const std::size_t at = said.str().find(words);
  return at == std::string::npos ? said.str() : said.str().substr(at + words.size(), 16);
}

TEST(Relations, EachOptionOfTheToysActs) {
  write_toys();
  const std::vector<std::string> atmosphere{"grid.west=-1",
                                            "grid.east=9",
                                            "grid.south=9",
                                            "grid.north=19",
                                            "grid.step=0.5",
                                            "storm.lon=3",
                                            "storm.lat=14",
                                            "storm.travel_speed=9",
                                            "storm.travel_to=30",
                                            "storm.max_speed=40",
                                            "storm.radius=80 km",
                                            "storm.background_speed=8",
                                            "storm.background_from=180",
                                            "air.relaxation=1 h",
                                            "air.depth=500 m"};
  const std::vector<std::string> ocean{"grid.west=-1",
                                       "grid.east=9",
                                       "grid.south=9",
                                       "grid.north=19",
                                       "grid.step=0.5",
                                       "water.depth=6",
                                       "water.least_depth=10",
                                       "water.friction=0.01",
                                       "bathymetry.file=" + test::shared_path("others.nc").string(),
                                       "bathymetry.variable=second_height"};
  const std::string before = run_toys({});
  ASSERT_EQ(before.size(), 16u) << before;
  EXPECT_EQ(run_toys({}), before);
  for (std::size_t i = 0; i < std::max(atmosphere.size(), ocean.size()); ++i) {
    std::vector<std::string> changes;
    if (i < atmosphere.size()) changes.push_back("atmosphere." + atmosphere[i]);
    if (i < ocean.size()) changes.push_back("ocean." + ocean[i]);
    const std::string after = run_toys(changes);
    EXPECT_EQ(after.size(), 16u) << after;
    if (i < (world().rank() == 0 ? atmosphere : ocean).size()) {
      EXPECT_NE(after, before) << changes[world().rank() == 0 ? 0 : changes.size() - 1];
    }
  }
}

// The force of waves acts on the water as a stress of the same size does.
TEST(Relations, TheToyOfAnOceanTakesTheForceOfWaves) {
  write_toys();
  const std::string by_stress = run_toys({});
  world().barrier();
  write_toys("wave_force");
  const std::string by_force = run_toys({});
  ASSERT_EQ(by_force.size(), 16u) << by_force;
  EXPECT_EQ(by_force, by_stress);
}

TEST(Relations, TheToyOfAnAtmosphereHasOneDragOnly) {
  write_toys();
  const auto air = read_toy_atmosphere(test::shared_path("atmosphere.yaml"), {});
  for (const std::string field : {"charnock", "stress"}) EXPECT_NO_THROW(air->check_taken({field}));
  test::expect_words(test::message_of([&] {
                       air->check_taken({"stress", "charnock"});
                     }),
                     {"both 'charnock'", "and 'stress'", "leave one of the two out"});
}

}  // namespace
}  // namespace groundswell
