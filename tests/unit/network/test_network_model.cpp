// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "network/network_model.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

// Two places with the same time in both directions and for all sizes.
NetworkModel make_model(const std::vector<std::int64_t>& bytes, double seconds) {
  NetworkModel model({{"a", "a"}, {"b", "b"}}, bytes);
  for (int size = 0; size < int(bytes.size()); ++size) {
    model.set(size, 0, 1, seconds);
    model.set(size, 1, 0, seconds);
  }
  return model;
}

TEST(network_model, an_update_changes_the_sizes_that_both_have) {
  NetworkModel model = make_model({8, 64, 4096}, 1.0);
  const NetworkDrift drift = model.update(make_model({8, 4096, 65536}, 3.0), 0.25);
  EXPECT_EQ(drift.n_pair, 2);
  EXPECT_DOUBLE_EQ(drift.median_ratio, 3.0);
  EXPECT_EQ(model.bytes(), (std::vector<std::int64_t>{8, 64, 4096}));
  EXPECT_DOUBLE_EQ(model.measured(0, 0, 1), 1.5);
  EXPECT_DOUBLE_EQ(model.measured(1, 0, 1), 1.0);
  EXPECT_DOUBLE_EQ(model.measured(2, 1, 0), 1.5);
}

TEST(network_model, an_update_without_a_common_size_is_refused) {
  NetworkModel model = make_model({8, 64}, 1.0);
  test::expect_words(test::message_of([&] { model.update(make_model({16}, 2.0), 0.5); }), {"other sizes"});
  test::expect_words(test::message_of([&] {
                       model.update(NetworkModel({{"a", "a"}}, {8}), 0.5);
                     }),
                     {"other places"});
  EXPECT_DOUBLE_EQ(model.measured(0, 0, 1), 1.0);
}

TEST(network_model, a_pair_is_known_with_all_its_sizes) {
  NetworkModel model({{"a", "a"}, {"b", "b"}}, {8, 64});
  model.set(0, 0, 1, 1.0);
  EXPECT_FALSE(model.has_pair(0, 1));
  model.set(1, 0, 1, 1.0);
  EXPECT_TRUE(model.has_pair(0, 1));
  EXPECT_FALSE(model.has_pair(1, 0));
  EXPECT_FALSE(NetworkModel().has_pair(0, 1));
}

}  // namespace
}  // namespace groundswell
