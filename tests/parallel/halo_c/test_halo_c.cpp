// SPDX-License-Identifier: Apache-2.0
// The C interface of halo exchanges: with every method each halo cell gets its owner's bytes; errors are
// returned as a code and a message, and the process continues.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "groundswell/halo.h"
#include "support/c_calls.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {
namespace {

constexpr int n_grid = 61;

groundswell_halo_rows rows_at(void* data, std::int64_t n_row, std::int64_t stride, std::int64_t offset,
                              std::int64_t length) {
  groundswell_halo_rows rows{};
  rows.data = data, rows.n_row = n_row, rows.stride = stride, rows.offset = offset, rows.length = length;
  return rows;
}

constexpr auto& expect_ok = CCalls<groundswell_halo_error>::expect_ok;
constexpr auto& refused = CCalls<groundswell_halo_error>::refused;

std::string no_number(int id) {
  EXPECT_EQ(id, -1);
  return groundswell_halo_error();
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (int i = 0; groundswell_halo_method_name(i); ++i) names.push_back(groundswell_halo_method_name(i));
  return names;
}

// Cells distributed round-robin over the ranks; about two sevenths of the other ranks' cells are the halo.
// Cell numbers are the model's own: all are odd, and one is negative.
struct Cells {
  std::vector<std::int64_t> owned, halo;
  std::vector<int> owners;

  Cells() {
    const int me = world().rank(), n = world().size();
    for (int cell = n_grid - 1; cell >= 0; --cell) {
      if (cell % n == me) owned.push_back(number(cell));
      if (cell % n == me || (cell * 5 + 2 * me) % 7 > 1) continue;
      halo.push_back(number(cell)), owners.push_back(cell % n);
      if (cell % 2 == 0) halo.push_back(number(cell)), owners.push_back(cell % n);  // listed twice
    }
    std::int64_t n_halo = std::int64_t(halo.size());
    expect_ok(groundswell_halo_sort(&n_halo, halo.data(), owners.data()));
    halo.resize(std::size_t(n_halo)), owners.resize(std::size_t(n_halo));
  }
  static std::int64_t number(int cell) { return 1000 * cell - 7; }
  std::size_t size() const { return owned.size() + halo.size(); }
  std::int64_t of(std::size_t local) const {
    return local < owned.size() ? owned[local] : halo[local - owned.size()];
  }
  int create(const std::string& method = "point_to_point") const {
    return groundswell_halo_create(MPI_COMM_WORLD, std::int64_t(owned.size()), owned.data(),
                                   std::int64_t(halo.size()), halo.data(), owners.data(), method.c_str(),
                                   nullptr);
  }
};

// Fields of three widths; of the second, which has five columns, only the second and third are exchanged.
struct Fields {
  std::vector<std::uint8_t> ice;
  std::vector<std::array<double, 5>> sea;
  std::vector<std::array<float, 3>> wind;
  std::array<groundswell_halo_rows, 3> rows;

  explicit Fields(const Cells& cells, int step) : ice(cells.size()), sea(cells.size()), wind(cells.size()) {
    fill(cells, step, cells.owned.size());
    const auto n = std::int64_t(cells.size());
    rows = {rows_at(ice.data(), n, 1, 0, 1), rows_at(sea.data(), n, 40, 8, 16),
            rows_at(wind.data(), n, 12, 0, 12)};
  }
  void fill(const Cells& cells, int step, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      ice[i] = std::uint8_t((cells.of(i) + step) % 251);
      for (std::size_t k = 0; k < 5; ++k) sea[i][k] = double(cells.of(i)) + 0.1 * double(k) + step;
      for (std::size_t k = 0; k < 3; ++k) wind[i][k] = float(cells.of(i) * step) + 0.5f * float(k);
    }
  }
  void expect_exchanged(const Cells& cells, int step) const {
    Fields wanted(cells, step);
    wanted.fill(cells, step, cells.size());
    for (std::size_t i = cells.owned.size(); i < cells.size(); ++i)
      wanted.sea[i][0] = wanted.sea[i][3] = wanted.sea[i][4] = 0;  // columns that were not sent
    EXPECT_EQ(ice, wanted.ice);
    EXPECT_EQ(sea, wanted.sea);
    EXPECT_EQ(wind, wanted.wind);
  }
};

