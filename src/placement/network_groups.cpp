// SPDX-License-Identifier: Apache-2.0
#include "placement/network_groups.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/error.hpp"
#include "base/median.hpp"

namespace groundswell {
namespace {

struct Join {
  int a = 0, b = 0;
  double seconds = 0.0;
};

// The edges of the minimum spanning tree of all places (Prim), in ascending order: these are the joins of
// single linkage.
std::vector<Join> find_joins(const DistanceMatrix& distances) {
  const int n = distances.size();
  std::vector<Join> joins;
  std::vector<Join> nearest(std::size_t(n), Join{0, 0, std::numeric_limits<double>::infinity()});
  std::vector<bool> is_in(std::size_t(n), false);
  for (int last = 0, n_in = 1; n_in < n; ++n_in) {
    is_in[std::size_t(last)] = true;
    int next = -1;
    for (int place = 0; place < n; ++place) {
      if (is_in[std::size_t(place)]) continue;
      Join& join = nearest[std::size_t(place)];
      const double seconds = 0.5 * distances.both_ways(last, place);
      if (seconds < join.seconds) join = {last, place, seconds};
      if (next < 0 || join.seconds < nearest[std::size_t(next)].seconds) next = place;
    }
    joins.push_back(nearest[std::size_t(next)]);
    last = next;
  }
  std::ranges::sort(joins, {}, &Join::seconds);
  return joins;
}

// The number of joins before the largest leap, or of all joins if no leap reaches `least_leap`.
std::size_t find_leap(const std::vector<Join>& joins, double least_leap) {
  std::size_t n_before = joins.size();
  double largest = least_leap;
  for (std::size_t i = 1; i < joins.size(); ++i) {
    const double leap = joins[i].seconds / std::max(joins[i - 1].seconds, 1e-12);
    if (leap < largest) continue;
    largest = leap;
    n_before = i;
  }
  return n_before;
}

}  // namespace

std::vector<std::vector<int>> find_groups(const NetworkModel& model, double bytes, double least_leap) {
  const std::vector<Join> joins = find_joins(model.distances(bytes));
  std::vector<int> group(std::size_t(model.n_place()));
  std::iota(group.begin(), group.end(), 0);
  for (std::size_t i = 0; i < find_leap(joins, least_leap); ++i) {
    const int a = group[std::size_t(joins[i].a)], b = group[std::size_t(joins[i].b)];
    std::ranges::replace(group, std::max(a, b), std::min(a, b));
  }
  std::vector<std::vector<int>> groups;
  std::vector<int> number(group.size(), -1);
  for (int place = 0; place < model.n_place(); ++place) {
    int& at = number[std::size_t(group[std::size_t(place)])];
    if (at < 0) {
      at = int(groups.size());
      groups.emplace_back();
    }
    groups[std::size_t(at)].push_back(place);
  }
  return groups;
}

Contention compute_contention(const NetworkModel& quiet, const NetworkModel& under_load, double bytes) {
  require(quiet.places() == under_load.places(),
          "the network under load has other places than the quiet one; probe both together");
  Contention contention;
  if (quiet.bytes().empty() || under_load.bytes().empty()) return contention;
  bytes = std::min(bytes, double(under_load.bytes().back()));
  std::vector<double> ratios;
  for (int from = 0; from < quiet.n_place(); ++from)
    for (int to = 0; to < quiet.n_place(); ++to) {
      if (from == to || !quiet.has_pair(from, to) || !under_load.has_pair(from, to)) continue;
      ratios.push_back(under_load.seconds(from, to, bytes) / std::max(quiet.seconds(from, to, bytes), 1e-12));
      if (contention.from >= 0 && ratios.back() <= contention.most) continue;
      contention.most = ratios.back();
      contention.from = from;
      contention.to = to;
    }
  contention.n_pair = int(ratios.size());
  if (ratios.empty()) return contention;
  contention.median = median(std::move(ratios));
  return contention;
}

}  // namespace groundswell
