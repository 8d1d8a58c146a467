// SPDX-License-Identifier: Apache-2.0
// A sea and its image: in a mirror, and turned about the axis of the globe.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "mesh/mesh_selection.hpp"
#include "parallel/relations/changed_meshes.hpp"
#include "parallel/relations/related_seas.hpp"
#include "propagation/direction_frames.hpp"

namespace groundswell {
namespace {

using test::RelatedSea;
using test::SeaOutcome;
using test::world;

// Winds and currents without mirror symmetry; `side` is -1 for the mirror image.
void add_crooked_fields(RelatedSea& sea, double side) {
  sea.fields.wind = [side](double lon, double lat, double seconds) {
    const double phase = 2.0 * side * lon - 1e-4 * seconds;
    return std::array{side * (14.0 * std::sin(phase + 0.3) * std::cos(lat) + 5.0),
                      11.0 * std::cos(phase + lat)};
  };
  sea.fields.current = [side](double lon, double lat, double) {
    return std::array{side * 0.7 * std::sin(3.0 * side * lon + lat), 0.5 * std::cos(side * lon - lat)};
  };
}

// The mirror image of a direction theta is pi - theta.
int mirrored_bin(const SpectralGrid& grid, int bin) {
  const int n = grid.n_dir(), freq = bin / n, dir = bin % n;
  return freq * n + (n / 2 - 1 - dir + n) % n;
}

// The largest difference between a bin and its mirror image, as a fraction of the largest bin of its cell, in
// cells with waves higher than 0.1 m.
double compare_mirrored(const SpectralGrid& grid, const SeaOutcome& sea, const SeaOutcome& image) {
  double difference = 0.0;
  for (std::size_t cell = 0; cell < sea.height.size(); ++cell) {
    if (sea.height[cell] < 0.1f) continue;
    double largest = 0.0, off = 0.0;
    for (int bin = 0; bin < grid.n_bin(); ++bin) {
      const double value = double(sea.row(cell)[bin]);
      largest = std::max(largest, value);
      off = std::max(off, std::abs(value - double(image.row(cell)[mirrored_bin(grid, bin)])));
    }
    difference = std::max(difference, off / largest);
  }
  return difference;
}

double compare_heights(const SeaOutcome& sea, const SeaOutcome& image) {
  double difference = 0.0;
  for (std::size_t cell = 0; cell < sea.height.size(); ++cell)
    difference = std::max(difference, std::abs(double(sea.height[cell]) - double(image.height[cell])));
  return difference;
}

TEST(Relations, AMirroredSeaIsTheImageOfTheSea) {
  RelatedSea sea = test::make_stormy_sea();
  add_crooked_fields(sea, 1.0);
  RelatedSea mirrored = sea;
  mirrored.mesh = test::mirror_mesh(sea.mesh);
  check_mesh(mirrored.mesh);
  add_crooked_fields(mirrored, -1.0);
  const SpectralGrid grid(sea.settings.spectrum);
  const std::vector<SeaOutcome> seas = test::run_each({sea, mirrored});
  const SeaOutcome &outcome = seas[0], &image = seas[1];
  const double height = test::largest_of(outcome.height), bins = compare_mirrored(grid, outcome, image);
  if (world().rank() == 0)
    std::printf("mirror: heights differ by %.2g m of %.2f m, bins by %.2g\n", compare_heights(outcome, image),
                height, bins);
  EXPECT_GT(height, 1.0);
  EXPECT_LT(bins, 1e-5);
}

// For each cell, the cell onto which an eastward rotation of the globe moves it.
std::vector<std::size_t> turned_cells(const Mesh& mesh, double angle) {
  std::vector<std::size_t> turned;
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    const double lon = (mesh.lon_cell[cell] + angle) / degree, lat = mesh.lat_cell[cell] / degree;
    int nearest = 0;
    double least = 1e30;
    for (int other = 0; other < mesh.n_cell; ++other)
      if (const double distance = distance_to_cell(mesh, other, lon, lat); distance < least)
        least = distance, nearest = other;
    EXPECT_LT(least, 1.0) << "m from the turned cell " << cell;
    turned.push_back(std::size_t(nearest));
  }
  return turned;
}

constexpr double fifth = 72.0;  // [degree] about the axis through two pentagons

// The largest differences in significant height [m] between the outcome of a run, turned by a fifth of a
// circle, and the outcome of the run of the turned sea: in the polar chart, and elsewhere.
struct TurnedHeights {
  double polar = 0.0, elsewhere = 0.0;
};

TurnedHeights compare_turned(const RelatedSea& sea, const RelatedSea& turned) {
  const std::vector<std::size_t> there = turned_cells(sea.mesh, fifth * degree);
  const std::vector<SeaOutcome> seas = test::run_each({sea, turned});
  const SeaOutcome &outcome = seas[0], &image = seas[1];
  EXPECT_GT(test::largest_of(outcome.height), 1.0);
  TurnedHeights off;
  for (std::size_t cell = 0; cell < there.size(); ++cell) {
    double& worst = std::abs(sea.mesh.lat_cell[cell]) > polar_chart_latitude ? off.polar : off.elsewhere;
    worst = std::max(worst, std::abs(double(outcome.height[cell]) - double(image.height[there[cell]])));
  }
  return off;
}

RelatedSea make_ocean(const std::string& end) {
  RelatedSea sea{test::make_windy_globe(), make_icosahedral_mesh(3, 6.371e6), {}, {}};
  sea.mesh.depth_cell.assign(std::size_t(sea.mesh.n_cell), 4000.0);
  sea.settings.spectrum.n_dir = 24;
  sea.settings.spectrum.n_freq = 20;
  sea.settings.time.end = end;
  return sea;
}

TEST(Relations, ASwellOnATurnedGlobeIsTheTurnedSwell) {
  RelatedSea sea = make_ocean("2000-01-02");
  sea.settings.forcing.wind.kind = WindKind::none;
  sea.settings.initial.kind = InitialKind::swell;
  sea.settings.initial.lon = -20.0;
  sea.settings.initial.lat = 13.0;
  sea.settings.initial.direction = 250.0;
  RelatedSea turned = sea;
  turned.settings.initial.lon += fifth;
  const TurnedHeights off = compare_turned(sea, turned);
  if (world().rank() == 0) std::printf("turned swell: %.2g m, polar %.2g m\n", off.elsewhere, off.polar);
  EXPECT_LT(std::max(off.polar, off.elsewhere), 1e-6);
}

// A storm with waves of up to 9.5 m.
RelatedSea make_storm(double lat) {
  RelatedSea sea = make_ocean("2000-01-01 12:00");
  WindSettings& wind = sea.settings.forcing.wind;
  wind.kind = WindKind::vortex;
  wind.vortex.lon = 5.0;
  wind.vortex.lat = lat;
  wind.vortex.radius = 600e3;
  wind.vortex.max_speed = 25.0;
  wind.vortex.travel_speed = 15.0;
  wind.vortex.travel_to_degree = 90.0;
  return sea;
}

RelatedSea turned_storm(RelatedSea sea) {
  sea.settings.forcing.wind.vortex.lon += fifth;
  return sea;
}

TEST(Relations, AStormOnATurnedOceanWithoutPolesIsTheTurnedStorm) {
  RelatedSea sea = make_storm(40.0);
  std::vector<std::uint8_t> keep;
  for (const double lat : sea.mesh.lat_cell) keep.push_back(std::abs(lat) < polar_chart_latitude);
  sea.mesh = select_cells(sea.mesh, keep, EdgeKind::land);
  const TurnedHeights off = compare_turned(sea, turned_storm(sea));
  if (world().rank() == 0) std::printf("turned storm without poles: %.2g m\n", off.elsewhere);
  EXPECT_LT(off.elsewhere, 1e-5);
}

// Poleward of 60 degrees, directions are counted from the axes of another chart, whose pole lies at longitude
// 0. The bins of the turned sea are therefore oriented differently there, and with bins of 15 degrees the
// heights differ slightly.
TEST(Relations, AStormOnATurnedGlobeIsTheTurnedStorm) {
  const RelatedSea sea = make_storm(10.0);
  const TurnedHeights off = compare_turned(sea, turned_storm(sea));
  if (world().rank() == 0)
    std::printf("turned storm: %.2g m, poleward of 60 degrees %.2g m\n", off.elsewhere, off.polar);
  EXPECT_LT(off.elsewhere, 2e-3);
  EXPECT_LT(off.polar, 1e-2);
}

}  // namespace
}  // namespace groundswell