TEST(HaloC, EveryMethodBringsTheOwnersBytes) {
  const Cells cells;
  ASSERT_GE(method_names().size(), 3u);
  for (const std::string& method : method_names()) {
    SCOPED_TRACE(method);
    const int id = cells.create(method);
    ASSERT_GT(id, 0) << groundswell_halo_error();
    for (int step = 1; step <= 3; ++step) {
      Fields fields(cells, step);
      expect_ok(groundswell_halo_exchange(id, 3, fields.rows.data()));
      fields.expect_exchanged(cells, step);
    }
    std::int64_t bytes = -1;
    expect_ok(groundswell_halo_send_bytes(id, 29, &bytes));
    EXPECT_EQ(bytes % 29, 0);
    EXPECT_EQ(world().sum(bytes) > 0, world().size() > 1);
    EXPECT_EQ(world().sum(bytes), 29 * world().sum(std::int64_t(cells.halo.size())));
    const char* carrier = groundswell_halo_method(id, 29);
    ASSERT_NE(carrier, nullptr) << groundswell_halo_error();
    if (method != "auto") {
      EXPECT_EQ(carrier, method);
    }
    expect_ok(groundswell_halo_close(id));
  }
}

TEST(HaloC, SeveralExchangesAreUnderWayAtOnce) {
  const Cells cells;
  for (const std::string& method : method_names()) {
    SCOPED_TRACE(method);
    const int id = cells.create(method), other = cells.create();
    ASSERT_GT(id, 0) << groundswell_halo_error();
    std::vector<Fields> fields;
    std::vector<int> transits;
    for (int step = 0; step < 4; ++step) fields.emplace_back(cells, step);
    for (int step = 0; step < 4; ++step)
      transits.push_back(
          groundswell_halo_start(step == 2 ? other : id, 3, fields[std::size_t(step)].rows.data()));
    for (const int transit : transits) {
      ASSERT_GT(transit, 0) << groundswell_halo_error();
      bool done = false;
      expect_ok(groundswell_halo_test(transit, &done));
      expect_ok(groundswell_halo_finish(transit));
    }
    for (int step = 0; step < 4; ++step) fields[std::size_t(step)].expect_exchanged(cells, step);
    expect_ok(groundswell_halo_close(id));
    expect_ok(groundswell_halo_close(other));
  }
}

TEST(HaloC, MemoryOfTheExchange) {
  const Cells cells;
  for (const std::string& method : method_names()) {
    SCOPED_TRACE(method);
    const int id = cells.create(method);
    ASSERT_GT(id, 0) << groundswell_halo_error();
    void* memory = nullptr;
    expect_ok(groundswell_halo_allocate(id, std::int64_t(cells.size()) * 8, &memory));
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 64, 0u);
    auto* heat = static_cast<double*>(memory);
    EXPECT_EQ(std::accumulate(heat, heat + cells.size(), 0.0), 0.0);
    for (int step = 1; step <= 3; ++step) {
      for (std::size_t i = 0; i < cells.owned.size(); ++i) heat[i] = double(cells.of(i) + step);
      const groundswell_halo_rows rows = rows_at(memory, std::int64_t(cells.size()), 8, 0, 8);
      expect_ok(groundswell_halo_exchange(id, 1, &rows));
      for (std::size_t i = 0; i < cells.size(); ++i) ASSERT_EQ(heat[i], double(cells.of(i) + step));
    }
    expect_ok(groundswell_halo_close(id));
  }
}

