// SPDX-License-Identifier: Apache-2.0
// The predicted time of an exchange, against sums by hand.
#include <gtest/gtest.h>

#include "placement/prediction.hpp"
#include "placement/prediction_error.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::expect_words;
using test::message_of;

// Three nodes: a message takes a latency plus a nanosecond per byte, twice as long to and from node 2, and a
// microsecond longer from node 0 to node 1 than back.
NetworkModel three_nodes(double factor = 1.0) {
  NetworkModel network({{"a", "a"}, {"b", "b"}, {"c", "c"}}, {1000, 2000});
  for (int size = 0; size < 2; ++size)
    for (int from = 0; from < 3; ++from)
      for (int to = 0; to < 3; ++to) {
        const double seconds = 1e-6 + 1e-6 * (size + 1) + (from == 0 && to == 1 ? 1e-6 : 0.0);
        network.set(size, from, to, factor * seconds * (from == 2 || to == 2 ? 2.0 : 1.0));
      }
  return network;
}

const std::vector<int> nodes{0, 0, 1, 2};
// The message from rank 0 to rank 1 stays on node 0. Node 0 sends 1000 and 1500 bytes to node 1, and 2000
// bytes to node 2.
const std::vector<RankLink> links{{0, 1, 9000}, {0, 2, 1000}, {1, 2, 1500},
                                  {1, 3, 2000}, {3, 0, 1000}, {2, 3, 1}};

TEST(prediction, is_that_of_the_slowest_node) {
  const ExchangePrediction found = predict_exchange(links, nodes, three_nodes());
  // In microseconds: node 0 out: 3 + 3.5 + 6, in: 4; node 1 out: 4, in: 6.5; node 2 out: 4, in: 6 + 4.
  ASSERT_EQ(found.node_seconds.size(), 3u);
  EXPECT_NEAR(found.node_seconds[0], 12.5e-6, 1e-15);
  EXPECT_NEAR(found.node_seconds[1], 6.5e-6, 1e-15);
  EXPECT_NEAR(found.node_seconds[2], 10e-6, 1e-15);
  EXPECT_NEAR(found.seconds, 12.5e-6, 1e-15);
  EXPECT_EQ(found.slowest, 0);
  EXPECT_EQ(found.contention, 1.0);
  EXPECT_NEAR(found.sum, (3 + 3.5 + 6 + 4 + 4) * 1e-6, 1e-15);
  EXPECT_EQ(found.n_message, 5);
  EXPECT_EQ(found.most_messages, 4);
}

TEST(prediction, takes_times_under_load_where_there_are_some) {
  const ExchangePrediction all = predict_exchange(links, nodes, three_nodes(), three_nodes(3.0));
  EXPECT_NEAR(all.seconds, 37.5e-6, 1e-15);
  EXPECT_NEAR(all.contention, 3.0, 1e-12);
  NetworkModel some({{"a", "a"}, {"b", "b"}, {"c", "c"}}, {1000, 2000});
  for (int size = 0; size < 2; ++size) some.set(size, 2, 0, 20e-6);
  const ExchangePrediction one = predict_exchange(links, nodes, three_nodes(), some);
  EXPECT_NEAR(one.seconds, 20e-6, 1e-15);  // the time node 0 takes to receive
  EXPECT_EQ(one.slowest, 0);
  EXPECT_NEAR(one.contention, 20.0 / 12.5, 1e-12);
}

TEST(prediction, a_message_larger_than_those_under_load_is_slower_as_the_largest_of_them) {
  NetworkModel load({{"a", "a"}, {"b", "b"}, {"c", "c"}}, {1000});
  load.set(0, 0, 2, 12e-6);  // 4e-6 without load
  const std::vector<RankLink> one{{0, 3, 2000}};
  EXPECT_NEAR(predict_exchange(one, nodes, three_nodes(), load).seconds, 3 * 6e-6, 1e-15);
}

TEST(prediction, nothing_takes_no_time) {
  const ExchangePrediction inside = predict_exchange(links, std::vector{1, 1, 1, 1}, three_nodes());
  EXPECT_EQ(inside.seconds, 0.0);
  EXPECT_EQ(inside.slowest, -1);
  EXPECT_EQ(inside.n_message, 0);
  EXPECT_EQ(predict_exchange({}, nodes, three_nodes()).seconds, 0.0);
}

TEST(prediction, what_does_not_fit_is_said) {
  const NetworkModel network = three_nodes();
  expect_words(message_of([&] {
                 predict_exchange(links, std::vector{0, 0, 1, 3}, network);
               }),
               {"node 3", "has 3"});
  expect_words(message_of([&] {
                 predict_exchange(links, std::vector{0, 0, 1}, network);
               }),
               {"rank 1 to 3", "3 ranks"});
  expect_words(message_of([&] {
                 predict_exchange(links, nodes, network, network.part(std::vector{0, 1}));
               }),
               {"different places with and without load"});
  expect_words(message_of([&] { predict_exchange(links, nodes, NetworkModel(network.places(), {8})); }),
               {"was not measured"});
}

// Measured at a size between those of the model. From place 0 to place 1 a message takes twice as long as
// predicted, elsewhere as long as predicted.
TEST(prediction, is_compared_with_what_is_measured_later) {
  const NetworkModel model = three_nodes();
  NetworkModel later(model.places(), {1500, 4000});
  later.set(0, 0, 1, 2 * 3.5e-6);
  later.set(0, 1, 0, 2.5e-6);
  later.set(0, 1, 2, 5e-6);
  const std::vector<PredictionError> errors = compare_prediction(model, later);
  ASSERT_EQ(errors.size(), 1u);  // nothing was measured for 4000 bytes
  EXPECT_EQ(errors[0].bytes, 1500);
  EXPECT_NEAR(errors[0].predicted, 3.5e-6, 1e-15);
  EXPECT_NEAR(errors[0].measured, 5e-6, 1e-15);
  EXPECT_NEAR(errors[0].median, 0.0, 1e-12);
  EXPECT_NEAR(errors[0].most, 1.0, 1e-12);
  EXPECT_EQ(errors[0].from, 0);
  EXPECT_EQ(errors[0].to, 1);
  expect_words(message_of([&] {
                 compare_prediction(NetworkModel({{"x", "x"}}, {1}), later);
               }),
               {"same places"});
}

}  // namespace
}  // namespace groundswell
