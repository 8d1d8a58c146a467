// SPDX-License-Identifier: Apache-2.0
// Jets of 3 to 6 m/s against waves of 8 and 10 s on eight frequency grids.
#include "jet.hpp"

namespace groundswell::test {
namespace {

TEST(Jets, DoNotPileUpWaves) {
  for (double speed : {3.0, 4.0, 5.0, 6.0})
    for (double period : {8.0, 10.0})
      for (int n_freq : {24, 30, 35, 40})
        for (double first_frequency : {0.035, 0.0418})
          expect_no_runaway({speed, period, n_freq, first_frequency});
}

}  // namespace
}  // namespace groundswell::test
