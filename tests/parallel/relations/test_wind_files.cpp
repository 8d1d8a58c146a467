// SPDX-License-Identifier: Apache-2.0
// Winds do not depend on how they are divided into files.
#include <gtest/gtest.h>

#include "parallel/relations/related_seas.hpp"
#include "parallel/restart/shared_path.hpp"
#include "support/forcing_sample.hpp"

namespace groundswell {
namespace {

using test::RelatedSea;
using test::SeaOutcome;
using test::world;

using FileList = std::vector<std::filesystem::path>;

std::filesystem::path write_winds(const std::string& name, const std::vector<std::string>& components,
                                  const std::vector<double>& hours) {
  const std::filesystem::path path = test::shared_path(name);
  if (world().rank() == 0)
    test::write_forcing_sample(
        path, {components, "m s-1", hours, "2001-01-01"}, [&](int v, double hour, double lon, double lat) {
          const double phase = components[std::size_t(v)] == "v10" ? 1.1 : 0.0;
          return 4.0 + 15.0 * std::sin(2.0 * lon - 0.5 * hour * hour + phase) * std::cos(1.7 * lat);
        });
  world().barrier();
  return path;
}

RelatedSea make_sea_under(const FileList& files) {
  RelatedSea sea = test::make_stormy_sea();
  sea.settings.forcing.wind.kind = WindKind::file;
  sea.settings.forcing.wind.file.files = files;
  return sea;
}

TEST(Relations, WindsInOneFileOrInManyGiveTheSameBits) {
  const std::vector<std::string> both{"u10", "v10"};
  const FileList halves{write_winds("first.nc", both, {0, 1}), write_winds("second.nc", both, {2, 3})};
  FileList per_date;
  for (const double hour : {0.0, 1.0, 2.0, 3.0})
    per_date.push_back(write_winds(text("hour_", hour, ".nc"), both, {hour}));
  const std::vector<SeaOutcome> seas =
      test::run_each({make_sea_under({write_winds("all.nc", both, {0, 1, 2, 3})}), make_sea_under(halves),
                      make_sea_under({halves[1], halves[0]}), make_sea_under(per_date),
                      // Files with unneeded dates before and after.
                      make_sea_under({write_winds("before.nc", both, {-2, -1}), halves[0], halves[1],
                                      write_winds("after.nc", both, {4, 5})}),
                      // A file per component.
                      make_sea_under({write_winds("u.nc", {"u10"}, {0, 1, 2, 3}),
                                      write_winds("v.nc", {"v10"}, {0, 1, 2, 3})}),
                      make_sea_under({write_winds("sparse.nc", both, {0, 3})})});
  EXPECT_GT(test::largest_of(seas[0].height), 1.0);
  for (std::size_t i = 1; i + 1 < seas.size(); ++i) EXPECT_TRUE(seas[i] == seas[0]) << "sea " << i;
  EXPECT_FALSE(seas.back() == seas[0]) << "the dates between should matter";
}

}  // namespace
}  // namespace groundswell
