// SPDX-License-Identifier: Apache-2.0
#include "placement/forwarding_tree.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>

#include "base/error.hpp"

namespace groundswell {
namespace {

// A place receives the message only from one whose distance is at most this multiple of that of the nearest
// place that has the message.
constexpr double near_ratio = 1.5;
constexpr double infinity = std::numeric_limits<double>::infinity();

// The places that have the message, when each may send again, and how near the other places are to them.
class Spreading {
 public:
  Spreading(const DistanceMatrix& distances, int root)
      : distances_(distances),
        parents_(std::size_t(distances.size()), -1),
        free_at_(std::size_t(distances.size()), 0.0),
        nearest_(std::size_t(distances.size()), infinity) {
    take(root);
  }

  bool is_done() const { return int(have_.size()) == distances_.size(); }
  const std::vector<int>& parents() const { return parents_; }

  // Sends the message to one more place: the one for which the time of arrival, less `weight` times the
  // place's duty (see find_duty), is the least.
  void send_next(double weight) {
    int from = -1, to = -1;
    double least = infinity;
    for (int place = 0; place < distances_.size(); ++place) {
      if (has(place)) continue;
      const double duty = weight > 0 ? weight * find_duty(place) : 0.0;
      for (const int sender : have_)
        if (const double time = free_at_[std::size_t(sender)] + distances_(sender, place) - duty;
            time < least && distances_(sender, place) <= near_ratio * nearest_[std::size_t(place)]) {
          least = time;
          from = sender;
          to = place;
        }
    }
    free_at_[std::size_t(from)] += distances_(from, to);
    free_at_[std::size_t(to)] = free_at_[std::size_t(from)];
    parents_[std::size_t(to)] = from;
    take(to);
  }

 private:
  bool has(int place) const { return nearest_[std::size_t(place)] < 0; }  // marked by take()
  void take(int place) {
    have_.push_back(place);
    nearest_[std::size_t(place)] = -1;
    for (int other = 0; other < distances_.size(); ++other)
      if (!has(other))
        nearest_[std::size_t(other)] = std::min(nearest_[std::size_t(other)], distances_(place, other));
  }

  // The time that a place will need to serve those that are clearly nearer to it than to any place that has
  // the message.
  double find_duty(int place) const {
    unsigned n_near = 0;
    double sum = 0;
    for (int other = 0; other < distances_.size(); ++other)
      if (other != place && !has(other) &&
          near_ratio * distances_(place, other) < nearest_[std::size_t(other)]) {
        ++n_near;
        sum += distances_(place, other);
      }
    return n_near == 0 ? 0.0 : sum / n_near * std::bit_width(n_near);
  }

  const DistanceMatrix& distances_;
  std::vector<int> have_, parents_;
  std::vector<double> free_at_, nearest_;
};

// Sorts parents before their children.
std::vector<int> order_by_depth(const std::vector<int>& parents) {
  const int n = int(parents.size());
  std::vector<std::vector<int>> children(parents.size());
  std::vector<int> order;
  for (int place = 0; place < n; ++place) {
    const int parent = parents[std::size_t(place)];
    require(parent >= -1 && parent < n, "the parent of place ", place, " is ", parent,
            "; it must be a place from 0 to ", n - 1, ", or -1 for the root");
    if (parent >= 0)
      children[std::size_t(parent)].push_back(place);
    else
      order.push_back(place);
  }
  require(order.size() == 1, "the tree has ", order.size(), " roots; it needs one");
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const int child : children[std::size_t(order[i])]) order.push_back(child);
  require(int(order.size()) == n, "the tree does not reach ", n - int(order.size()),
          " of its places: their parents form a cycle");
  return order;
}

struct OrderedTree {
  std::vector<std::vector<int>> children;
  std::vector<double> below;  // seconds from when a place has the message until all below it have it
};

OrderedTree order_tree(const DistanceMatrix& distances, const std::vector<int>& parents) {
  require(int(parents.size()) == distances.size(), "the tree has ", parents.size(),
          " places, but the network has ", distances.size());
  check_distances(distances);
  OrderedTree tree{std::vector<std::vector<int>>(parents.size()), std::vector<double>(parents.size(), 0.0)};
  const std::vector<int> order = order_by_depth(parents);
  std::for_each(order.rbegin(), order.rend(), [&](int place) {
    std::vector<int>& children = tree.children[std::size_t(place)];
    std::ranges::sort(children);
    std::ranges::stable_sort(children, std::greater(),
                             [&](int child) { return tree.below[std::size_t(child)]; });
    double sent = 0;
    for (const int child : children) {
      sent += distances(place, child);
      double& below = tree.below[std::size_t(place)];
      below = std::max(below, sent + tree.below[std::size_t(child)]);
    }
    if (const int parent = parents[std::size_t(place)]; parent >= 0)
      tree.children[std::size_t(parent)].push_back(place);
  });
  return tree;
}

}  // namespace

std::vector<int> make_forwarding_tree(const DistanceMatrix& distances, int root) {
  require(root >= 0 && root < distances.size(), "the root of the tree is place ", root,
          ", but the network has ", distances.size(), " places, counted from 0");
  check_distances(distances);
  std::vector<int> best;
  double least = infinity;
  for (const double weight : {0.0, 0.5, 1.0, 2.0, 100.0}) {
    Spreading spreading(distances, root);
    while (!spreading.is_done()) spreading.send_next(weight);
    const double seconds = compute_broadcast_seconds(distances, spreading.parents());
    if (seconds >= least) continue;
    least = seconds;
    best = spreading.parents();
  }
  return best;
}

std::vector<int> make_binomial_tree(int n, int root) {
  std::vector<int> parents(std::size_t(n), -1);
  for (int place = 1; place < n; ++place)
    parents[std::size_t((place + root) % n)] = ((place & (place - 1)) + root) % n;
  return parents;
}

std::vector<std::vector<int>> order_children(const DistanceMatrix& distances,
                                             const std::vector<int>& parents) {
  return order_tree(distances, parents).children;
}

double compute_broadcast_seconds(const DistanceMatrix& distances, const std::vector<int>& parents) {
  const OrderedTree tree = order_tree(distances, parents);
  return *std::ranges::max_element(tree.below);
}

}  // namespace groundswell
