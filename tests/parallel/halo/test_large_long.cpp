// SPDX-License-Identifier: Apache-2.0
// Messages of more than 2^31 bytes between two ranks, by every method except auto: three rows of 750 MB each
// way.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "halo/halo_exchange.hpp"
#include "parallel/halo/halo_samples.hpp"

namespace groundswell {
namespace {

using test::world;

constexpr std::int64_t row_bytes = 750'000'000;

// There is one value for every 4 kB, so that the test touches every page.
std::uint64_t value_at(std::int64_t cell, std::int64_t place) {
  return test::value_of<std::uint64_t>(cell, int(place), 0);
}

TEST(halo_large, messages_above_two_gigabytes_arrive_whole) {
  if (world().size() != 2) GTEST_SKIP() << "of two ranks";
  const int me = world().rank(), other = 1 - me;
  std::vector<std::int64_t> owned, halo_cells;
  for (int i = 0; i < 3; ++i) {
    owned.push_back(10 * me + i);
    halo_cells.push_back(10 * other + i);
  }
  const HaloPlan plan = make_halo_plan(world(), owned, halo_cells, std::vector<int>(3, other));
  Array<std::byte> memory(std::size_t(6 * row_bytes));
  for (const std::string& method : test::all_methods()) {
    if (method == "auto") continue;
    for (std::int64_t row = 0; row < 6; ++row)
      for (std::int64_t place = 0; place + 8 <= row_bytes; place += 4096) {
        const std::uint64_t value = row < 3 ? value_at(owned[std::size_t(row)], place / 4096) : 0;
        std::memcpy(memory.data() + row * row_bytes + place, &value, 8);
      }
    HaloExchange halo(world(), plan, {.method = method});
    halo.exchange(make_cell_rows(memory.data(), 6, row_bytes));
    std::int64_t n_bad = 0;
    for (std::int64_t row = 3; row < 6; ++row)
      for (std::int64_t place = 0; place + 8 <= row_bytes; place += 4096) {
        std::uint64_t value = 0;
        std::memcpy(&value, memory.data() + row * row_bytes + place, 8);
        n_bad += value != value_at(halo_cells[std::size_t(row - 3)], place / 4096);
      }
    EXPECT_EQ(n_bad, 0) << method;
  }
}

}  // namespace
}  // namespace groundswell
