// SPDX-License-Identifier: Apache-2.0
// exp, log and transposes of packs against the standard library and plain loops.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "simd/math.hpp"
#include "simd/pack_transpose.hpp"

namespace groundswell {

// The stated accuracy needs fused multiply-add; builds with sanitizers do not fuse, and the argument
// reduction then rounds once more.
#if defined(__SANITIZE_ADDRESS__)
constexpr double rounding = 4.0;
#else
constexpr double rounding = 1.0;
#endif

TEST(PackMath, ExponentialIsAccurateToSingle) {
  double worst = 0.0;
  for (double x = -86.9; x < 87.9; x += 0.00037) {
    const double exact = std::exp(double(float(x)));
    worst = std::max(worst, std::abs(exponential(float(x)) / exact - 1.0));
    worst = std::max(worst, std::abs(exponential(Pack(float(x)))[3] / exact - 1.0));
  }
  EXPECT_LT(worst, 1.5e-6 * rounding);
  EXPECT_EQ(exponential(0.0f), 1.0f);
  EXPECT_LT(exponential(-1e30f), 2e-38f);
}

TEST(PackMath, ExponentialOfModestNumbersIsAccurateTo4em7) {
  double worst = 0.0;
  for (double x = -12.0; x < 12.0; x += 0.00011)
    worst = std::max(worst, std::abs(exponential(Pack(float(x)))[0] / std::exp(double(float(x))) - 1.0));
  EXPECT_LT(worst, 4e-7 * rounding);
}

TEST(PackMath, LogarithmIsAccurateToSingle) {
  double worst = 0.0;
  for (double x = 1e-37; x < 1e37; x *= 1.00037) {
    const double exact = std::log(double(float(x)));
    for (double value : {double(logarithm(float(x))), double(logarithm(Pack(float(x)))[5])})
      worst = std::max(worst, std::abs(value - exact) / std::max(1.0, std::abs(exact)));
  }
  EXPECT_LT(worst, 3e-7);
  EXPECT_EQ(logarithm(1.0f), 0.0f);
}

TEST(PackMath, WholePartAndExtremeLanes) {
  Pack a(0);
  for (int lane = 0; lane < pack_width; ++lane) a.set(lane, 1.75f * float((lane * 5) % 8));
  EXPECT_EQ(highest_lane(a), 1.75f * 7);
  EXPECT_EQ(lowest_lane(a), 0.0f);
  for (int lane = 0; lane < pack_width; ++lane) EXPECT_EQ(whole_part(a)[lane], std::floor(a[lane]));
  EXPECT_TRUE(any(a > Pack(12)));
  EXPECT_FALSE(any(a > Pack(13)));
}

TEST(PackTranspose, GoesThereAndBackForAnyLength) {
  for (int n_col : {1, 7, 8, 20, 64, 1260}) {
    std::vector<std::vector<float>> rows(8, std::vector<float>(std::size_t(n_col) + 1, -1.0f));
    const float* in[8];
    float* out[8];
    for (int i = 0; i < 8; ++i) {
      for (int col = 0; col < n_col; ++col) rows[std::size_t(i)][std::size_t(col)] = float(1000 * i + col);
      in[i] = out[i] = rows[std::size_t(i)].data();
    }
    std::vector<Pack> packs(std::size_t(n_col), Pack(0));
    load_rows(in, n_col, packs.data(), [](int col) { return col % 2 ? 2.0f : 1.0f; });
    for (int col = 0; col < n_col; ++col)
      for (int i = 0; i < 8; ++i)
        ASSERT_EQ(packs[std::size_t(col)][i], float(1000 * i + col) * (col % 2 ? 2.0f : 1.0f));
    out[2] = nullptr;
    store_rows(packs.data(), n_col, out, [](int) { return 3.0f; });
    for (int i = 0; i < 8; ++i) {
      for (int col = 0; col < n_col; ++col) {
        const float one = float(1000 * i + col);
        ASSERT_EQ(rows[std::size_t(i)][std::size_t(col)],
                  i == 2 ? one : 3.0f * one * (col % 2 ? 2.0f : 1.0f));
      }
      ASSERT_EQ(rows[std::size_t(i)].back(), -1.0f) << "written beyond the row";
    }
  }
}

}  // namespace groundswell
