// SPDX-License-Identifier: Apache-2.0
// A sea steepened by a current breaks and does not grow without bound. For more speeds and grids see
// test_jet_long.cpp.
#include "jet.hpp"

namespace groundswell::test {
namespace {

TEST(Jet, DoesNotPileUpShortWaves) {
  expect_no_runaway({5.0, 8.0, 35, 0.04177248});
}

TEST(Jet, DoesNotPileUpLongWavesOnACoarseGrid) {
  expect_no_runaway({6.0, 10.0, 24, 0.035});
}

}  // namespace
}  // namespace groundswell::test
