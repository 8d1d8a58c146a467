// SPDX-License-Identifier: Apache-2.0
// Helpers for the tests of the halo exchange: values that identify their origin, a ring of cells, and the
// methods.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "comm/graph_exchange.hpp"
#include "halo/halo_exchange.hpp"
#include "halo/halo_plan.hpp"
#include "support/parallel_world.hpp"

namespace groundswell::test {

// A whole number below 2^24 (exact in float), almost certainly unique to the cell, column and repetition.
template <class T>
T value_of(std::int64_t global_cell, int column, int repetition) {
  std::uint64_t bits = std::uint64_t(global_cell) * 0x9e3779b97f4a7c15u +
                       std::uint64_t(column) * 0xbf58476d1ce4e5b9u +
                       std::uint64_t(repetition) * 0x94d049bb133111ebu;
  bits = (bits ^ (bits >> 31)) * 0xd6e8feb86659fd93u;
  return T((bits >> 32) & 0xffffff);
}

// The methods that this MPI library supports.
inline std::vector<std::string> all_methods() {
  std::vector<std::string> names = halo_method_names();
  if (!PersistentExchange::is_available()) std::erase(names, "graph_persistent");
  return names;
}

// Cells of a ring, `per_rank` on each rank; a rank's halo is the `width` cells before and after its own
// cells.
struct Ring {
  std::vector<std::int64_t> cells;  // owned, then halo
  HaloPlan plan;
};

// Plans the exchange of a ring that has only its own cells yet, and appends the halo cells of these owners.
inline void add_halo(const Communicator& communicator, Ring& ring, const std::vector<std::int64_t>& halo,
                     const std::vector<int>& owners) {
  ring.plan = make_halo_plan(communicator, ring.cells, halo, owners);
  ring.cells.insert(ring.cells.end(), halo.begin(), halo.end());
}

inline Ring make_ring(const Communicator& communicator, int per_rank, int width) {
  const int n = communicator.size(), me = communicator.rank();
  Ring ring;
  for (int i = 0; i < per_rank; ++i) ring.cells.push_back(std::int64_t(me) * per_rank + i);
  std::vector<std::pair<int, std::int64_t>> halo;  // owner and cell
  const std::int64_t all = std::int64_t(n) * per_rank;
  for (int i = 1; i <= width; ++i)
    for (const std::int64_t cell : {ring.cells.front() - i, ring.cells[std::size_t(per_rank) - 1] + i}) {
      const std::int64_t there = (cell % all + all) % all;
      const int owner = int(there / per_rank);
      if (owner != me) halo.emplace_back(owner, there);
    }
  std::ranges::sort(halo);
  halo.erase(std::unique(halo.begin(), halo.end()), halo.end());
  std::vector<std::int64_t> halo_cells;
  std::vector<int> owners;
  for (const auto& [owner, cell] : halo) {
    owners.push_back(owner);
    halo_cells.push_back(cell);
  }
  add_halo(communicator, ring, halo_cells, owners);
  return ring;
}

// Rows of `n` values; those of halo cells are -7.
template <class T>
std::vector<T> make_values(const Ring& ring, int n, int repetition) {
  std::vector<T> values;
  for (std::size_t cell = 0; cell < ring.cells.size(); ++cell)
    for (int column = 0; column < n; ++column)
      values.push_back(int(cell) < ring.plan.n_owned ? value_of<T>(ring.cells[cell], column, repetition)
                                                     : T(-7));
  return values;
}

// `n` zeros that live until the program ends: with some methods, MPI may still access the rows after an
// error.
template <class T>
std::vector<T>& lasting_values(std::size_t n) {
  static auto* const all = new std::deque<std::vector<T>>;
  return all->emplace_back(n);
}

// The number of values that are wrong after an exchange.
template <class T>
int count_bad(const Ring& ring, const std::vector<T>& values, int n, int repetition) {
  int n_bad = 0;
  for (std::size_t cell = 0; cell < ring.cells.size(); ++cell)
    for (int column = 0; column < n; ++column)
      n_bad += values[cell * std::size_t(n) + std::size_t(column)] !=
               value_of<T>(ring.cells[cell], column, repetition);
  return n_bad;
}

}  // namespace groundswell::test
