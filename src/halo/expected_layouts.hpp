// SPDX-License-Identifier: Apache-2.0
// Predicts the row lengths of the next exchange from those of earlier exchanges: the lengths that followed
// the longest earlier sequence that is identical to the latest one or, if there is no such sequence, the
// latest lengths again. Ranks that had the same exchanges make the same prediction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace groundswell {

class ExpectedLayouts {
 public:
  // `layout` is a hash of HaloRows::layout and the lane.
  bool is_next(std::uint64_t layout) const { return next_ < past_.size() && past_[next_] == layout; }
  void add(std::uint64_t layout) {
    const bool fits = is_next(layout);
    past_.push_back(layout);
    if (past_.size() == most)
      past_.erase(past_.begin(), past_.begin() + most / 2);
    else if (fits)
      return void(++next_);
    next_ = find_next();
  }

 private:
  static constexpr std::size_t most = 512;
  // The number of layouts just before `end` that equal the latest ones.
  std::size_t n_alike(std::size_t end) const {
    std::size_t n = 0;
    while (n < end && past_[end - 1 - n] == past_[past_.size() - 1 - n]) ++n;
    return n;
  }
  std::size_t find_next() const {
    std::size_t best = past_.size() - 1, longest = 0;
    for (std::size_t end = past_.size() - 1; end > longest; --end)
      if (const std::size_t n = n_alike(end); n > longest) {
        longest = n;
        best = end;
      }
    return best;
  }

  std::vector<std::uint64_t> past_;  // oldest first
  std::size_t next_ = 0;             // index in past_ of the layout expected next
};

}  // namespace groundswell
