// SPDX-License-Identifier: Apache-2.0
#include "bench/network_replay/flow_replay.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr double rounding = 1e-12;

}  // namespace

std::vector<double> replay_flows(const FlowRoutes& routes, std::span<const double> capacity,
                                 std::span<const double> bytes, double tolerance) {
  ensure(int(bytes.size()) == routes.n_flow(), bytes.size(), " sizes for ", routes.n_flow(), " flows");
  std::vector<double> left(bytes.begin(), bytes.end()), finish(bytes.size(), 0.0), rate(bytes.size(), 0.0);
  std::vector<int> active;
  for (int flow = 0; flow < routes.n_flow(); ++flow)
    if (bytes[std::size_t(flow)] > 0.0) active.push_back(flow);
  FairShares shares(routes, capacity);
  for (double now = 0.0; !active.empty();) {
    shares.compute(active, rate);
    double first = std::numeric_limits<double>::infinity();
    for (const int flow : active) first = std::min(first, left[std::size_t(flow)] / rate[std::size_t(flow)]);
    const double passed = first + std::max(tolerance, rounding) * (now + first);
    std::erase_if(active, [&](int flow) {
      const auto f = std::size_t(flow);
      const double needed = left[f] / rate[f];
      if (needed <= passed) finish[f] = now + needed;
      left[f] -= rate[f] * passed;
      return needed <= passed;
    });
    now += passed;
  }
  return finish;
}

}  // namespace groundswell
