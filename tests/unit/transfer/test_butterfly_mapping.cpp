// SPDX-License-Identifier: Apache-2.0
// The published examples of mapping processes onto the kernel, and properties for any sizes.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <random>

#include "transfer/butterfly_mapping.hpp"

namespace groundswell {
namespace {

// Zhang et al. 2016, figure 4: five senders and eight kernel processes; ten receivers on the same eight.
TEST(ButterflyMapping, GivesThePublishedOrderOfSenders) {
  const std::vector<std::int64_t> sizes{9, 10, 8, 6, 7};
  EXPECT_EQ(pairing_order(sizes, 8), (std::vector<int>{4, 3, 2, 5, 1, 7, 0, 6}));
  EXPECT_EQ(map_to_kernel(sizes, 8), (std::vector<int>{6, 4, 2, 1, 0}));
}

TEST(ButterflyMapping, GivesThePublishedOrderOfReceivers) {
  const std::vector<std::int64_t> sizes{6, 10, 7, 7, 6, 10, 5, 9, 6, 11};
  EXPECT_EQ(pairing_order(sizes, 16),
            (std::vector<int>{9, 15, 7, 12, 4, 8, 3, 10, 1, 14, 5, 13, 0, 6, 2, 11}));
  EXPECT_EQ(map_to_kernel(sizes, 8), (std::vector<int>{6, 4, 7, 3, 2, 5, 6, 1, 2, 0}));
}

TEST(ButterflyMapping, SpreadsAnySizesEvenly) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const int n_kernel = 1 << random() % 6;
    std::vector<std::int64_t> sizes(1 + random() % 70);
    for (std::int64_t& size : sizes) size = std::int64_t(random() % 1000);
    const std::vector<int> kernel_of = map_to_kernel(sizes, n_kernel);
    std::vector<int> n_process(std::size_t(n_kernel), 0);
    std::vector<std::int64_t> load(std::size_t(n_kernel), 0);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      ASSERT_GE(kernel_of[i], 0);
      ASSERT_LT(kernel_of[i], n_kernel);
      ++n_process[std::size_t(kernel_of[i])];
      load[std::size_t(kernel_of[i])] += sizes[i];
    }
    const int share = std::max(int(std::bit_ceil(sizes.size())), n_kernel) / n_kernel;
    EXPECT_LE(std::ranges::max(n_process), share);
    const std::int64_t total = std::accumulate(sizes.begin(), sizes.end(), std::int64_t(0));
    EXPECT_LE(std::ranges::max(load), total / n_kernel + std::ranges::max(sizes));
  }
}

}  // namespace
}  // namespace groundswell