TEST(HaloC, NumbersThatAreNone) {
  const Cells cells;
  Fields fields(cells, 0);
  bool done = false;
  std::int64_t bytes = 0;
  void* memory = nullptr;
  for (const int id : {0, -3, 1000000}) {
    expect_words(no_number(groundswell_halo_start(id, 3, fields.rows.data())),
                 {"there is no halo exchange", "groundswell_halo_create"});
    expect_words(refused(groundswell_halo_close(id)), {"there is no halo exchange"});
    expect_words(refused(groundswell_halo_send_bytes(id, 1, &bytes)), {"there is no halo exchange"});
    expect_words(refused(groundswell_halo_allocate(id, 1, &memory)), {"there is no halo exchange"});
    EXPECT_EQ(groundswell_halo_method(id, 1), nullptr);
    expect_words(refused(groundswell_halo_finish(id)), {"no exchange", "groundswell_halo_start"});
    expect_words(refused(groundswell_halo_test(id, &done)), {"no exchange", "is under way"});
  }
  const int id = cells.create();
  const int transit = groundswell_halo_start(id, 3, fields.rows.data());
  expect_words(refused(groundswell_halo_test(transit, nullptr)), {"null pointer for its answer"});
  expect_words(refused(groundswell_halo_close(id)), {"1 exchanges", "under way on rank 0", "finish them"});
  expect_ok(groundswell_halo_finish(transit));
  fields.expect_exchanged(cells, 0);
  expect_words(refused(groundswell_halo_finish(transit)), {"has been finished already"});
  expect_words(refused(groundswell_halo_test(transit, &done)), {"has been finished already"});
  expect_ok(groundswell_halo_close(id));
  expect_words(refused(groundswell_halo_close(id)), {"has been closed"});
  expect_words(refused(groundswell_halo_exchange(id, 3, fields.rows.data())), {"has been closed"});
  EXPECT_EQ(groundswell_halo_note(id, 0), nullptr);
  EXPECT_EQ(groundswell_halo_method_name(-1), nullptr);
}

TEST(HaloC, RowsThatDoNotFit) {
  const Cells cells;
  Fields fields(cells, 0);
  const int id = cells.create();
  const auto failing = [&](auto&& spoil) {
    groundswell_halo_rows rows = fields.rows[1];
    spoil(rows);
    return no_number(groundswell_halo_start(id, 1, &rows));
  };
  expect_words(no_number(groundswell_halo_start(id, 3, nullptr)), {"null pointer", "3 sets"});
  expect_words(no_number(groundswell_halo_start(id, -1, fields.rows.data())), {"-1 sets"});
  expect_words(failing([](auto& rows) { rows.data = nullptr; }), {"set 1", "null pointer"});
  expect_words(failing([](auto& rows) { --rows.n_row; }), {"give one row per cell"});
  expect_words(failing([](auto& rows) { rows.offset = 25; }), {"rows of 40 bytes", "from byte 25"});
  expect_words(failing([](auto& rows) { rows.offset = INT64_MAX; }), {"rows of 40 bytes"});
  expect_words(failing([](auto& rows) { rows.length = GROUNDSWELL_HALO_SPLIT; }),
               {"do not lie side by side"});
  expect_words(failing([](auto& rows) { rows.length = -2; }), {"-2 bytes"});
  expect_words(failing([](auto& rows) { rows.space = GROUNDSWELL_HALO_DEVICE; }), {"memory of a device"});
  expect_words(failing([](auto& rows) { rows.space = 7; }), {"unknown memory space 7"});
  std::int64_t bytes = 0;
  void* memory = nullptr;
  expect_words(refused(groundswell_halo_send_bytes(id, 1, nullptr)), {"null pointer"});
  expect_words(refused(groundswell_halo_allocate(id, 1, nullptr)), {"null pointer"});
  expect_words(refused(groundswell_halo_allocate(id, -1, &memory)), {"-1 bytes"});
  expect_words(refused(groundswell_halo_sort(nullptr, nullptr, nullptr)), {"null pointer"});
  bytes = 3;
  expect_words(refused(groundswell_halo_sort(&bytes, nullptr, nullptr)), {"null pointer", "3 halo cells"});
  expect_ok(groundswell_halo_exchange(id, 3, fields.rows.data()));  // the refused calls have had no effect
  fields.expect_exchanged(cells, 0);
  expect_ok(groundswell_halo_close(id));
}

