// SPDX-License-Identifier: Apache-2.0
// Two seas that differ only in size: lengths are four times, times and speeds twice as large, under the same
// gravity. So wavenumbers are a quarter and frequencies half as large, variance spectra (length^2 time) 32
// times and action spectra (length^2 time^2) 64 times as large. All factors are powers of two, by which
// numbers are scaled exactly.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "parallel/relations/related_seas.hpp"

namespace groundswell {
namespace {

using test::RelatedSea;
using test::SeaFields;
using test::SeaOutcome;
using test::world;

constexpr double of_length = 4.0, of_time = 2.0;
constexpr float of_action = 64.0f;

SeaFields make_tidal_fields(double length, double time, double speed) {
  SeaFields fields;
  fields.current = [=](double lon, double lat, double seconds) {
    const double phase = 2.0 * lon + seconds / time * 1e-4;
    return std::array{speed * 0.8 * std::sin(phase) * std::cos(lat), speed * 0.5 * std::cos(lat + phase)};
  };
  fields.water_level = [=](double lon, double lat, double seconds) {
    return length * std::sin(lon - seconds / time * 2e-4) * std::cos(lat);
  };
  return fields;
}

// A sea with hills, coasts, tides and currents, scaled in length and time; it is calm until run_twins() adds
// waves.
RelatedSea make_tidal_sea(double length, double time) {
  RelatedSea sea = test::make_stormy_sea();
  sea.mesh = test::make_hilly_mesh(length * 1.6e5);
  sea.fields = make_tidal_fields(length, time, length / time);
  ModelSettings& settings = sea.settings;
  settings.time.end = time > 1.0 ? "2001-01-01 03:00" : "2001-01-01 01:30";
  settings.time.step = std::int64_t(time * 900.0);
  settings.spectrum.first_frequency /= time;
  settings.forcing.current.kind = CurrentKind::none;
  settings.forcing.wind.kind = WindKind::none;
  settings.least_depth *= length;
  settings.initial.kind = InitialKind::calm;
  settings.propagation.sprinkler_age = 0.0;
  settings.physics.max_source_step = time * 300.0;
  settings.physics.friction_coefficient *= length * length / (time * time * time);
  return sea;
}

// The wind sea from which both runs start.
SeaOutcome make_wind_sea() {
  RelatedSea sea = test::make_stormy_sea();
  sea.settings.time.end = "2001-01-01 00:30";
  sea.settings.with_propagation = sea.settings.with_sources = false;
  return test::run_each({sea})[0];
}

struct FroudeTwins {
  SeaOutcome small, large;
};

FroudeTwins run_twins(const std::function<void(ModelSettings&, double time)>& change) {
  const SeaOutcome start = make_wind_sea();
  const auto make = [&](double length, double time, float factor) {
    RelatedSea sea = make_tidal_sea(length, time);
    change(sea.settings, time);
    sea.prepare = [&](Model& model) { test::set_sea(model, start, factor); };
    return sea;
  };
  const std::vector<SeaOutcome> seas =
      test::run_each({make(1.0, 1.0, 1.0f), make(of_length, of_time, of_action)});
  FroudeTwins twins{seas[0], seas[1]};
  EXPECT_GT(test::largest_of(twins.small.height), 0.5);
  return twins;
}

TEST(Relations, ASeaFourTimesAsLargeMovesAlikeToTheBit) {
  for (const FluxScheme scheme : {FluxScheme::third_order, FluxScheme::upwind})
    for (const double age : {0.0, 40000.0}) {  // [s] of the swell, in the correction of the sprinkler effect
      if (age > 0.0 && scheme == FluxScheme::upwind) continue;
      const FroudeTwins twins = run_twins([&](ModelSettings& settings, double time) {
        settings.with_sources = false;
        settings.propagation.scheme = scheme;
        settings.propagation.sprinkler_age = time * age;
      });
      const test::BinCount count = test::count_different(twins.large, twins.small, of_action);
      EXPECT_EQ(count.different, 0u) << "of " << count.compared << ", " << name_of(flux_schemes, scheme)
                                     << ", age " << age;
      EXPECT_GT(count.compared, twins.small.bins.size() / 4);
    }
}

// The limiter `ecmwf` scales with the size of the sea; `hersbach_janssen` and `wamdi` do not, as they contain
// a fixed frequency or time.
TEST(Relations, ASeaFourTimesAsLargeLosesAndExchangesAlike) {
  for (const Dissipation dissipation : {Dissipation::wam4, Dissipation::bja2005, Dissipation::ecmwf2012})
    for (const GrowthLimiter limiter : {GrowthLimiter::none, GrowthLimiter::ecmwf}) {
      if (limiter == GrowthLimiter::ecmwf && dissipation != Dissipation::wam4) continue;
      const FroudeTwins twins = run_twins([&](ModelSettings& settings, double) {
        settings.physics.dissipation = dissipation;
        settings.physics.limiter = limiter;
        settings.forcing.relative_wind = false;  // otherwise a current acts as a wind
      });
      double difference = 0.0;
      for (std::size_t cell = 0; cell < twins.small.height.size(); ++cell) {
        const double small = double(twins.small.height[cell]);
        difference = std::max(difference, std::abs(double(twins.large.height[cell]) / of_length - small) /
                                              std::max(small, 1e-3));
      }
      if (world().rank() == 0)
        std::printf("twins, %s, limiter %s: heights differ by %.2g\n",
                    std::string(name_of(dissipations, dissipation)).c_str(),
                    std::string(name_of(growth_limiters, limiter)).c_str(), difference);
      EXPECT_LT(difference, 3e-5);
    }
}

}  // namespace
}  // namespace groundswell
