// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "placement/measured_tree.hpp"
#include "support/sentences.hpp"
#include "unit/placement/sample_networks.hpp"

namespace groundswell {
namespace {

// Hosts n0, n1, ...: each rack has a switch, and a top switch connects the switches of the racks.
SwitchTree make_tree(const std::vector<int>& rack_of) {
  std::vector<TreeSwitch> switches(std::size_t(std::ranges::max(rack_of)) + 1);
  TreeSwitch top{"top", {}, {}, 0};
  for (std::size_t rack = 0; rack < switches.size(); ++rack) {
    switches[rack].name = text("s", rack);
    top.switches.push_back(switches[rack].name);
  }
  for (std::size_t i = 0; i < rack_of.size(); ++i)
    switches[std::size_t(rack_of[i])].hosts.push_back(text("n", i));
  switches.push_back(top);
  return SwitchTree(switches, "tree.conf");
}

// Places on hosts n0, n1, ..., `n_on_host` on each, at the distances between their hosts; a message of 1 MB
// takes 100 times as long as one of 8 bytes.
NetworkModel make_model(const DistanceMatrix& distances, int n_on_host = 1) {
  std::vector<NetworkPlace> places;
  for (int i = 0; i < distances.size() * n_on_host; ++i)
    places.push_back({text("n", i / n_on_host, "/", i % n_on_host), text("n", i / n_on_host)});
  NetworkModel model(places, {8, 1'000'000});
  for (int a = 0; a < model.n_place(); ++a)
    for (int b = 0; b < model.n_place(); ++b)
      if (a != b) {
        const double d = a / n_on_host == b / n_on_host ? 0.1 : distances(a / n_on_host, b / n_on_host);
        model.set(0, a, b, 1e-6 * d);
        model.set(1, a, b, 1e-4 * d);
      }
  return model;
}

TEST(MeasuredTree, AgreesWithItsOwnNetwork) {
  std::mt19937 random(1);
  for (const double far : {1.0, 1.2, 3.0, 30.0})  // equal distances do not contradict the tree either
    for (int trial = 0; trial < 10; ++trial) {
      const std::vector<int> rack_of = test::deal_racks({8, 8, 5, 2, 1}, random);
      const NetworkModel model = make_model(test::make_racks(rack_of, far, 0.2, random), 1 + trial % 2);
      const auto sentences = find_contradictions(make_tree(rack_of), model);
      EXPECT_TRUE(sentences.empty()) << sentences.front();
    }
}

TEST(MeasuredTree, NamesAHostThatIsPluggedInElsewhere) {
  std::mt19937 random(2);
  for (const int n_rack : {2, 10}) {  // with ten racks, most other hosts are indeed far away
    const std::vector<int> rack_of = test::deal_racks(std::vector<int>(std::size_t(n_rack), 6), random);
    const NetworkModel model = make_model(test::make_racks(rack_of, 3.0, 0.1, random));
    std::vector<int> said = rack_of;
    said[4] = (rack_of[4] + 1) % n_rack;
    const auto sentences = find_contradictions(make_tree(said), model);
    ASSERT_EQ(sentences.size(), 1u);
    test::expect_words(sentences[0], {"tree.conf", ", n4 is nearer (1 switch) to ", "(3 switches or more)",
                                      " and 3 more", "us to the former", "us to the latter"});
  }
}

TEST(MeasuredTree, NamesAllWhereTheRacksAreWrong) {
  std::mt19937 random(3);
  const NetworkModel model = make_model(test::make_racks({0, 0, 0, 0, 1, 1, 1, 1}, 5.0, 0.1, random));
  EXPECT_EQ(find_contradictions(make_tree({0, 0, 1, 1, 0, 0, 1, 1}), model).size(), 8u);
}

TEST(MeasuredTree, NamesTheWorstFirst) {
  std::mt19937 random(7);
  DistanceMatrix distances = test::make_racks({0, 0, 0, 0, 1, 1, 1, 1}, 5.0, 0.1, random);
  for (const int other :
       {0, 1, 2}) {  // n3 is now even nearer to its true rack; the tree puts it into the other
    distances(3, other) *= 0.5;
    distances(other, 3) *= 0.5;
  }
  const auto sentences = find_contradictions(make_tree({0, 0, 1, 1, 0, 0, 1, 1}), make_model(distances));
  ASSERT_EQ(sentences.size(), 8u);
  test::expect_words(sentences[0], {"', n3 is nearer"});
}

TEST(MeasuredTree, NamesHostsThatItDoesNotKnow) {
  std::mt19937 random(4);
  const NetworkModel model = make_model(test::make_racks({0, 0, 1, 1}, 5.0, 0.1, random), 2);
  const SwitchTree tree = make_tree({0, 0, 1});
  const auto sentences = find_contradictions(tree, model);
  ASSERT_EQ(sentences.size(), 1u);
  test::expect_words(sentences[0], {"tree.conf", "does not name", "'n3'"});
  EXPECT_TRUE(find_contradictions(tree, NetworkModel()).empty());
  const DistanceMatrix distances = model.distances(8);
  test::expect_words(test::message_of([&] { choose_in_tree(tree, model.places(), distances, 2); }), {"'n3'"});
}

TEST(MeasuredTree, LooksAtWhatWasMeasuredOnly) {
  std::mt19937 random(5);
  const NetworkModel whole = make_model(test::make_racks({0, 0, 0, 1, 1, 1}, 5.0, 0.1, random));
  NetworkModel model(whole.places(), whole.bytes());
  EXPECT_TRUE(find_contradictions(make_tree({0, 0, 1, 1, 1, 0}), model).empty());
  for (const int other : {1, 2, 3, 5})
    for (int size = 0; size < 2; ++size) {
      model.set(size, 0, other, whole.measured(size, 0, other));
      model.set(size, other, 0, whole.measured(size, other, 0));
    }
  EXPECT_EQ(find_contradictions(make_tree({0, 1, 1, 0, 1, 0}), model).size(), 1u);  // n3, n5 are far from n0
}

TEST(MeasuredTree, ChoosesUnderTheSmallestSwitch) {
  std::mt19937 random(6);
  const std::vector<int> rack_of = test::deal_racks({4, 6, 6, 3}, random);
  DistanceMatrix distances = test::make_racks(rack_of, 0.2, 0.1, random);  // contradicts the tree
  const NetworkModel model = make_model(distances);
  const SwitchTree tree = make_tree(rack_of);
  for (int k = 1; k <= 19; ++k) {
    const std::vector<int> chosen = choose_in_tree(tree, model.places(), distances, k);
    ASSERT_EQ(int(chosen.size()), k);
    EXPECT_TRUE(std::ranges::is_sorted(chosen, std::less_equal()));
    std::vector<int> count(4, 0);
    for (const int place : chosen) ++count[std::size_t(rack_of[std::size_t(place)])];
    if (k > 6) continue;
    EXPECT_EQ(std::ranges::max(count), k);
    double least = 1e9;  // of all racks that are large enough
    for (int rack = 0; rack < 4; ++rack) {
      std::vector<int> places;
      for (int i = 0; i < int(rack_of.size()); ++i)
        if (rack_of[std::size_t(i)] == rack) places.push_back(i);
      if (int(places.size()) < k) continue;
      std::vector<int> best;
      for (const int which : choose_for_all_to_all(distances.part(places), k))
        best.push_back(places[std::size_t(which)]);
      least = std::min(least, sum_of_distances(distances, best));
    }
    EXPECT_DOUBLE_EQ(sum_of_distances(distances, chosen), least);
  }
  for (const int k : {0, 20})
    test::expect_words(test::message_of([&] { choose_in_tree(tree, model.places(), distances, k); }),
                       {"wanted"});
  const std::vector<int> exact = choose_in_tree(tree, model.places(), distances, 3, choose_exactly);
  EXPECT_LE(sum_of_distances(distances, exact),
            sum_of_distances(distances, choose_in_tree(tree, model.places(), distances, 3)));
}

}  // namespace
}  // namespace groundswell
