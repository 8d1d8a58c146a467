// SPDX-License-Identifier: Apache-2.0
// Growth with fetch with the package st4, whose sea takes a week to become steady.
#include "parallel/growth/steady_strip.hpp"

namespace groundswell::test {
namespace {

// Against a plain program with source steps of 20 s on cells of 10 km in one dimension, and against the
// independent model.
TEST(FetchGrowth, St4At10) {
  Setting setting{"st4", "st4", "wam4", 10.0, 168.0};
  setting.mean_hours = 12.0;
  const SteadyStrip strip = run_strip(setting);
  expect_sea_within(strip, setting, {0.04, 0.03}, 0.0,
                    {{50e3, {1.215, 0.2159}},
                     {100e3, {1.490, 0.1909}},
                     {250e3, {1.902, 0.1599}},
                     {500e3, {2.206, 0.1430}},
                     {1000e3, {2.463, 0.1298}}});
  expect_sea_within(strip, setting, {0.05, 0.04}, 0.0,
                    {{50e3, {1.238, 0.2139}},
                     {100e3, {1.487, 0.1908}},
                     {250e3, {1.901, 0.1596}},
                     {500e3, {2.208, 0.1428}},
                     {1000e3, {2.458, 0.1299}}});
}

}  // namespace
}  // namespace groundswell::test
