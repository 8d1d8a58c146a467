// SPDX-License-Identifier: Apache-2.0
// The ranks of a bench as they were started, and as a mapping places them. What is measured takes turns on
// both, so that a slow minute of the machine hits both alike.
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
  // `new_rank` has the new rank of each rank, the same on all; empty where there is no mapping. Throws Error,
  // on all ranks, unless it has each rank once. Collective.
  explicit PlacedRanks(const Communicator& world, std::vector<int> new_rank = {});

  const Communicator& world() const { return communicators_.front(); }
  const std::vector<int>& new_rank() const { return new_rank_; }
  // One, or two with a mapping: before and after.
  std::size_t n_placement() const { return communicators_.size(); }
  const Communicator& operator[](std::size_t placement) const { return communicators_[placement]; }
  static const char* name(std::size_t placement) { return placement == 0 ? "before" : "after"; }

 private:
  std::vector<int> new_rank_;
  std::vector<Communicator> communicators_;
};

// Whole numbers from a text file, separated by blanks or ends of lines; "" gives none. The root reads.
// Throws Error, on all ranks, for a file that holds anything else, or another count than `n`. Collective.
std::vector<int> read_rank_numbers(const Communicator& world, const std::filesystem::path& file,
                                   const char* option, int n);

// One way of doing something. `run` does it once and returns how long it took on this rank.
struct PlacedWay {
  std::function<double()> run;
  std::vector<double> mine;     // [s] of this rank, by repetition
  std::vector<double> seconds;  // [s] of the slowest rank, by repetition
};

// Runs each way once without looking at the time, and then in turns, so many times each; all ranks begin a
// run together. Collective.
void time_in_turns(const Communicator& world, std::vector<PlacedWay>& ways, int repetitions);

}  // namespace groundswell