// Nothing is under way after a failed start.
TEST(HaloC, AStartThatFailsHasNotStarted) {
  const std::int64_t owned[] = {1, 2};
  const int id = groundswell_halo_create(MPI_COMM_SELF, 2, owned, 0, nullptr, nullptr, "graph", nullptr);
  ASSERT_GT(id, 0) << groundswell_halo_error();
  double heat[2] = {};
  const std::int64_t length = 3000000000;  // bytes, beyond what MPI can send; none is touched
  const groundswell_halo_rows rows = rows_at(heat, 2, length, 0, length);
  expect_words(no_number(groundswell_halo_start(id, 1, &rows)), {"beyond what MPI can send"});
  expect_words(no_number(groundswell_halo_start(id, 1, &rows)), {"an earlier halo exchange failed"});
  expect_ok(groundswell_halo_close(id));
}

// All processes get the error, and none waits for the one that caused it.
TEST(HaloC, WhatOneProcessGivesWronglyIsSaidOnAll) {
  const int n = world().size();
  const bool is_last = world().rank() == n - 1;
  expect_words(
      no_number(groundswell_halo_create(MPI_COMM_NULL, 0, nullptr, 0, nullptr, nullptr, nullptr, nullptr)),
      {"MPI_COMM_NULL"});
  EXPECT_EQ(std::string(groundswell_halo_error()).find("transfer"), std::string::npos);
  expect_words(no_number(groundswell_halo_create_f(4711, 0, nullptr, 0, nullptr, nullptr, "", "")),
               {"not known to MPI"});
  const Cells cells;
  const auto failing = [&](auto&& spoil) {
    Cells mine = cells;
    if (is_last) spoil(mine);
    return no_number(mine.create());
  };
  const auto n_owned = std::int64_t(cells.owned.size());
  expect_words(
      no_number(groundswell_halo_create(MPI_COMM_WORLD, n_owned, is_last ? nullptr : cells.owned.data(), 0,
                                        nullptr, nullptr, nullptr, nullptr)),
      {"null pointer", "owned cells"});
  expect_words(no_number(groundswell_halo_create(MPI_COMM_WORLD, is_last ? -1 : n_owned, cells.owned.data(),
                                                 0, nullptr, nullptr, nullptr, nullptr)),
               {"-1 owned cells", "same length"});
  expect_words(no_number(cells.create("telepathy")), {"'telepathy' is not known", "point_to_point"});
  if (n == 1) return;
  expect_words(no_number(cells.create(is_last ? "telepathy" : "point_to_point")),
               {"'telepathy'", "rank 0 for 'point_to_point'"});
  expect_words(failing([](Cells& mine) { std::swap(mine.halo[0], mine.halo[1]); }), {"out of order", "sort"});
  expect_words(failing([&](Cells& mine) { mine.owners.back() = n; }), {"is owned by rank", "ranks"});
  expect_words(failing([](Cells& mine) { mine.halo.back() += 1; }), {"does not own it"});
  const int id = cells.create();  // this works after all these failures
  Fields fields(cells, 1);
  expect_ok(groundswell_halo_exchange(id, 3, fields.rows.data()));
  fields.expect_exchanged(cells, 1);
  expect_ok(groundswell_halo_close(id));
}

