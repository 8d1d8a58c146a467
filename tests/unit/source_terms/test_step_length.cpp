// SPDX-License-Identifier: Apache-2.0
// Sub-steps of the source terms: equal parts, short when waves begin to grow, none in calm air or fully
// developed seas.
#include <gtest/gtest.h>

#include "unit/source_terms/source_fixture.hpp"

namespace groundswell {
namespace {

// The length [s] of the first sub-step in a step of 300 s, for a JONSWAP sea with the peak frequency `peak`
// [Hz] (0: no waves) and the parameter alpha under the wind speed `wind` [m s-1].
template <class Input>
double sub_step(double wind, double peak, double alpha, PhysicsPackage package) {
  SourceTermsSettings settings;
  settings.package = package;
  test::OneCell<double> cell(SpectralGrid(), settings);
  if (peak > 0.0) cell.set_variance(test::jonswap_variance(SpectralGrid(), alpha, peak, 0.3));
  cell.set_wind(wind, 0.3);
  CellStress<double> stress{0.0, 0.0, 0.0};
  SourceStep<double, Input> step(cell.view(), cell.scratch, cell.forcing);
  step.start(HostLane{});
  return step.integrate(HostLane{}, stress, 300.0);
}

double wam4(double wind, double peak, double alpha = 0.012) {
  return sub_step<JanssenInput<double>>(wind, peak, alpha, PhysicsPackage::wam4);
}
double wam3(double wind, double peak, double alpha = 0.012) {
  return sub_step<KomenInput<double>>(wind, peak, alpha, PhysicsPackage::wam3);
}
double st4(double wind, double peak, double alpha = 0.012) {
  return sub_step<St4Input<double>>(wind, peak, alpha, PhysicsPackage::st4);
}

}  // namespace

TEST(StepLength, IsAnEqualPartOfWhatIsLeft) {
  EXPECT_EQ(first_part(300.0, 1e5, 1e6), 300.0);
  EXPECT_EQ(first_part(300.0, 241.0, 1e6), 300.0);
  EXPECT_EQ(first_part(300.0, 239.0, 1e6), 150.0);
  EXPECT_EQ(first_part(300.0, 1e5, 300.0), 300.0);
  EXPECT_EQ(first_part(300.0, 1e5, 299.0), 150.0);
  EXPECT_EQ(first_part(300.0, 10.0, 1e6), 10.0);
  EXPECT_EQ(first_part(Pack(300), Pack(10.0f), Pack(1e6f))[3], 10.0f);
  EXPECT_EQ(first_part(0.0, 10.0, 1e6), 0.0);
}

TEST(StepLength, IsShortWhereWavesBegin) {
  EXPECT_EQ(wam4(20.0, 0.0), shortest_step);
  EXPECT_EQ(wam3(40.0, 0.0), shortest_step);
  EXPECT_EQ(st4(20.0, 0.0), shortest_step);
  EXPECT_LE(wam4(15.0, 0.4), 150.0);
  EXPECT_LE(st4(15.0, 0.4), 100.0);
  EXPECT_GT(st4(15.0, 0.4), shortest_step);
  EXPECT_GT(wam4(15.0, 0.4), shortest_step);
}

TEST(StepLength, IsTheWholeStepInCalmAirAndGrownSeas) {
  for (double wind : {0.0, 5.0, 10.0, 15.0, 20.0, 30.0}) {
    const double fully_grown = 0.13 * gravity / std::max(wind, 5.0);  // Pierson and Moskowitz [Hz]
    EXPECT_EQ(wam4(wind, fully_grown, 0.004), 300.0) << wind;
    EXPECT_EQ(wam3(wind, fully_grown, 0.004), 300.0) << wind;
    EXPECT_EQ(st4(wind, fully_grown, 0.004), 300.0) << wind;
  }
}

TEST(StepLength, IsShortWhereASteepSeaDecays) {
  for (double peak : {0.1, 0.2}) {
    EXPECT_LT(wam4(0.0, peak), 300.0) << peak;
    EXPECT_LT(wam4(5.0, peak, 0.02), wam4(5.0, peak)) << peak;
    EXPECT_LT(wam3(0.0, peak, 0.02), 300.0) << peak;
    EXPECT_LT(st4(0.0, peak, 0.02), 300.0) << peak;
    EXPECT_EQ(st4(0.0, peak, 0.001), 300.0) << peak;
    EXPECT_EQ(wam4(0.0, peak, 0.001), 300.0) << peak;
  }
}

}  // namespace groundswell
