// SPDX-License-Identifier: Apache-2.0
// Halo exchange: with every method, every halo cell gets exactly its owner's bytes, and nothing else changes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "decomp/decomposed_mesh.hpp"
#include "halo/halo_exchange.hpp"
#include "parallel/halo/halo_samples.hpp"
#include "support/parallel_world.hpp"
#include "support/test_meshes.hpp"

namespace groundswell {
namespace {

using test::all_methods;
using test::meshes;
using test::message_of;
using test::value_of;
using test::world;

template <class T>
constexpr T untouched = T(-7);

template <class T>
void fill(RowArray<T>& values, const LocalMesh& local, int repetition) {
  for (int cell = 0; cell < local.n_cell(); ++cell)
    for (int column = 0; column < int(values.n_col()); ++column)
      values(cell, column) =
          cell < local.n_owned ? value_of<T>(local.global_cell[cell], column, repetition) : untouched<T>;
}

// Counts entries that differ from what an exchange of columns [first, first + n) must leave.
template <class T>
int count_wrong(const RowArray<T>& values, const LocalMesh& local, int repetition, int first, int n) {
  int n_wrong = 0;
  for (int cell = 0; cell < local.n_cell(); ++cell) {
    for (int column = 0; column < int(values.n_col()); ++column) {
      const bool known = cell < local.n_owned || (column >= first && column < first + n);
      const T expected = known ? value_of<T>(local.global_cell[cell], column, repetition) : untouched<T>;
      if (std::memcmp(&values(cell, column), &expected, sizeof(T)) != 0) ++n_wrong;
    }
  }
  return n_wrong;
}

DecomposedMesh decomposed(const Mesh& whole, int n_ring) {
  DecompositionSettings settings;
  settings.halo_rings = n_ring;
  return decompose(world(), whole, settings);
}

TEST(halo_exchange, halo_cells_get_their_owners_bytes_on_every_mesh) {
  for (const auto& [name, whole] : meshes()) {
    for (int n_ring : {1, 2}) {
      const DecomposedMesh part = decomposed(whole, n_ring);
      for (const std::string& method : all_methods()) {
        SCOPED_TRACE(text(name, ", ", n_ring, " rings, ", method));
        HaloExchange halo(part.communicator, part.plan, {.method = method});
        EXPECT_EQ(halo.method(), method);
        RowArray<float> values(std::size_t(part.local.n_cell()), 7);
        fill(values, part.local, 0);
        halo.exchange(values);
        EXPECT_EQ(count_wrong(values, part.local, 0, 0, 7), 0);
      }
    }
  }
}

// A full spectrum, so that messages are long enough for each of MPI's protocols.
TEST(halo_exchange, any_subset_of_columns_is_sent_alone) {
  const int n_dir = 36, n_freq = 35, n_col = n_dir * n_freq;
  const DecomposedMesh part = decomposed(meshes()[1].second, 2);
  RowArray<float> values(std::size_t(part.local.n_cell()), n_col);
  for (const std::string& method : all_methods()) {
    HaloExchange halo(part.communicator, part.plan, {.method = method});
    int repetition = 0;
    for (const auto& [first, n] : {std::pair{0, n_col},
                                   {0, 5 * n_dir},
                                   {0, n_dir},
                                   {3 * n_dir, 7},
                                   {n_col - 1, 1},
                                   {0, 0},
                                   {0, n_col}}) {
      SCOPED_TRACE(text(method, ", columns from ", first, ", ", n));
      fill(values, part.local, ++repetition);
      halo.exchange(values, first, n);
      EXPECT_EQ(count_wrong(values, part.local, repetition, first, n), 0);
    }
  }
}

TEST(halo_exchange, fields_of_different_widths_are_sent_one_after_another_and_together) {
  const DecomposedMesh part = decomposed(meshes()[0].second, 1);
  const std::size_t n_cell = std::size_t(part.local.n_cell());
  for (const std::string& method : all_methods()) {
    SCOPED_TRACE(method);
    HaloExchange halo(part.communicator, part.plan, {.method = method});
    RowArray<float> spectra(n_cell, 50);
    RowArray<double> gradient(n_cell, 2);
    Array<std::uint8_t> ice(n_cell);
    std::vector<double> depth(n_cell);
    for (const bool together : {false, true}) {
      fill(spectra, part.local, 1);
      fill(gradient, part.local, 2);
      for (int cell = 0; cell < part.local.n_cell(); ++cell) {
        const bool mine = cell < part.local.n_owned;
        depth[cell] = mine ? value_of<double>(part.local.global_cell[cell], 0, 3) : 0.0;
        ice[cell] = mine ? std::uint8_t(part.local.global_cell[cell] % 251 + 1) : 0;
      }
      if (together) {
        const std::vector<CellRows> rows{make_cell_rows(ice), make_cell_rows(spectra, 10, 5),
                                         make_cell_rows(depth), make_cell_rows(gradient)};
        halo.exchange(std::span<const CellRows>(rows));
      } else {
        halo.exchange(ice);
        halo.exchange(spectra, 10, 5);
        halo.exchange(depth);
        halo.exchange(gradient);
      }
      EXPECT_EQ(count_wrong(spectra, part.local, 1, 10, 5), 0);
      EXPECT_EQ(count_wrong(gradient, part.local, 2, 0, 2), 0);
      for (int cell = 0; cell < part.local.n_cell(); ++cell) {
        EXPECT_EQ(depth[cell], value_of<double>(part.local.global_cell[cell], 0, 3));
        EXPECT_EQ(ice[cell], std::uint8_t(part.local.global_cell[cell] % 251 + 1));
      }
    }
  }
}

// Owned cells that no other rank needs may change while an exchange is under way.
TEST(halo_exchange, repeated_exchanges_overlap_with_work_on_inner_cells) {
  const DecomposedMesh part = decomposed(meshes()[0].second, 2);
  RowArray<double> values(std::size_t(part.local.n_cell()), 40);
  for (const std::string& method : all_methods()) {
    HaloExchange halo(part.communicator, part.plan, {.method = method});
    for (int repetition = 0; repetition < 20; ++repetition) {
      fill(values, part.local, repetition);
      HaloHandle exchange = halo.start(values);
      for (int cell = 0; cell < part.local.n_inner; ++cell)
        for (int column = 0; column < 40; ++column) values(cell, column) *= 2.0;
      if (repetition % 2 == 1)
        while (!exchange.is_ready() && method != "graph_blocking") std::this_thread::yield();
      exchange.finish();
      for (int cell = 0; cell < part.local.n_inner; ++cell)
        for (int column = 0; column < 40; ++column) values(cell, column) *= 0.5;
      ASSERT_EQ(count_wrong(values, part.local, repetition, 0, 40), 0)
          << method << ", repetition " << repetition;
    }
  }
}

// Each exchange sends the values as they are when it starts; once it has finished, the sent cells may be
// changed.
TEST(halo_exchange, values_may_change_as_soon_as_an_exchange_is_finished) {
  const DecomposedMesh part = decomposed(meshes()[0].second, 1);
  const std::size_t n_cell = std::size_t(part.local.n_cell());
  for (const std::string& method : all_methods()) {
    HaloExchange halo(part.communicator, part.plan, {.method = method});
    const std::span<std::byte> memory = halo.allocate(n_cell * 5 * sizeof(float));
    const Rows<float> values{reinterpret_cast<float*>(memory.data()), n_cell, 5, 5};
    const CellRows rows = make_cell_rows(values.data, std::int64_t(n_cell), 5);
    for (int repetition = 0; repetition < 200; ++repetition) {
      for (std::size_t cell = 0; cell < n_cell; ++cell)
        for (int column = 0; column < 5; ++column)
          values(cell, std::size_t(column)) = value_of<float>(
              part.local.global_cell[cell], column, int(cell) < part.local.n_owned ? repetition : -1);
      halo.exchange(rows);
      for (std::size_t cell = 0; cell < n_cell; ++cell)
        for (int column = 0; column < 5; ++column)
          ASSERT_EQ(values(cell, std::size_t(column)),
                    value_of<float>(part.local.global_cell[cell], column, repetition))
              << method << ", repetition " << repetition;
    }
  }
}

TEST(halo_exchange, exchanges_of_one_object_may_be_under_way_together) {
  const DecomposedMesh part = decomposed(meshes()[0].second, 1);
  const std::size_t n_cell = std::size_t(part.local.n_cell());
  for (const std::string& method : all_methods()) {
    HaloExchange halo(part.communicator, part.plan, {.method = method});
    for (int round = 0; round < 3; ++round) {
      std::vector<RowArray<float>> values;
      std::vector<HaloHandle> under_way;
      for (int i = 0; i < 4; ++i) {
        fill(values.emplace_back(n_cell, std::size_t(3 + i)), part.local, i);
      }
      for (RowArray<float>& each : values) under_way.push_back(halo.start(each));
      EXPECT_EQ(halo.n_under_way(), 4);
      for (const int i : {2, 0, 3, 1}) under_way[std::size_t(i)].finish();
      for (int i = 0; i < 4; ++i)
        EXPECT_EQ(count_wrong(values[std::size_t(i)], part.local, i, 0, 3 + i), 0) << method << ", " << i;
      EXPECT_EQ(halo.n_under_way(), 0);
    }
  }
}

TEST(halo_exchange, two_exchanges_may_be_under_way_at_once) {
  const DecomposedMesh part = decomposed(meshes()[0].second, 1);
  const std::size_t n_cell = std::size_t(part.local.n_cell());
  for (const std::string& first : all_methods()) {
    for (const std::string& second : all_methods()) {
      HaloExchange a(part.communicator, part.plan, {.method = first});
      HaloExchange b(part.communicator, part.plan, {.method = second});
      RowArray<float> x(n_cell, 30), y(n_cell, 3);
      fill(x, part.local, 1);
      fill(y, part.local, 2);
      HaloHandle of_x = a.start(x), of_y = b.start(y);
      of_y.finish();
      of_x.finish();
      EXPECT_EQ(count_wrong(x, part.local, 1, 0, 30), 0) << first << ", " << second;
      EXPECT_EQ(count_wrong(y, part.local, 2, 0, 3), 0) << first << ", " << second;
    }
  }
}

TEST(halo_exchange, works_after_reordering_and_among_ranks_of_any_order) {
  const Mesh& whole = meshes()[0].second;
  const Communicator backwards = world().split(0, -world().rank());
  EXPECT_EQ(backwards.rank(), world().size() - 1 - world().rank());
  for (const std::string& reorder : reorder_names()) {
    DecompositionSettings settings;
    settings.reorder = reorder;
    const DecomposedMesh part = decompose(backwards, whole, settings);
    EXPECT_EQ(part.local.part, part.communicator.rank());
    for (const std::string& method : all_methods()) {
      HaloExchange halo(part.communicator, part.plan, {.method = method});
      RowArray<float> values(std::size_t(part.local.n_cell()), 11);
      fill(values, part.local, 4);
      halo.exchange(values);
      EXPECT_EQ(count_wrong(values, part.local, 4, 0, 11), 0) << method << ", reorder " << reorder;
    }
  }
}

TEST(halo_exchange, links_may_go_one_way) {
  const int me = world().rank(), n = world().size();
  if (n == 1) GTEST_SKIP() << "one rank has no others";
  const std::vector<std::int64_t> owned{me}, halo_cells{(me + 1) % n};
  const std::vector<int> owner{(me + 1) % n};
  for (const std::string& method : all_methods()) {
    HaloExchange halo(world(), make_halo_plan(world(), owned, halo_cells, owner), {.method = method});
    std::vector<int> values{me, -1};
    halo.exchange(values);
    EXPECT_EQ(values, (std::vector<int>{me, (me + 1) % n})) << method;
  }
}

// Waiting is timed for all methods, packing and unpacking only for those that pack and unpack.
TEST(halo_exchange, all_methods_fill_the_same_timers) {
  const DecomposedMesh part = decomposed(meshes()[0].second, 2);
  for (const std::string& method : all_methods()) {
    Timers timers;
    HaloExchange halo(part.communicator, part.plan, {.method = method, .timers = &timers});
    RowArray<float> values(std::size_t(part.local.n_cell()), 100);
    for (int i = 0; i < 3; ++i) halo.exchange(values);
    EXPECT_EQ(halo.send_bytes(400), 400 * std::int64_t(part.plan.send_cells.size()));
    if (world().size() == 1) continue;
    std::vector<std::string> names;
    for (const Timing& timing : timers.timings()) {
      names.push_back(timing.name);
      EXPECT_GE(timing.seconds, 0.0) << timing.name;
    }
    std::ranges::sort(names);
    const std::vector<std::string> expected =
        method == "datatypes" ? std::vector<std::string>{"halo.wait"}
                              : std::vector<std::string>{"halo.pack", "halo.unpack", "halo.wait"};
    EXPECT_EQ(names, expected) << method;
  }
}

TEST(halo_exchange, wrong_use_is_refused) {
  const DecomposedMesh part = decomposed(meshes()[0].second, 1);
  const std::size_t n_cell = std::size_t(part.local.n_cell());
  EXPECT_NE(
      message_of([&] { HaloExchange(part.communicator, part.plan, {.method = "pigeon"}); })
          .find("'pigeon' is not known; known are point_to_point_ordered, point_to_point, persistent, graph, "
                "graph_blocking, graph_persistent, datatypes, shared_window, node_aware, auto"),
      std::string::npos);
  for (const std::string& method : all_methods()) {
    HaloExchange halo(part.communicator, part.plan, {.method = method});
    RowArray<float> values(n_cell, 4), too_few(n_cell - 1, 4);
    fill(values, part.local, 0);
    EXPECT_NE(message_of([&] { HaloHandle().finish(); }).find("but not started"), std::string::npos);
    EXPECT_NE(message_of([&] { halo.exchange(values, 2, 3); }).find("columns 2 to 5"), std::string::npos);
    EXPECT_NE(message_of([&] { halo.exchange(too_few); }).find("give one row per cell"), std::string::npos);
    CellRows on_device = make_cell_rows(values);
    on_device.space = MemorySpace::device;
    EXPECT_NE(message_of([&] { halo.exchange(on_device); }).find("memory of a device"), std::string::npos);
    EXPECT_EQ(halo.n_under_way(), 0);
    HaloHandle exchange = halo.start(values);
    EXPECT_EQ(halo.n_under_way(), 1);
    exchange.finish();
    EXPECT_EQ(count_wrong(values, part.local, 0, 0, 4), 0) << method;
    EXPECT_FALSE(exchange.pending());
    EXPECT_NE(message_of([&] { exchange.finish(); }).find("but not started"), std::string::npos);
  }
}

TEST(halo_exchange, too_many_under_way_are_refused) {
  const DecomposedMesh part = decomposed(meshes()[0].second, 1);
  HaloExchange halo(part.communicator, part.plan);
  std::vector<RowArray<float>> values;
  std::vector<HaloHandle> under_way;
  for (int i = 0; i <= HaloExchange::most_under_way; ++i)
    values.emplace_back(std::size_t(part.local.n_cell()), 1);
  for (int i = 0; i < HaloExchange::most_under_way; ++i)
    under_way.push_back(halo.start(values[std::size_t(i)]));
  EXPECT_NE(message_of([&] { halo.exchange(values.back()); }).find("more than 16 halo exchanges"),
            std::string::npos);
  for (HaloHandle& exchange : under_way) exchange.finish();
  halo.exchange(values.back());
}

// Only the first rank finds that there are more ranks than cells; all throw its message.
TEST(decompose, more_ranks_than_cells_is_refused_on_all_ranks) {
  const Mesh one = test::make_plane(1, 1, false);
  const std::string message = message_of([&] { decompose(world(), one); });
  EXPECT_EQ(message.empty(), world().size() == 1) << message;
  EXPECT_EQ(message.find("too few for") == std::string::npos, world().size() == 1);
}

}  // namespace
}  // namespace groundswell
