// SPDX-License-Identifier: Apache-2.0
// The C interface of halos of structured grids: arrays of C with levels on any axis, cells at any place,
// errors.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "groundswell/halo.h"
#include "support/c_calls.hpp"
#include "support/parallel_world.hpp"

namespace groundswell::test::boxes {
namespace {

constexpr int n_i = 8, n_j = 3, n_k = 2;  // own cells of each rank, and levels

void expect_refused(int code, const std::string& words) {
  EXPECT_TRUE(code == GROUNDSWELL_HALO_ERROR || code == -1) << code;
  EXPECT_NE(std::string(groundswell_halo_error()).find(words), std::string::npos) << groundswell_halo_error();
}
constexpr auto& expect_ok = CCalls<groundswell_halo_error>::expect_ok;

// Bands along j of a grid that is periodic along i and folded at F points beyond the last band.
groundswell_halo_box band() {
  groundswell_halo_box box{};
  box.n_i = n_i;
  box.n_j = std::int64_t(n_j) * world().size();
  box.first_j = std::int64_t(n_j) * world().rank();
  box.own_i = n_i;
  box.own_j = n_j;
  box.west = box.east = box.south = box.north = 1;
  box.is_periodic_i = 1;
  box.fold = GROUNDSWELL_HALO_FOLD_F;
  return box;
}

// What an exchange leaves at level k of (i, j), counted from the first own cell; -1 if nothing.
double value(int i, int j, int k) {
  int x = (i + n_i) % n_i, y = n_j * world().rank() + j;
  if (y == n_j * world().size()) y -= 1, x = n_i - 1 - x;
  return y < 0 ? -1 : 1000 * x + 10 * y + k;
}

struct Levels {
  std::string axes;
  std::vector<double> values;
  std::vector<std::int64_t> extents;

  explicit Levels(const std::string& names) : axes(names), values((n_i + 2) * (n_j + 2) * n_k, -1) {
    for (const char axis : axes) extents.push_back(axis == 'i' ? n_i + 2 : axis == 'j' ? n_j + 2 : n_k);
    for (int j = 0; j < n_j; ++j)
      for (int i = 0; i < n_i; ++i)
        for (int k = 0; k < n_k; ++k) at(i, j, k) = value(i, j, k);
  }
  double& at(int i, int j, int k) {
    std::int64_t place = 0;
    for (std::size_t a = 0; a < axes.size(); ++a)
      place = place * extents[a] + (axes[a] == 'i' ? i + 1 : axes[a] == 'j' ? j + 1 : k);
    return values[std::size_t(place)];
  }
  groundswell_halo_rows rows() {
    groundswell_halo_rows made;
    expect_ok(groundswell_halo_array(values.data(), sizeof(double), axes.c_str(), extents.data(), &made));
    return made;
  }
  int count_wrong() {
    int n_wrong = 0;
    for (int j = -1; j <= n_j; ++j)
      for (int i = -1; i <= n_i; ++i)
        for (int k = 0; k < n_k; ++k) n_wrong += at(i, j, k) != value(i, j, k);
    return n_wrong;
  }
};

TEST(BoxHaloC, EveryMethodFillsArraysWithLevelsOnAnyAxis) {
  const groundswell_halo_box box = band();
  for (int m = 0; groundswell_halo_method_name(m); ++m) {
    const char* method = groundswell_halo_method_name(m);
    SCOPED_TRACE(method);
    const int id = groundswell_halo_create_box(MPI_COMM_WORLD, &box, method, nullptr);
    ASSERT_GT(id, 0) << groundswell_halo_error();
    Levels a("kji"), b("jki"), c("jik"), d("ikj");
    const groundswell_halo_rows rows[] = {a.rows(), b.rows(), c.rows(), d.rows()};
    expect_ok(groundswell_halo_exchange(id, 4, rows));
    for (Levels* each : {&a, &b, &c, &d}) EXPECT_EQ(each->count_wrong(), 0) << each->axes;
    expect_ok(groundswell_halo_close(id));
  }
}

TEST(BoxHaloC, CellsLieAtAnyPlace) {
  const std::int64_t me = world().rank(), n = world().size();
  const std::int64_t owned[] = {2 * me, 2 * me + 1},
                     halo[] = {(2 * me + 2) % (2 * n), (2 * me + 2 * n - 1) % (2 * n)};
  const std::int64_t own_places[] = {5, 3}, halo_places[] = {0, 4};
  int id = groundswell_halo_create_placed(MPI_COMM_WORLD, 2, owned, own_places, 2, halo, halo_places, nullptr,
                                          nullptr);
  ASSERT_GT(id, 0) << groundswell_halo_error();
  std::int64_t values[6] = {-1, -1, -1, owned[1], -1, owned[0]};
  groundswell_halo_rows rows{};
  rows.data = values;
  rows.n_row = 6;
  rows.stride = rows.length = 8;
  expect_ok(groundswell_halo_exchange(id, 1, &rows));
  EXPECT_EQ(std::vector<std::int64_t>(values, values + 6),
            (std::vector<std::int64_t>{halo[0], -1, -1, owned[1], halo[1], owned[0]}));
  expect_ok(groundswell_halo_close(id));
  id = groundswell_halo_create_placed(MPI_COMM_WORLD, 2, owned, nullptr, 2, halo, nullptr, "persistent", "");
  ASSERT_GT(id, 0) << groundswell_halo_error();
  std::int64_t plain[4] = {owned[0], owned[1], -1, -1};
  rows.data = plain;
  rows.n_row = 4;
  expect_ok(groundswell_halo_exchange(id, 1, &rows));
  EXPECT_EQ(std::vector<std::int64_t>(plain + 2, plain + 4), std::vector<std::int64_t>(halo, halo + 2));
  expect_ok(groundswell_halo_close(id));
}

TEST(BoxHaloC, MistakesAreSentences) {
  groundswell_halo_box box = band();
  expect_refused(groundswell_halo_create_box(MPI_COMM_WORLD, nullptr, nullptr, nullptr),
                 "null pointer was given for the box");
  box.point = 4;
  expect_refused(groundswell_halo_create_box(MPI_COMM_WORLD, &box, nullptr, nullptr),
                 "with points 4 is not known");
  box = band();
  box.n_j += 1;
  expect_refused(groundswell_halo_create_box(MPI_COMM_WORLD, &box, nullptr, nullptr), "is owned by no rank");
  box.may_lack_boxes = 1;
  const int id = groundswell_halo_create_box(MPI_COMM_WORLD, &box, nullptr, nullptr);
  ASSERT_GT(id, 0) << groundswell_halo_error();
  const std::int64_t wrong_extents[] = {n_j + 2, n_i + 3};
  groundswell_halo_rows rows{};
  expect_refused(groundswell_halo_array(nullptr, 8, "ii", wrong_extents, &rows), "have 'i' twice");
  expect_refused(groundswell_halo_array(nullptr, 8, nullptr, wrong_extents, &rows), "null pointer for axes");
  std::vector<double> values((n_i + 3) * (n_j + 2));
  expect_ok(groundswell_halo_array(values.data(), 8, "ji", wrong_extents, &rows));
  expect_refused(groundswell_halo_exchange(id, 1, &rows), "an array with 11 cells along i");
  rows.line_length = n_i + 2;
  rows.n_level[1] = -3;
  expect_refused(groundswell_halo_exchange(id, 1, &rows), "has -3 levels");
  expect_ok(groundswell_halo_close(id));
}

}  // namespace
}  // namespace groundswell::test::boxes