// In one exchange the last process passes three fields and the others two: all get the error, in this
// exchange or in a later one.
TEST(HaloC, RowsOfOtherLengthsAreRefusedOnAll) {
  if (world().size() == 1) GTEST_SKIP() << "one process has no others";
  const Cells cells;
  const bool is_last = world().rank() == world().size() - 1;
  for (const std::string& method : method_names()) {
    SCOPED_TRACE(method);
    const int id = cells.create(method);
    ASSERT_GT(id, 0) << groundswell_halo_error();
    Fields& fields = *new Fields(cells, 1);  // never freed: after an error MPI may still use it
    for (int i = 0; i < 20; ++i) expect_ok(groundswell_halo_exchange(id, i % 7 ? 3 : 2, fields.rows.data()));
    world().barrier();
    int code = groundswell_halo_exchange(id, is_last ? 3 : 2, fields.rows.data());  // three are expected
    for (int i = 0; i < 1000 && code == GROUNDSWELL_HALO_OK; ++i)
      code = groundswell_halo_exchange(id, 3, fields.rows.data());
    expect_words(refused(code),
                 {"different lengths", "1 + 16 + 12 bytes on rank", "1 + 16 bytes on rank", "number 21"});
    expect_ok(groundswell_halo_close(id));
  }
}

TEST(HaloC, AProcessThatDoesNotComeIsWaitedForToTheLimit) {
  const Cells cells;
  const int id = cells.create();
  expect_words(refused(groundswell_halo_set_time_limit(id, 0)), {"time limit of 0 s", "positive"});
  expect_words(refused(groundswell_halo_set_time_limit(0, 1)), {"there is no halo exchange 0"});
  expect_ok(groundswell_halo_set_time_limit(id, 0.2));
  Fields fields(cells, 1);
  if (world().size() > 1 && world().rank() > 0)
    expect_words(refused(groundswell_halo_exchange(id, 3, fields.rows.data())),
                 {"has waited 0.2 s", "have all ranks started it"});
  world().barrier();
  const int code = groundswell_halo_close(id);
  if (world().size() > 1 && world().rank() == 0)
    expect_words(refused(code), {"has waited 0.2 s"});  // the message of the ranks that waited for rank 0
  else
    expect_ok(code);
  expect_words(refused(groundswell_halo_close(id)), {"has been closed"});
}

// An exchange is still in flight when another one has failed.
TEST(HaloC, ClosingAfterAFailureEndsWhatIsUnderWay) {
  if (world().size() == 1) GTEST_SKIP() << "one process has no others";
  const Cells cells;
  const int id = cells.create();
  Fields &first = *new Fields(cells, 1), &second = *new Fields(cells, 2);
  const int transit = groundswell_halo_start(id, 3, first.rows.data());
  world().barrier();  // no rank gets the error before its first exchange is under way
  expect_words(no_number(groundswell_halo_start(id, world().rank() == 0 ? 2 : 3, second.rows.data())),
               {"different lengths"});
  expect_ok(groundswell_halo_close(id));
  expect_words(refused(groundswell_halo_finish(transit)), {"has been finished already"});
}

// Ranks without cells, and exchanges in which no rank sends.
TEST(HaloC, NoCells) {
  const int me = world().rank(), n = world().size();
  for (const std::string& method : method_names()) {
    SCOPED_TRACE(method);
    const std::int64_t owned = 17, halo = 17;
    const int owner = 0;
    const bool takes = me == n - 1 && n > 1;
    const int id = groundswell_halo_create(MPI_COMM_WORLD, me == 0 ? 1 : 0, &owned, takes ? 1 : 0, &halo,
                                           &owner, method.c_str(), "");
    ASSERT_GT(id, 0) << groundswell_halo_error();
    double heat = me == 0 ? 3.5 : 0;
    const groundswell_halo_rows rows =
        rows_at(me == 0 || takes ? &heat : nullptr, me == 0 || takes ? 1 : 0, 8, 0, 8);
    expect_ok(groundswell_halo_exchange(id, 1, &rows));
    EXPECT_EQ(heat, me == 0 || takes ? 3.5 : 0.0);
    expect_ok(groundswell_halo_exchange(id, 0, nullptr));
    expect_ok(groundswell_halo_close(id));
  }
}

}  // namespace
}  // namespace groundswell::test
