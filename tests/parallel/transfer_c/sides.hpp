// SPDX-License-Identifier: Apache-2.0
// Helpers for the tests of the C interface: groups of ranks, one transfer per side, values that identify
// their origin.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "groundswell/transfer.h"
#include "support/c_calls.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {

inline constexpr auto& expect_ok = CCalls<data_transfer_error>::expect_ok;
inline constexpr auto& refused = CCalls<data_transfer_error>::refused;

// Ranks [begin, end) of the world. Collective on the world.
class Group {
 public:
  Group(int begin, int end)
      : begin_(begin), is_in_(world().rank() >= begin && world().rank() < end), end_(end) {
    MPI_Comm_split(MPI_COMM_WORLD, is_in_ ? 0 : MPI_UNDEFINED, 0, &comm_);
  }
  ~Group() {
    if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
  }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  MPI_Comm comm() const { return comm_; }
  int root() const { return begin_; }
  bool is_in() const { return is_in_; }
  int rank() const { return world().rank() - begin_; }
  int size() const { return end_ - begin_; }

  // Cells distributed round-robin over the first `n_busy` ranks (-1: all), in ascending order or backwards.
  std::vector<int> cells(int n_grid, bool backwards = false, int n_busy = -1) const {
    if (n_busy < 0) n_busy = size();
    std::vector<int> mine;
    for (int cell = 0; cell < n_grid; ++cell)
      if (cell % n_busy == rank()) mine.push_back(cell);
    if (backwards) mine = {mine.rbegin(), mine.rend()};
    return mine;
  }

 private:
  int begin_;
  bool is_in_;
  int end_;
  MPI_Comm comm_ = MPI_COMM_NULL;
};

// A float per cell and three ints per cell.
struct Arrays {
  std::vector<int> cells;
  std::vector<float> scalar;
  std::vector<std::int32_t> triple;
  std::array<bool, 2> mask{true, true};

  explicit Arrays(std::vector<int> all)
      : cells(std::move(all)), scalar(cells.size(), -1), triple(3 * cells.size(), -1) {}
  void fill(int step) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      scalar[i] = float(cells[i] + 1000 * step);
      for (int k = 0; k < 3; ++k) triple[3 * i + std::size_t(k)] = 10 * cells[i] + k + 100000 * step;
    }
  }
  // Expects that the last values received were sent in these steps; a negative step: nothing was received.
  void expect(int scalar_step, int triple_step) const {
    Arrays wanted(cells);
    if (triple_step >= 0) wanted.fill(triple_step);
    EXPECT_EQ(triple, wanted.triple);
    wanted = Arrays(cells);
    if (scalar_step >= 0) wanted.fill(scalar_step);
    EXPECT_EQ(scalar, wanted.scalar);
  }
};

constexpr int n_grid = 97;

inline void add_fields(int id, Arrays& arrays, bool input) {
  expect_ok(data_transfer_register_field(id, arrays.scalar.data(), input, sizeof(float), 1, "scalar"));
  expect_ok(data_transfer_register_field(id, arrays.triple.data(), input, sizeof(std::int32_t), 3, "triple"));
}

// Registers one side, with a time limit that no correct test comes near, but does not initialise it.
inline int add_side(const Group& group, int remote_root, int action, Arrays& arrays) {
  const int id = data_transfer_register_instance(group.comm(), remote_root, action);
  EXPECT_GT(id, 0) << data_transfer_error();
  expect_ok(data_transfer_register_decomp(id, n_grid, int(arrays.cells.size()), arrays.cells.data()));
  add_fields(id, arrays, action == DATA_TRANSFER_SEND);
  expect_ok(data_transfer_register_mask(id, int(arrays.mask.size()), arrays.mask.data()));
  expect_ok(data_transfer_set_time_limit(id, 40));
  return id;
}

// Registers a transfer within a group, but does not initialise it.
inline int add_both(const Group& group, Arrays& from, Arrays& to) {
  const int id = data_transfer_register_instance(group.comm(), group.root(), DATA_TRANSFER_SENDRECV);
  EXPECT_GT(id, 0) << data_transfer_error();
  expect_ok(data_transfer_register_decomp(id, n_grid, int(from.cells.size()), from.cells.data()));
  expect_ok(data_transfer_register_decomp(id, n_grid, int(to.cells.size()), to.cells.data()));
  add_fields(id, from, true);
  add_fields(id, to, false);
  return id;
}

}  // namespace groundswell::test
