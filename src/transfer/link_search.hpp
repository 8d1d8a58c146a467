// SPDX-License-Identifier: Apache-2.0
// The order in which choices of links are timed. Choices are encoded as numbers for the tuner. The fewer
// links a choice keeps, the lower its number, so that a choice that forwards more messages is used only if it
// is faster.
#pragma once

#include <map>
#include <vector>

#include "transfer/transfer_plan.hpp"

namespace groundswell {

// Bit i is set if inner link i is kept; the bits above the first 24 hold the number of links kept. A route
// may have at most 24 inner links.
int number_of_links(const KeptLinks& kept);
KeptLinks links_of_number(int number, int n_inner_link);

// Proposes all choices if there are few; otherwise a varied subset and then, for at most 7 rounds, the
// neighbours of the best choice, which keep one link more or less, until none is better. No links and all
// links are always among the candidates.
class LinkSearch {
 public:
  explicit LinkSearch(int n_inner_link) : n_inner_link_(n_inner_link) {}
  std::vector<int> first_round() const;
  std::vector<int> next_round(const std::map<int, double>& medians);

 private:
  int n_inner_link_;
  int n_round_ = 0;
};

// The published search: each link of the full butterfly in turn is left out if that is faster.
class GreedySearch {
 public:
  explicit GreedySearch(int n_inner_link) : kept_(std::size_t(n_inner_link), true) {}
  std::vector<int> first_round() const { return {number_of_links(kept_)}; }
  std::vector<int> next_round(const std::map<int, double>& medians);

 private:
  KeptLinks kept_;        // the best choice up to now
  std::size_t link_ = 0;  // the next link to be left out on trial
};

}  // namespace groundswell
