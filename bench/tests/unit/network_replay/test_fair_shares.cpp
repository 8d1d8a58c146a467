// SPDX-License-Identifier: Apache-2.0
// Max-min fair shares, compared with exact solutions, and the event-driven replay, compared with one in tiny
// time steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "bench/network_replay/flow_replay.hpp"

namespace groundswell {
namespace {

using Links = std::vector<int>;

FlowRoutes make_routes(const std::vector<Links>& flows) {
  FlowRoutes routes;
  for (const Links& links : flows)
    routes.add([&](std::vector<int>& all) { all.insert(all.end(), links.begin(), links.end()); });
  return routes;
}

std::vector<double> share(const std::vector<Links>& flows, const std::vector<double>& capacity) {
  const FlowRoutes routes = make_routes(flows);
  std::vector<int> active(flows.size());
  std::iota(active.begin(), active.end(), 0);
  std::vector<double> rate(flows.size(), -1.0);
  FairShares(routes, capacity).compute(active, rate);
  return rate;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-9) << "flow " << i;
}

TEST(FairShares, TwoFlowsHalveALink) {
  expect_near(share({{0}, {0}}, {10}), {5, 5});
}

TEST(FairShares, EachPairOfThreeLinksHasAFlow) {
  expect_near(share({{0, 1}, {1, 2}, {2, 0}}, {1, 1, 1}), {0.5, 0.5, 0.5});
  expect_near(share({{0, 1}, {1, 2}, {2, 0}}, {1, 2, 4}), {0.5, 1.5, 0.5});
}

// A chain of links, as in Bertsekas and Gallager: one flow over all of them, and one over each link.
TEST(FairShares, ALongFlowGetsWhatItsNarrowestLinkGives) {
  expect_near(share({{0, 1, 2}, {0}, {1}, {2}}, {2, 1, 4}), {0.5, 1.5, 0.5, 3.5});
  // Three flows use the first link; two of these and a fourth flow use the second, which has more capacity.
  expect_near(share({{0}, {0, 1}, {0, 1}, {1}}, {3, 9}), {1, 1, 1, 7});
  // Capacity that some flows cannot use goes to those that can, in two rounds.
  expect_near(share({{0}, {0, 1}, {1, 2}, {2}, {2}}, {10, 3, 1}),
              {10 - (3 - 1.0 / 3), 3 - 1.0 / 3, 1.0 / 3, 1.0 / 3, 1.0 / 3});
}

TEST(FairShares, InactiveFlowsKeepTheirRateAndTakeNothing) {
  const FlowRoutes routes = make_routes({{0}, {0}, {0}});
  const std::vector<double> capacity{6};
  std::vector<double> rate(3, -1.0);
  FairShares shares(routes, capacity);
  shares.compute(std::vector<int>{0, 2}, rate);
  expect_near(rate, {3, -1, 3});
  shares.compute(std::vector<int>{1}, rate);
  expect_near(rate, {3, 6, 3});
}

struct RandomFlows {
  std::vector<Links> flows;
  std::vector<double> capacity, bytes;
};

RandomFlows draw_flows(std::mt19937& random, int n_link, int n_flow) {
  const auto draw = [&](int n) { return int(random() % unsigned(n)); };
  RandomFlows drawn;
  for (int link = 0; link < n_link; ++link) drawn.capacity.push_back(1 + draw(9));
  for (int flow = 0; flow < n_flow; ++flow) {
    Links links(static_cast<std::size_t>(n_link));
    std::iota(links.begin(), links.end(), 0);
    std::shuffle(links.begin(), links.end(), random);
    links.resize(std::size_t(1 + draw(std::min(4, n_link))));
    drawn.flows.push_back(links);
    drawn.bytes.push_back(1 + draw(20));
  }
  return drawn;
}

// The definition of the allocation: every flow has a full link on which no flow has more.
TEST(FairShares, EveryFlowHasAFullLinkOnWhichNobodyHasMore) {
  std::mt19937 random(1);
  for (int turn = 0; turn < 200; ++turn) {
    const RandomFlows drawn = draw_flows(random, 1 + turn % 12, 1 + turn % 40);
    const std::vector<double> rate = share(drawn.flows, drawn.capacity);
    std::vector<double> used(drawn.capacity.size(), 0.0), most(drawn.capacity.size(), 0.0);
    for (std::size_t flow = 0; flow < rate.size(); ++flow)
      for (const int link : drawn.flows[flow]) {
        used[std::size_t(link)] += rate[flow];
        most[std::size_t(link)] = std::max(most[std::size_t(link)], rate[flow]);
      }
    for (std::size_t link = 0; link < used.size(); ++link) EXPECT_LE(used[link], drawn.capacity[link] + 1e-9);
    for (std::size_t flow = 0; flow < rate.size(); ++flow)
      EXPECT_TRUE(std::ranges::any_of(drawn.flows[flow],
                                      [&](int link) {
                                        const auto l = std::size_t(link);
                                        return used[l] > drawn.capacity[l] - 1e-9 &&
                                               most[l] <= rate[flow] + 1e-9;
                                      }))
          << "flow " << flow << " of turn " << turn;
  }
}

// Rates are found by raising all of them by the same small amount until a link is full; time advances in
// small steps.
class TinySteps {
 public:
  TinySteps(const RandomFlows& drawn, double step) : drawn_(drawn), step_(step) {}

