// SPDX-License-Identifier: Apache-2.0
// A state for tests of restarts, whose cells are distributed over ranks out of order.
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "field/state_list.hpp"
#include "restart/restart_file.hpp"

namespace groundswell::test {

inline constexpr std::int64_t n_cell = 101;

// The rank, out of `n_rank`, that owns a cell: in_turns() distributes cells round-robin; by_chance() at
// random, with none on the first rank if there are others.
inline int in_turns(std::int64_t cell, int n_rank) {
  return int(cell % n_rank);
}
inline int by_chance(std::int64_t cell, int n_rank) {
  std::mt19937 random{unsigned(cell)};
  return n_rank == 1 ? 0 : 1 + int(random() % unsigned(n_rank - 1));
}

struct SomeState {
  explicit SomeState(const Communicator& ranks, int (*rank_of)(std::int64_t, int) = in_turns)
      : communicator(ranks) {
    for (std::int64_t cell = n_cell - 1; cell >= 0; --cell)
      if (rank_of(cell, ranks.size()) == ranks.rank()) owned.push_back(cell);
    spectra = RowArray<float>(owned.size(), 35);
    sums = Array<double>(owned.size());
  }
  void fill() {
    for (std::size_t i = 0; i < owned.size(); ++i) {
      for (std::size_t bin = 0; bin < 35; ++bin)
        spectra(i, bin) = std::sin(float(owned[i]) + 0.1f * float(bin));
      sums[i] = 1.0 / double(owned[i] + 1);
      // Values that are easily lost: the default fill value of files, and a negative zero.
      spectra(i, 3) = 9.9692099683868690e+36f;
      spectra(i, 4) = -0.0f;
    }
    mean = 0.1;
    count = 123456789012345;
    words = "8.30 m at 65.2W 41.0N, 1996-01-16T00:00:00Z";
  }
  StateList list() {
    StateList list;
    list.add_cells("spectra", spectra.rows(), {{"frequency", 5}, {"direction", 7}});
    list.add_cells("sums", sums.view());
    list.add("mean", mean);
    list.add("count", count);
    list.add("words", words);
    return list;
  }
  RestartCells cells() const { return {n_cell, owned}; }

  const Communicator& communicator;
  std::vector<std::int64_t> owned;
  RowArray<float> spectra;
  Array<double> sums;
  double mean = 0.0;
  std::int64_t count = 0;
  std::string words;
};

inline std::vector<char> bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace groundswell::test
