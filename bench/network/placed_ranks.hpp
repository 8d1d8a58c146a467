// SPDX-License-Identifier: Apache-2.0
// The ranks of a benchmark as started, and as reordered by a mapping. Measurements alternate between the two
// placements, so that a disturbance of the machine affects both alike.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace groundswell {

class PlacedRanks {
 public:
  // `new_rank` contains the new rank of each rank and is the same on all ranks; empty: no reordering. Throws
  // Error, on all ranks, unless it is a permutation. Collective.
  explicit PlacedRanks(const Communicator& world, std::vector<int> new_rank = {});

  const Communicator& world() const { return communicators_.front(); }
  const std::vector<int>& new_rank() const { return new_rank_; }
  // 1, or 2 if the ranks are reordered: before and after.
  std::size_t n_placement() const { return communicators_.size(); }
  const Communicator& operator[](std::size_t placement) const { return communicators_[placement]; }
  static const char* name(std::size_t placement) { return placement == 0 ? "before" : "after"; }

 private:
  std::vector<int> new_rank_;
  std::vector<Communicator> communicators_;
};

// Integers from a text file, separated by blanks or line breaks; none if `file` is empty. Rank 0 reads the
// file. Throws Error, on all ranks, for a file with any other content, or with a count other than `n`.
// Collective.
std::vector<int> read_rank_numbers(const Communicator& world, const std::filesystem::path& file,
                                   const char* option, int n);

// One operation to be timed. `run` executes it once and returns its duration on this rank.
struct PlacedWay {
  std::function<double()> run;
  std::vector<double> mine;     // [s] of this rank, by repetition
  std::vector<double> seconds;  // [s] of the slowest rank, by repetition
};

// Runs each operation once untimed, and then all of them `repetitions` times, each time in a new random
// order; all ranks begin each run together. Collective.
void time_in_turns(const Communicator& world, std::vector<PlacedWay>& ways, int repetitions);

}  // namespace groundswell
