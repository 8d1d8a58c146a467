// SPDX-License-Identifier: Apache-2.0
#include "placement/choose_nodes.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr int most_starts = 16;

void check_wanted(const DistanceMatrix& distances, int k) {
  require(k >= 1, k, " nodes are wanted; ask for at least 1");
  require(k <= distances.size(), k, " nodes are wanted, but the network has ", distances.size(),
          "; ask for fewer, or probe a larger network");
  check_distances(distances);
}

// A set of places, and the sum of distances from each place of the network to the members of the set.
class GrowingChoice {
 public:
  explicit GrowingChoice(const DistanceMatrix& distances)
      : distances_(distances),
        is_in_(std::size_t(distances.size()), false),
        sums_(std::size_t(distances.size()), 0.0) {}

  int n_place() const { return distances_.size(); }
  bool has(int place) const { return is_in_[std::size_t(place)]; }
  double sum_to(int place) const { return sums_[std::size_t(place)]; }
  void add(int place) { change(place, 1.0); }
  void drop(int place) { change(place, -1.0); }

  int find_nearest() const {
    int nearest = -1;
    for (int place = 0; place < n_place(); ++place)
      if (!has(place) && (nearest < 0 || sum_to(place) < sum_to(nearest))) nearest = place;
    return nearest;
  }
  std::vector<int> list() const {
    std::vector<int> chosen;
    for (int place = 0; place < n_place(); ++place)
      if (has(place)) chosen.push_back(place);
    return chosen;
  }

 private:
  void change(int place, double sign) {
    is_in_[std::size_t(place)] = sign > 0;
    for (int other = 0; other < n_place(); ++other)
      if (other != place) sums_[std::size_t(other)] += sign * distances_.both_ways(place, other);
  }

  const DistanceMatrix& distances_;
  std::vector<bool> is_in_;
  std::vector<double> sums_;
};

std::vector<int> grow_choice(const DistanceMatrix& distances, int first, int k) {
  GrowingChoice choice(distances);
  choice.add(first);
  for (int n = 1; n < k; ++n) choice.add(choice.find_nearest());
  return choice.list();
}

// The lower-numbered place of the closest pair; find_nearest() then yields the other.
int find_closest(const DistanceMatrix& distances) {
  int closest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (int a = 0; a < distances.size(); ++a)
    for (int b = a + 1; b < distances.size(); ++b)
      if (const double d = distances.both_ways(a, b); d < least) {
        least = d;
        closest = a;
      }
  return closest;
}

// Places are chosen in ascending order. Lower bound of the remaining sum: each place yet to be chosen adds
// its distances to those chosen, and half its distances to the places nearest to it.
class ExactSearch {
 public:
  ExactSearch(const DistanceMatrix& distances, int k, std::vector<int> start)
      : distances_(distances), k_(k), best_(std::move(start)), least_(sum_of_distances(distances, best_)) {
    const int n = distances.size();
    for (int place = 0; place < n; ++place) {
      std::vector<double> sums{0.0};
      for (int other = 0; other < n; ++other)
        if (other != place) sums.push_back(0.5 * distances.both_ways(place, other));
      std::sort(sums.begin() + 1, sums.end());
      std::partial_sum(sums.begin(), sums.end(), sums.begin());
      half_nearest_.push_back(std::move(sums));
    }
  }

  std::vector<int> find() {
    extend(0, 0.0, std::vector<double>(std::size_t(distances_.size()), 0.0));
    return best_;
  }

 private:
  void extend(int next, double sum, const std::vector<double>& to_chosen) {
    const int missing = k_ - int(chosen_.size()), n = distances_.size();
    if (missing == 0) {
      if (sum < least_) {
        least_ = sum;
        best_ = chosen_;
      }
      return;
    }
    if (n - next < missing || sum + bound(next, missing, to_chosen) >= least_) return;
    for (int place = next; place < n; ++place) {
      std::vector<double> longer = to_chosen;
      for (int other = place + 1; other < n; ++other)
        longer[std::size_t(other)] += distances_.both_ways(place, other);
      chosen_.push_back(place);
      extend(place + 1, sum + to_chosen[std::size_t(place)], longer);
      chosen_.pop_back();
    }
  }

