// SPDX-License-Identifier: Apache-2.0
// A sea depends neither on the numbering of its cells nor on the year.
#include <gtest/gtest.h>

#include <cstring>

#include "parallel/relations/changed_meshes.hpp"
#include "parallel/relations/related_seas.hpp"
#include "parallel/restart/shared_path.hpp"
#include "support/forcing_sample.hpp"

namespace groundswell {
namespace {

using test::RelatedSea;
using test::SeaOutcome;
using test::world;

TEST(Relations, AnotherOrderOfTheCellsGivesTheSameBits) {
  RelatedSea sea = test::make_stormy_sea();
  const Mesh mesh = sea.mesh;
  const SeaOutcome usual = test::run_together_to_end(sea, world());
  ASSERT_GT(test::largest_of(usual.height), 1.0);
  for (const unsigned seed : {1u, 2u}) {
    const test::RenumberedMesh other = test::renumber_mesh(mesh, seed);
    check_mesh(other.mesh);
    sea.mesh = other.mesh;
    const SeaOutcome renumbered = test::run_together_to_end(sea, world());
    int n_different = 0;
    for (std::size_t cell = 0; cell < other.old_cell.size(); ++cell)
      n_different += std::memcmp(renumbered.row(cell), usual.row(std::size_t(other.old_cell[cell])),
                                 usual.n_bin * sizeof(float)) != 0;
    EXPECT_EQ(n_different, 0) << "cells of " << other.old_cell.size() << ", seed " << seed;
  }
}

// Writes winds at 0, 2 and 5 hours after the given date.
void write_wind_of(const std::filesystem::path& path, const std::string& day, const std::string& calendar) {
  test::ForcingSample sample{{"u10", "v10"}, "m s-1", {0, 2, 5}, day, calendar};
  test::write_forcing_sample(path, sample, [](int v, double hour, double lon, double lat) {
    return 12.0 * std::sin(2.0 * lon - 0.4 * hour + v) * std::cos(lat);
  });
}

RelatedSea make_sea_from(const std::string& day, const std::string& next_day, Calendar calendar,
                         WindKind wind) {
  RelatedSea sea = test::make_stormy_sea();
  sea.settings.time = {calendar, day + " 23:00", next_day + " 02:00", 1800};
  sea.settings.forcing.wind.kind = wind;
  sea.settings.forcing.wind.vortex.date = DateTime::parse(next_day, calendar);
  sea.settings.forcing.wind.vortex.travel_speed = 10.0;
  const std::filesystem::path file = test::shared_path("wind_" + day + ".nc");
  if (world().rank() == 0) write_wind_of(file, day + " 22:00", std::string(name_of(calendars, calendar)));
  world().barrier();
  sea.settings.forcing.wind.file.files = {file};
  return sea;
}

TEST(Relations, AStartMovedByWholeYearsGivesTheSameBits) {
  for (const WindKind wind : {WindKind::vortex, WindKind::file}) {
    const std::vector<SeaOutcome> seas =
        test::run_each({make_sea_from("2001-02-28", "2001-03-01", Calendar::standard, wind),
                        make_sea_from("2003-02-28", "2003-03-01", Calendar::standard, wind),
                        make_sea_from("2024-02-28", "2024-03-01", Calendar::noleap, wind),
                        make_sea_from("2001-12-31", "2002-01-01", Calendar::standard, wind)});
    ASSERT_GT(test::largest_of(seas[0].height), 1.0);
    for (std::size_t i = 1; i < seas.size(); ++i) EXPECT_TRUE(seas[i] == seas[0]) << "sea " << i;
  }
}

}  // namespace
}  // namespace groundswell
