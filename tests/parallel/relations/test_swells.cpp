// SPDX-License-Identifier: Apache-2.0
// Without sources the sea is nearly linear: a sea with twice the action keeps twice the action, and swells
// far from each other do not affect each other.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "parallel/relations/related_seas.hpp"

namespace groundswell {
namespace {

using test::RelatedSea;
using test::SeaOutcome;
using test::world;

TEST(Relations, ADoubledSwellIsTwiceTheSwell) {
  for (const FluxScheme scheme : {FluxScheme::third_order, FluxScheme::upwind}) {
    RelatedSea sea = test::make_stormy_sea();
    sea.settings.with_sources = false;
    sea.settings.propagation.scheme = scheme;
    RelatedSea twice = sea;
    twice.prepare = [](Model& model) {
      test::for_own_cells(model, [&](std::size_t, float* row) {
        for (int bin = 0; bin < model.grid().n_bin(); ++bin) row[bin] *= 2.0f;
      });
    };
    const std::vector<SeaOutcome> seas = test::run_each({sea, twice});
    const test::BinCount count = test::count_different(seas[1], seas[0], 2.0f);
    EXPECT_EQ(count.different, 0u) << "of " << count.compared << ", " << name_of(flux_schemes, scheme);
    EXPECT_GT(count.compared, seas[0].bins.size() / 4);
  }
}

// Two days of a swell on a globe without land, half the size of the Earth.
RelatedSea make_swell(double lon, double lat, double from_degree) {
  RelatedSea sea{test::make_windy_globe(), make_icosahedral_mesh(3, 3.2e6), {}, {}};
  sea.mesh.depth_cell.assign(std::size_t(sea.mesh.n_cell), 4000.0);
  sea.settings.with_sources = false;
  sea.settings.forcing.wind.kind = WindKind::none;
  sea.settings.spectrum.n_dir = 24;
  sea.settings.spectrum.n_freq = 10;
  sea.settings.spectrum.first_frequency = 0.05;
  sea.settings.time.end = "2000-01-03";
  InitialSettings& swell = sea.settings.initial;
  swell.kind = InitialKind::swell;
  swell.lon = lon;
  swell.lat = lat;
  swell.direction = from_degree;
  return sea;
}

// The largest difference between the run with both swells and the sum of the runs with one swell each, as a
// fraction of the largest bin of the latter two.
double compare_with_sum(const RelatedSea& one, const RelatedSea& other) {
  RelatedSea start = other;
  start.settings.time.end = "2000-01-01T00:30";
  start.settings.with_propagation = false;
  const SeaOutcome added = test::run_each({start})[0];  // the other swell's initial bins
  RelatedSea together = one;
  together.prepare = [&](Model& model) {
    test::for_own_cells(model, [&](std::size_t cell, float* row) {
      for (std::size_t bin = 0; bin < added.n_bin; ++bin) row[bin] += added.row(cell)[bin];
    });
  };
  const std::vector<SeaOutcome> seas = test::run_each({one, other, together});
  const SeaOutcome &first = seas[0], &second = seas[1], &both = seas[2];
  const double largest = std::max(test::largest_of(first.bins), test::largest_of(second.bins));
  double difference = 0.0;
  for (std::size_t bin = 0; bin < both.bins.size(); ++bin)
    difference = std::max(
        difference, std::abs(double(both.bins[bin]) - double(first.bins[bin]) - double(second.bins[bin])));
  return difference / largest;
}

TEST(Relations, TwoSwellsFarApartAreTheSumOfBoth) {
  const RelatedSea swell = make_swell(-80.0, 20.0, 270.0);
  EXPECT_LT(compare_with_sum(swell, make_swell(95.0, -15.0, 240.0)), 1e-6);
  const double across = compare_with_sum(swell, make_swell(-75.0, 25.0, 180.0)),
               near = compare_with_sum(swell, make_swell(-68.0, 20.0, 270.0));
  if (world().rank() == 0)
    std::printf("swells that cross: %.2g of the largest bin off their sum; that follow each other: %.2g\n",
                across, near);
}

}  // namespace
}  // namespace groundswell
