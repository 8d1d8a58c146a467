// SPDX-License-Identifier: Apache-2.0
#include "transfer/link_search.hpp"

#include <set>

#include "base/error.hpp"
#include "tuner/tuner.hpp"

namespace groundswell {
namespace {

constexpr int max_inner_links = 24;   // enough for a kernel of 8 million processes
constexpr int all_choices_up_to = 3;  // inner links, that is 8 choices
constexpr int max_rounds = 8;

KeptLinks flipped(KeptLinks kept, std::size_t link) {
  kept[link] = !kept[link];
  return kept;
}

}  // namespace

int number_of_links(const KeptLinks& kept) {
  ensure(kept.size() <= max_inner_links, "a route of ", kept.size(), " inner links");
  int number = 0, n_kept = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    number |= int(kept[i]) << i;
    n_kept += int(kept[i]);
  }
  return n_kept << max_inner_links | number;
}

KeptLinks links_of_number(int number, int n_inner_link) {
  KeptLinks kept(std::size_t(n_inner_link), false);
  for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = (number >> i & 1) != 0;
  return kept;
}

std::vector<int> LinkSearch::first_round() const {
  const std::size_t n = std::size_t(n_inner_link_);
  std::set<int> choices;
  if (n_inner_link_ <= all_choices_up_to) {
    for (int bits = 0; bits < 1 << n; ++bits)
      choices.insert(number_of_links(links_of_number(bits, n_inner_link_)));
    return {choices.begin(), choices.end()};
  }
  const KeptLinks none(n, false), all(n, true);
  KeptLinks every_second = none;
  for (std::size_t i = 0; i < n; i += 2) every_second[i] = true;
  KeptLinks without_mappings = flipped(flipped(all, 0), n - 1);
  for (const KeptLinks& kept : {none, all, without_mappings, every_second, flipped(none, n / 2)})
    choices.insert(number_of_links(kept));
  return {choices.begin(), choices.end()};
}

// No links, all links and the best choice are timed again together with the new choices.
std::vector<int> LinkSearch::next_round(const std::map<int, double>& medians) {
  if (n_inner_link_ <= all_choices_up_to || ++n_round_ >= max_rounds) return {};
  const std::size_t n = std::size_t(n_inner_link_);
  const int best = fastest_of(medians);
  std::set<int> choices;
  for (std::size_t link = 0; link < n; ++link) {
    const int neighbour = number_of_links(flipped(links_of_number(best, n_inner_link_), link));
    if (!medians.contains(neighbour)) choices.insert(neighbour);
  }
  if (choices.empty()) return {};
  choices.insert({best, number_of_links(KeptLinks(n, false)), number_of_links(KeptLinks(n, true))});
  return {choices.begin(), choices.end()};
}

std::vector<int> GreedySearch::next_round(const std::map<int, double>& medians) {
  kept_ = links_of_number(fastest_of(medians), int(kept_.size()));
  if (link_ == kept_.size()) return {};
  return {number_of_links(flipped(kept_, link_++))};
}

}  // namespace groundswell
