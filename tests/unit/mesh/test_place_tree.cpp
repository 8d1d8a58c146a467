// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "mesh/place_tree.hpp"

namespace groundswell {
namespace {

std::vector<Vec3> make_places(std::size_t n, bool flat) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> anywhere(-1.0, 1.0);
  std::vector<Vec3> places;
  for (std::size_t i = 0; i < n; ++i)
    places.push_back({anywhere(random), anywhere(random), flat ? 0.0 : anywhere(random)});
  // Many are at the same place, and many have the same x.
  for (std::size_t i = 0; i + 1 < n / 4; ++i) places[i] = places[n - 1];
  for (std::size_t i = n / 4; i < n / 2; ++i) places[i].x = 0.25;
  return places;
}

// Compares with a search over all places.
TEST(PlaceTree, FindsAllPlacesWithinABound) {
  for (const std::size_t n : {0u, 1u, 7u, 9u, 500u})
    for (const bool flat : {false, true}) {
      const std::vector<Vec3> places = make_places(n, flat);
      const PlaceTree tree(places);
      for (const double square : {0.0, 0.01, 0.3, 100.0}) {
        for (const Vec3& point : make_places(40, false)) {
          std::vector<std::size_t> found, expected;
          tree.search(
              point, [&] { return square; },
              [&](std::size_t i, const Vec3& way) {
                if (dot(way, way) <= square) found.push_back(i);
              });
          for (std::size_t i = 0; i < n; ++i)
            if (dot(places[i] - point, places[i] - point) <= square) expected.push_back(i);
          std::ranges::sort(found);
          EXPECT_EQ(found, expected) << n << " " << square;
        }
      }
    }
}

// Places and points may lie several periods apart.
TEST(PlaceTree, FindsTheNearestImageInAPeriodicPlane) {
  for (const double period_y : {0.0, 1.5}) {
    std::vector<Vec3> places = make_places(60, true);
    const double period_x = 2.25;
    places[3].x += 7.0 * period_x;
    const PlaceTree tree(places, period_x, period_y);
    for (const Vec3& point : make_places(40, true)) {
      double nearest = 100.0, expected = 100.0;
      tree.search(
          point * 5.0, [&] { return nearest; },
          [&](std::size_t i, const Vec3& way) {
            nearest = std::min(nearest, dot(way, way));
            const Vec3 there = point * 5.0 + way - places[i];
            EXPECT_NEAR(std::remainder(there.x, period_x), 0.0, 1e-12);
            EXPECT_NEAR(period_y > 0.0 ? std::remainder(there.y, period_y) : there.y, 0.0, 1e-12);
          });
      for (const Vec3& place : places) {
        const Vec3 way = place - point * 5.0;
        const double x = std::remainder(way.x, period_x),
                     y = period_y > 0.0 ? std::remainder(way.y, period_y) : way.y;
        expected = std::min(expected, x * x + y * y);
      }
      EXPECT_NEAR(nearest, expected, 1e-12);
    }
  }
}

TEST(PlaceTree, LooksAtFewPlacesWhereTheBoundFalls) {
  const std::vector<Vec3> places = make_places(20000, false);
  const PlaceTree tree(places);
  for (const Vec3& point : make_places(20, false)) {
    double nearest = 100.0, expected = 100.0;
    std::size_t n_visit = 0;
    tree.search(
        point, [&] { return nearest; },
        [&](std::size_t, const Vec3& way) {
          nearest = std::min(nearest, dot(way, way));
          ++n_visit;
        });
    for (const Vec3& place : places) expected = std::min(expected, dot(place - point, place - point));
    EXPECT_EQ(nearest, expected);
    EXPECT_LT(n_visit, 6000u);  // many of the places coincide
  }
}

}  // namespace
}  // namespace groundswell
