// SPDX-License-Identifier: Apache-2.0
// The cells of a file of arrays: all cells of the grid, or only those that processes list, with land between
// them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/block.hpp"

namespace groundswell {

class FileCells {
 public:
  FileCells() = default;  // all cells are listed
  // The listed cells that this rank writes, ascending.
  explicit FileCells(std::vector<std::int64_t> listed) : listed_(std::move(listed)) {}

  bool have_land() const { return listed_.has_value(); }

  // Numbers of the listed cells in a range of the grid.
  std::vector<std::int64_t> numbers(const Block& range) const {
    if (listed_) return {from(range.begin), from(range.end)};
    return numbers_of(range);
  }
  std::int64_t count(const Block& range) const {
    return listed_ ? from(range.end) - from(range.begin) : range.size();
  }
  // The indices, within numbers(range), of the listed cells in a part of that range.
  Block places(const Block& range, const Block& part) const {
    if (!listed_) return {part.begin - range.begin, part.end - range.begin};
    return {from(part.begin) - from(range.begin), from(part.end) - from(range.begin)};
  }
  // The part of a range of the grid in which the listed cells have these indices within numbers(range); the
  // parts of consecutive indices leave out no land.
  Block part(const Block& range, const Block& places) const {
    const std::int64_t n = count(range);
    const auto bound = [&](std::int64_t place) {
      if (place <= 0) return range.begin;
      if (place >= n) return range.end;
      return listed_ ? from(range.begin)[place] : range.begin + place;
    };
    return {bound(places.begin), bound(places.end)};
  }
  // Calls body(cells) for each run of consecutive listed cells in a part of the grid.
  template <class Body>
  void for_runs(const Block& part, Body&& body) const {
    if (!listed_) return body(part);
    const auto end = from(part.end);
    for (auto cell = from(part.begin); cell != end;) {
      const auto first = cell++;
      while (cell != end && *cell == *first + (cell - first)) ++cell;
      body(Block{*first, *first + (cell - first)});
    }
  }

 private:
  std::vector<std::int64_t>::const_iterator from(std::int64_t cell) const {
    return std::ranges::lower_bound(*listed_, cell);
  }

  std::optional<std::vector<std::int64_t>> listed_;
};

}  // namespace groundswell
