// SPDX-License-Identifier: Apache-2.0
// Decompositions of a grid that do not match, and what is said about them, for tests of all that moves rows.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "support/sentences.hpp"
#include "transfer/decomposition.hpp"

namespace groundswell::test {

inline constexpr std::int64_t n_wrong_cell = 40;

// One side of a move: its ranks are `first` and the following ones.
struct SideRanks {
  int first = 0, n = 1;
  int last() const { return first + n - 1; }
  Decomposition cells_of(int rank) const { return make_block_decomposition(n_wrong_cell, rank - first, n); }
};

// A mistake in the cells of the last rank of a side.
struct WrongCells {
  std::string name;
  bool is_of_source;
  void (*change)(Decomposition&);
  std::vector<std::string> words;  // of the sentence

  Decomposition source_of(const SideRanks& side, int rank) const {
    return cells_of(side, rank, is_of_source);
  }
  Decomposition target_of(const SideRanks& side, int rank) const {
    return cells_of(side, rank, !is_of_source);
  }

 private:
  Decomposition cells_of(const SideRanks& side, int rank, bool is_changed) const {
    Decomposition cells = side.cells_of(rank);
    if (is_changed && rank == side.last()) change(cells);
    return cells;
  }
};

inline std::vector<WrongCells> all_wrong_cells(const SideRanks& source, const SideRanks& target) {
  const std::string last = std::to_string(source.last()), last_target = std::to_string(target.last());
  std::vector<WrongCells> all{
      {"listed twice",
       true,
       [](Decomposition& d) { d.cells.push_back(d.cells.back()); },
       {"cell 39 ", "rank " + last + " ", "twice"}},
      {"held by nobody",
       true,
       [](Decomposition& d) { d.cells.pop_back(); },
       {"cell 39 ", "(world rank " + last_target + ")", "held by no process"}},
      {"outside, held",
       true,
       [](Decomposition& d) { d.cells.back() = n_wrong_cell; },
       {"cell 40 ", "source on world rank " + last + " ", "outside the grid", "0 to 39"}},
      {"outside, wanted",
       false,
       [](Decomposition& d) { d.cells.back() = -2; },
       {"cell -2 ", "target on world rank " + last_target + " ", "outside the grid", "0 to 39"}},
      {"another size",
       false,
       [](Decomposition& d) { d.n_global = n_wrong_cell + 1; },
       {"different sizes", "source on world rank 0 ", "40 cells", "41"}}};
  if (source.n > 1)
    all.push_back({"on two ranks",
                   true,
                   [](Decomposition& d) { d.cells.push_back(0); },
                   {"cell 0 ", "held by two processes",
                    "rank " + std::to_string(source.first) + " and world rank " + last}});
  return all;
}

inline void expect_words(const std::string& sentence, const std::vector<std::string>& words) {
  for (const std::string& word : words) expect_words(sentence, {word.c_str()});
}

// Checks that these ranks have the same sentence. Collective.
inline void expect_same_sentence(const Communicator& ranks, const std::string& sentence) {
  std::string first = sentence;
  ranks.broadcast(first, 0);
  EXPECT_EQ(sentence, first);
}

}  // namespace groundswell::test
