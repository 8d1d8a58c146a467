// SPDX-License-Identifier: Apache-2.0
// Caches what a method has set up for rows of one kind, so that later exchanges of the same kind can use it.
// The latest 32 sets are kept.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace groundswell {

template <class Set>
class LatestSets {
 public:
  // The set for which fits(set) is true or, if there is none, a new one from make(). The set returned becomes
  // the latest; its address is valid until the set is dropped.
  template <class Fits, class Make>
  Set& find_or_add(Fits&& fits, Make&& make) {
    const auto found = std::ranges::find_if(sets_, [&](const auto& set) { return fits(*set); });
    if (found != sets_.end()) {
      std::rotate(found, found + 1, sets_.end());
      return *sets_.back();
    }
    if (sets_.size() == most) sets_.erase(sets_.begin());
    return *sets_.emplace_back(std::make_unique<Set>(make()));
  }
  void clear() { sets_.clear(); }

 private:
  static constexpr std::size_t most = 32;
  std::vector<std::unique_ptr<Set>> sets_;  // the latest last
};

}  // namespace groundswell
