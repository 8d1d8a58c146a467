// SPDX-License-Identifier: Apache-2.0
// Winds are the same whatever the files in which they lie.
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

SeaOutcome run_with(const FileList& files) {
  RelatedSea sea = test::make_stormy_sea();
  sea.settings.forcing.wind.kind = WindKind::file;
  sea.settings.forcing.wind.file.files = files;
  return test::run_to_end(sea);
}

TEST(Relations, WindsInOneFileOrInManyGiveTheSameBits) {
  const std::vector<std::string> both{"u10", "v10"};
  const SeaOutcome one = run_with({write_winds("all.nc", both, {0, 1, 2, 3})});
  EXPECT_GT(test::largest_of(one.height), 1.0);
  const FileList halves{write_winds("first.nc", both, {0, 1}), write_winds("second.nc", both, {2, 3})};
  EXPECT_EQ(run_with(halves), one);
  EXPECT_EQ(run_with({halves[1], halves[0]}), one) << "in another order";
  EXPECT_EQ(run_with({write_winds("before.nc", both, {-2, -1}), halves[0], halves[1],
                      write_winds("after.nc", both, {4, 5})}),
            one)
      << "with dates that are not needed";
  FileList single;
  for (const double hour : {0.0, 1.0, 2.0, 3.0})
    single.push_back(write_winds(text("hour_", hour, ".nc"), both, {hour}));
  EXPECT_EQ(run_with(single), one) << "a file per date";
  EXPECT_EQ(
      run_with({write_winds("u.nc", {"u10"}, {0, 1, 2, 3}), write_winds("v.nc", {"v10"}, {0, 1, 2, 3})}), one)
      << "a file per component";
  EXPECT_NE(run_with({write_winds("sparse.nc", both, {0, 3})}), one);
}

}  // namespace
}  // namespace groundswell
