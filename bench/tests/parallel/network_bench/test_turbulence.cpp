// SPDX-License-Identifier: Apache-2.0
// Fourier transforms by slab and pencil decomposition, and turbulence computed with them, compared with sums
// on one rank and with exact solutions.
#include <gtest/gtest.h>

#include "bench/network/turbulence.hpp"
#include "bench/tests/parallel/network_bench/slow_fourier.hpp"
#include "support/parallel_world.hpp"

namespace groundswell {
namespace {

using test::Complex;
using test::Cubes;
using test::world;

constexpr double rounding = 1e-13;

// A field without symmetry, with divergence, and with waves that the 2/3 rule drops.
std::array<double, 3> rough(double x, double y, double z) {
  return {std::sin(x + 2 * y) + 0.5 * std::cos(3 * z - y) + 0.25,
          std::cos(2 * x) * std::sin(y + z) + std::sin(z),
          std::sin(x) * std::cos(y) + 0.3 * std::sin(2 * z + x) + 0.2 * std::cos(4 * x + 5 * y)};
}

// The Arnold-Beltrami-Childress flow: it equals its own curl, so that only viscosity changes it.
std::array<double, 3> beltrami(double x, double y, double z) {
  return {std::sin(z) + 0.7 * std::cos(y), 0.4 * std::sin(x) + std::cos(z),
          0.7 * std::sin(y) + 0.4 * std::cos(x)};
}

// The maximum difference between this rank's values and those of the whole cube.
double difference(const SlabFft& fft, const GridVectors& values, const Cubes& whole) {
  double most = 0.0;
  const std::size_t first = std::size_t(fft.x().begin * fft.n() * fft.n());
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t i = 0; i < values[c].size(); ++i)
      most = std::max(most, std::abs(values[c][i] - whole[c][first + i].real()));
  return most;
}

Cubes slow_values(const Cubes& coefficients, int n) {
  Cubes values;
  for (std::size_t c = 0; c < 3; ++c) values[c] = test::slow_transform(coefficients[c], n, 1);
  return values;
}

class Turbulences : public testing::TestWithParam<bool> {
 protected:
  static SlabFftSettings settings(int n) { return {n, GetParam(), "p2p"}; }
};

// The cases include fewer planes than ranks, and odd numbers of points.
TEST_P(Turbulences, TransformsAreTheirSums) {
  for (const int n : {2, 3, 6, 7, 9}) {
    SlabFft fft(world(), settings(n));
    const Cubes whole = test::sample(rough, n), expected = test::slow_coefficients(whole, n);
    GridVectors values = fft.make_values();
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t i = 0; i < values[c].size(); ++i)
        values[c][i] = whole[c][std::size_t(fft.x().begin * n * n) + i].real();
    WaveVectors found = fft.make_coefficients();
    fft.to_coefficients(values, found);
    for (std::size_t c = 0; c < 3; ++c) {
      std::size_t i = 0;
      for (std::int64_t y = fft.ky().begin; y < fft.ky().end; ++y)
        for (int x = 0; x < n; ++x)
          for (std::int64_t z = fft.kz().begin; z < fft.kz().end; ++z, ++i)
            ASSERT_LT(std::abs(found[c][i] - expected[c][test::place(n, x, int(y), int(z))]), rounding) << n;
      ASSERT_EQ(i, found[c].size());
    }
    GridVectors again = fft.make_values();
    fft.to_values(found, again);
    ASSERT_LT(difference(fft, again, whole), rounding);
  }
}

TEST_P(Turbulences, EveryCoefficientLiesOnOneRank) {
  const SlabFft fft(world(), settings(10));
  const std::int64_t n_mine = fft.ky().size() * fft.kz().size();
  EXPECT_EQ(world().sum(n_mine), 10 * 6);
  EXPECT_EQ(world().sum(fft.x().size()), 10);
}

