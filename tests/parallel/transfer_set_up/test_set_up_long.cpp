// SPDX-License-Identifier: Apache-2.0
// The set-up of a transfer of many cells: 4.15 million on 8 + 8 processes. Memory per cell of a process is
// bounded.
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <fstream>

#include "support/parallel_world.hpp"
#include "transfer/transfer.hpp"

namespace groundswell {
namespace {

using test::world;

constexpr std::int64_t n_cell = 4147200;  // 2880 x 1440

// The value of `key` in /proc/self/status [bytes].
std::int64_t memory(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == key + ":") {
      std::int64_t kilobytes = 0;
      status >> kilobytes;
      return 1024 * kilobytes;
    }
  return 0;
}

void forget_peak_memory() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << 5;
}

// Round-robin to blocks: each process has all processes of the other side as partners.
TEST(SetUp, OfManyCellsStaysWithinItsMemory) {
  const int n = world().size() / 2, me = world().rank() % n;
  const bool is_source = world().rank() < n;
  Decomposition cells{n_cell, {}};
  if (is_source)
    for (std::int64_t cell = me; cell < n_cell; cell += n) cells.cells.push_back(cell);
  else
    cells = make_block_decomposition(n_cell, me, n);
  for (const char* method : {"p2p", "adaptive"}) {
    forget_peak_memory();
    const std::int64_t before = memory("VmRSS");
    world().barrier();
    const auto begin = std::chrono::steady_clock::now();
    const Transfer transfer(world(), is_source ? &cells : nullptr, is_source ? nullptr : &cells,
                            {{"height", sizeof(double)}}, {.name = "many cells", .method = method});
    const double seconds =
        world().max(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    const double per_cell = double(n) / double(n_cell);
    const double peak = world().max(double(memory("VmHWM") - before)) * per_cell;
    const double kept = world().max(double(memory("VmRSS") - before)) * per_cell;
    if (world().rank() == 0)
      std::printf(
          "%s: set-up of %lld cells on %d+%d processes: %.2f s, bytes per cell of a process: at most %.1f, "
          "%.1f kept\n",
          method, (long long)n_cell, n, n, seconds, peak, kept);
    EXPECT_GT(peak, 0.0) << "the peak was not seen";
    EXPECT_LT(peak, 160.0);
    EXPECT_LT(kept, 100.0);
    EXPECT_LT(seconds, 60.0);
  }
}

}  // namespace
}  // namespace groundswell