  std::vector<double> run() {
    std::vector<double> left = drawn_.bytes, finish(left.size(), 0.0);
    for (double now = 0.0; std::ranges::any_of(left, [](double bytes) { return bytes > 0; }); now += step_) {
      const std::vector<double> rate = fill(left);
      for (std::size_t flow = 0; flow < left.size(); ++flow) {
        if (left[flow] <= 0) continue;
        left[flow] -= rate[flow] * step_;
        if (left[flow] <= 0) finish[flow] = now + step_;
      }
    }
    return finish;
  }

 private:
  std::vector<double> fill(const std::vector<double>& left) const {
    constexpr double raise = 1.0 / 512;
    std::vector<double> rate(left.size(), 0.0), used(drawn_.capacity.size(), 0.0);
    std::vector<bool> may_grow;
    for (const double bytes : left) may_grow.push_back(bytes > 0);
    while (std::ranges::any_of(may_grow, [](bool may) { return may; }))
      for (std::size_t flow = 0; flow < left.size(); ++flow) {
        if (!may_grow[flow]) continue;
        const auto is_full = [&](int link) {
          return used[std::size_t(link)] + raise > drawn_.capacity[std::size_t(link)] + 1e-9;
        };
        may_grow[flow] = std::ranges::none_of(drawn_.flows[flow], is_full);
        if (!may_grow[flow]) continue;
        rate[flow] += raise;
        for (const int link : drawn_.flows[flow]) used[std::size_t(link)] += raise;
      }
    return rate;
  }

  const RandomFlows& drawn_;
  double step_;
};

TEST(FlowReplay, AgreesWithTinyStepsOfTime) {
  std::mt19937 random(2);
  for (int turn = 0; turn < 6; ++turn) {
    const RandomFlows drawn = draw_flows(random, 3 + turn, 8);
    const std::vector<double> slow = TinySteps(drawn, 0.05).run();
    const std::vector<double> found =
        replay_flows(make_routes(drawn.flows), drawn.capacity, drawn.bytes, 0.0);
    for (std::size_t flow = 0; flow < slow.size(); ++flow)
      EXPECT_NEAR(found[flow], slow[flow], 0.02 * slow[flow] + 0.1) << "flow " << flow << " of turn " << turn;
  }
}

TEST(FlowReplay, WhatEndsLeavesItsShareToOthers) {
  // Both flows get 5 B/s until 2 s; then the second gets 10 B/s for its last 20 bytes.
  expect_near(
      replay_flows(make_routes({{0}, {0}}), std::vector<double>{10}, std::vector<double>{10, 30}, 0.0),
      {2, 4});
  // A flow without bytes takes no time.
  expect_near(replay_flows(make_routes({{0}, {0}}), std::vector<double>{10}, std::vector<double>{0, 30}, 0.0),
              {0, 3});
}

TEST(FlowReplay, GrowsWithTheBytesAndHardlyWithTheTolerance) {
  std::mt19937 random(3);
  const RandomFlows drawn = draw_flows(random, 20, 300);
  const FlowRoutes routes = make_routes(drawn.flows);
  std::vector<double> triple = drawn.bytes;
  for (double& bytes : triple) bytes *= 3.0;
  const std::vector<double> exact = replay_flows(routes, drawn.capacity, drawn.bytes, 0.0);
  const std::vector<double> larger = replay_flows(routes, drawn.capacity, triple, 0.0);
  const std::vector<double> rough = replay_flows(routes, drawn.capacity, drawn.bytes, 0.01);
  for (std::size_t flow = 0; flow < exact.size(); ++flow) {
    EXPECT_NEAR(larger[flow], 3.0 * exact[flow], 1e-9 * larger[flow]);
    EXPECT_NEAR(rough[flow], exact[flow], 0.03 * exact[flow]);
  }
}

// The bytes of a link cannot all have passed earlier than its capacity allows.
TEST(FlowReplay, NothingIsLostAndNoLinkGivesMoreThanItHas) {
  std::mt19937 random(4);
  for (int turn = 0; turn < 50; ++turn) {
    const RandomFlows drawn = draw_flows(random, 6, 30);
    const std::vector<double> finish =
        replay_flows(make_routes(drawn.flows), drawn.capacity, drawn.bytes, 0.0);
    std::vector<double> carried(6, 0.0), last(6, 0.0);
    for (std::size_t flow = 0; flow < finish.size(); ++flow) {
      EXPECT_GT(finish[flow], 0.0);
      for (const int link : drawn.flows[flow]) {
        carried[std::size_t(link)] += drawn.bytes[flow];
        last[std::size_t(link)] = std::max(last[std::size_t(link)], finish[flow]);
      }
    }
    for (std::size_t link = 0; link < 6; ++link)
      EXPECT_GE(last[link] * drawn.capacity[link], carried[link] * (1 - 1e-9));
  }
}

}  // namespace
}  // namespace groundswell