// With 9 points the 2/3 rule drops waves with wavenumber 3, and with 10 it keeps them.
TEST_P(Turbulences, AStepIsThatOfSlowSums) {
  constexpr double viscosity = 0.05, dt = 0.02;
  for (const int n : {9, 10}) {
    Turbulence flow(world(), settings(n), viscosity);
    flow.set_velocity(rough);
    Cubes u = test::slow_coefficients(test::sample(rough, n), n);
    test::slow_project(u, n);
    EXPECT_LT(difference(flow.fft(), flow.make_velocity(), slow_values(u, n)), rounding);
    const Cubes start = slow_values(u, n);
    for (int step = 0; step < 2; ++step) {
      flow.step(dt);
      u = test::slow_step(u, dt, [&](const Cubes& at) { return test::slow_change(at, n, viscosity); });
    }
    EXPECT_LT(difference(flow.fft(), flow.make_velocity(), slow_values(u, n)), rounding);
    EXPECT_GT(world().max(difference(flow.fft(), flow.make_velocity(), start)), 0.01);
  }
}

TEST_P(Turbulences, AStepIsThatOfOneRank) {
  const Communicator self = Communicator::self();
  Turbulence flow(world(), settings(16), 0.01), alone(self, settings(16), 0.01);
  for (Turbulence* one : {&flow, &alone}) {
    one->set_velocity(taylor_green);
    for (int step = 0; step < 3; ++step) one->step(0.05);
  }
  const GridVectors mine = flow.make_velocity(), all = alone.make_velocity();
  const std::size_t first = std::size_t(flow.fft().x().begin * 16 * 16);
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t i = 0; i < mine[c].size(); ++i) ASSERT_NEAR(mine[c][i], all[c][first + i], rounding);
  EXPECT_NEAR(flow.energy(), alone.energy(), rounding);
}

TEST_P(Turbulences, ABeltramiFlowDecaysAsItMust) {
  Turbulence flow(world(), settings(12), 0.1);
  flow.set_velocity(beltrami);
  const double energy = flow.energy();
  EXPECT_NEAR(energy, 0.5 * (1.0 + 0.49 + 0.16), rounding);
  for (int step = 0; step < 10; ++step) flow.step(0.01);
  const double decay = std::exp(-0.1 * 0.1);
  EXPECT_NEAR(flow.energy(), energy * decay * decay, 1e-12);
  const Cubes exact = test::sample(
      [&](double x, double y, double z) {
        auto u = beltrami(x, y, z);
        for (double& component : u) component *= decay;
        return u;
      },
      12);
  EXPECT_LT(difference(flow.fft(), flow.make_velocity(), exact), 1e-12);
}

TEST_P(Turbulences, TaylorGreenVorticesStartAsPublished) {
  constexpr double viscosity = 0.01, dt = 1e-4;
  Turbulence flow(world(), settings(12), viscosity);
  flow.set_velocity(taylor_green);
  EXPECT_NEAR(flow.energy(), 0.125, rounding);
  flow.step(dt);
  EXPECT_NEAR((0.125 - flow.energy()) / dt, 0.75 * viscosity, 1e-6);
}

TEST_P(Turbulences, TheNonlinearTermKeepsTheEnergyAndNothingDiverges) {
  Turbulence flow(world(), settings(15), 0.0);
  flow.set_velocity(rough);
  EXPECT_LT(std::abs(flow.nonlinear_gain()), rounding);
  const double energy = flow.energy();
  for (int step = 0; step < 5; ++step) flow.step(0.01);
  EXPECT_LT(std::abs(flow.nonlinear_gain()), rounding);
  EXPECT_NEAR(flow.energy(), energy, 1e-8 * energy);
  EXPECT_LT(flow.divergence(), rounding);
}

std::string split_name(const testing::TestParamInfo<bool>& info) {
  return info.param ? "Pencils" : "Slabs";
}
INSTANTIATE_TEST_SUITE_P(By, Turbulences, testing::Bool(), split_name);

}  // namespace
}  // namespace groundswell