  double bound(int next, int missing, const std::vector<double>& to_chosen) const {
    std::vector<double> costs;
    for (std::size_t place = std::size_t(next); place < to_chosen.size(); ++place)
      costs.push_back(to_chosen[place] + half_nearest_[place][std::size_t(missing) - 1]);
    std::nth_element(costs.begin(), costs.begin() + missing - 1, costs.end());
    return std::accumulate(costs.begin(), costs.begin() + missing, 0.0);
  }

  const DistanceMatrix& distances_;
  int k_;
  std::vector<std::vector<double>> half_nearest_;  // [place][n]: half the sum of its n shortest distances
  std::vector<int> chosen_, best_;
  double least_;
};

double count_choices(int n, int k) {
  double choices = 1;
  for (int i = 1; i <= std::min(k, n - k); ++i) choices *= double(n - i + 1) / i;
  return choices;
}

struct ChoiceSwap {
  double gain = 0;
  int out = -1, in = -1;
};

ChoiceSwap find_best_swap(const DistanceMatrix& distances, const GrowingChoice& choice) {
  ChoiceSwap best;
  for (int out = 0; out < choice.n_place(); ++out) {
    if (!choice.has(out)) continue;
    for (int in = 0; in < choice.n_place(); ++in) {
      if (choice.has(in)) continue;
      const double gain = choice.sum_to(out) - (choice.sum_to(in) - distances.both_ways(out, in));
      // Smaller gains are rounding errors.
      if (gain > best.gain && gain > 1e-9 * choice.sum_to(out)) best = {gain, out, in};
    }
  }
  return best;
}

}  // namespace

double sum_of_distances(const DistanceMatrix& distances, std::span<const int> chosen) {
  double sum = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) sum += distances.both_ways(chosen[i], chosen[j]);
  return sum;
}

std::vector<int> list_first_places(int k) {
  std::vector<int> places(std::size_t(k), 0);
  std::iota(places.begin(), places.end(), 0);
  return places;
}

std::vector<int> choose_for_all_to_all(const DistanceMatrix& distances, int k) {
  check_wanted(distances, k);
  return grow_choice(distances, find_closest(distances), k);
}

std::vector<int> choose_exactly(const DistanceMatrix& distances, int k) {
  check_wanted(distances, k);
  const double choices = count_choices(distances.size(), k);
  require(choices <= 1e9, "there are ", choices, " ways to choose ", k, " of ", distances.size(),
          " nodes, too many to find the best for certain; use the greedy choice with swaps");
  return ExactSearch(distances, k, choose_by_swaps(distances, k)).find();
}

std::vector<int> improve_choice(const DistanceMatrix& distances, std::vector<int> chosen) {
  check_wanted(distances, int(chosen.size()));
  GrowingChoice choice(distances);
  for (const int place : chosen) {
    require(place >= 0 && place < distances.size() && !choice.has(place), "the choice to improve has node ",
            place, " twice, or the network of ", distances.size(), " nodes does not have it");
    choice.add(place);
  }
  for (ChoiceSwap swap = find_best_swap(distances, choice); swap.in >= 0;
       swap = find_best_swap(distances, choice)) {
    choice.drop(swap.out);
    choice.add(swap.in);
  }
  return choice.list();
}

std::vector<int> choose_by_swaps(const DistanceMatrix& distances, int k) {
  std::vector<int> best = improve_choice(distances, choose_for_all_to_all(distances, k));
  double least = sum_of_distances(distances, best);
  const auto consider = [&](std::vector<int> start) {
    std::vector<int> other = improve_choice(distances, std::move(start));
    const double sum = sum_of_distances(distances, other);
    if (sum >= least) return;
    least = sum;
    best = std::move(other);
  };
  const int n_start = std::min(distances.size(), most_starts);
  for (int start = 0; start < n_start; ++start)
    consider(grow_choice(distances, int(std::int64_t(start) * distances.size() / n_start), k));
  consider(list_first_places(k));
  return best;
}

}  // namespace groundswell
