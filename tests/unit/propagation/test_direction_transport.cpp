// SPDX-License-Identifier: Apache-2.0
// Transport in direction alone: the broadening of a turning swell, and turns between frames.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "base/constants.hpp"
#include "propagation/direction_transport.hpp"

namespace groundswell {
namespace {

constexpr int n_dir = 36;
constexpr double width = 2.0 * pi / n_dir;

std::vector<float> make_swell(double spread, double mean) {
  std::vector<float> row;
  for (int dir = 0; dir < n_dir; ++dir) {
    const double off = std::remainder((dir + 0.5) * width - mean, 2.0 * pi) / spread;
    row.push_back(float(std::exp(-0.5 * off * off)));
  }
  return row;
}

struct Moments {
  double sum = 0.0, cosine = 0.0, sine = 0.0;
  explicit Moments(const std::vector<float>& row) {
    for (int dir = 0; dir < n_dir; ++dir) {
      sum += row[dir];
      cosine += row[dir] * std::cos((dir + 0.5) * width);
      sine += row[dir] * std::sin((dir + 0.5) * width);
    }
  }
  double spread_deg() const { return std::sqrt(2.0 * (1.0 - std::hypot(cosine, sine) / sum)) / degree; }
  double mean_deg() const { return std::atan2(sine, cosine) / degree; }
};

// Turns a row steadily by 60 degrees at Courant number 0.03, as on an ocean crossing.
std::vector<float> turn_60_degrees(std::vector<float> row) {
  std::vector<float> zero(n_dir + pack_width, 0.0f), scratch(turning_rows * (n_dir + 2 * row_margin));
  const auto [value, faces] = make_turning_scratch(scratch.data(), n_dir + 2 * row_margin);
  const FaceTables<float> face{zero.data(), zero.data(), zero.data(), zero.data()};
  const TurningCourant<float> courant{0.03f, 0.0f, 0.0f, 0.0f, 0.0f, 30.0f};
  for (int step = 0; step < 200; ++step) {
    for (int dir = 0; dir < n_dir; ++dir) value[dir] = row[dir];
    wrap_row(value, n_dir);
    compute_turning_flux<Wide<float>, true>(value, n_dir, courant, face, faces);
    finish_turn<Wide<float>>(value, faces, n_dir, row.data());
  }
  return row;
}

TEST(DirectionTransport, swell_of_16_degrees_turned_by_60_stays_below_19) {
  const std::vector<float> start = make_swell(16.1 * degree, 0.3), end = turn_60_degrees(start);
  const Moments before(start), after(end);
  EXPECT_NEAR(before.spread_deg(), 16.0, 0.5);
  EXPECT_LT(after.spread_deg(), 19.0);
  EXPECT_NEAR(after.mean_deg() - before.mean_deg(), 60.0, 0.5);
  EXPECT_NEAR(after.sum, before.sum, 1e-5 * before.sum);
  for (const float bin : end) EXPECT_GE(bin, 0.0f);
  std::printf("turn by 60 degrees: spread %.2f to %.2f degrees\n", before.spread_deg(), after.spread_deg());
}

TEST(DirectionTransport, row_turns_to_another_frame_without_loss) {
  std::vector<float> row(n_dir, 0.0f), out(n_dir), scratch(turning_rows * (n_dir + 2 * row_margin));
  row[3] = 2.0f;
  for (const double angle : {-3.0, -0.7, 0.0, 0.04, 1.0, 3.1}) {
    turn_row<Wide<float>>(row.data(), n_dir, make_row_turn<float>(angle, width, n_dir), out.data(),
                          scratch.data());
    EXPECT_NEAR(std::accumulate(out.begin(), out.end(), 0.0), 2.0, 1e-6) << angle;
    for (const float bin : out) EXPECT_GE(bin, 0.0f) << angle;
  }
  turn_row<Wide<float>>(row.data(), n_dir, make_row_turn<float>(-5.0 * width, width, n_dir), out.data(),
                        scratch.data());
  EXPECT_NEAR(out[(3 - 5 + n_dir) % n_dir], 2.0f, 1e-5);
  const std::vector<float> swell = make_swell(16.0 * degree, 0.3);
  turn_row<Wide<float>>(swell.data(), n_dir, make_row_turn<float>(2.345, width, n_dir), out.data(),
                        scratch.data());
  EXPECT_NEAR(Moments(out).mean_deg() - Moments(swell).mean_deg(), 2.345 / degree, 0.3);
  EXPECT_LT(Moments(out).spread_deg(), Moments(swell).spread_deg() + 0.5);
}

}  // namespace
}  // namespace groundswell
