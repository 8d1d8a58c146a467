// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "exec/array.hpp"
#include "exec/floating_point.hpp"
#include "exec/for_cells.hpp"
#include "exec/lane.hpp"

namespace groundswell {

TEST(ForCells, EveryCellOnceWithEveryBackEnd) {
  for (Backend backend : {Backend::serial, Backend::openmp})
    for (const Range range : {Range{0, 0}, Range{5, 5}, Range{0, 1}, Range{3, 1003}}) {
      std::vector<int> visits(1010, 0);
      for_cells(backend, range, [&](std::int64_t cell) { ++visits[std::size_t(cell)]; });
      for (std::int64_t cell = 0; cell < 1010; ++cell)
        ASSERT_EQ(visits[std::size_t(cell)], cell >= range.begin && cell < range.end) << cell;
    }
}

TEST(ForCells, BackEndsGiveTheSameBits) {
  Array<float> serial(5000), parallel(5000);
  const auto compute = [](Array<float>& out) {
    return [&out](std::int64_t cell) {
      float sum = 0.0f;
      for (int i = 1; i < 50; ++i) sum += std::exp(-0.01f * float(cell)) / float(i);
      out[std::size_t(cell)] = sum * sum;  // subnormal, and so flushed to 0, for the last cells
    };
  };
  for_cells(Backend::serial, {0, 5000}, compute(serial));
  for_cells(Backend::openmp, {0, 5000}, compute(parallel));
  EXPECT_EQ(std::memcmp(serial.data(), parallel.data(), 5000 * sizeof(float)), 0);
}

TEST(ForCells, BackEndsHaveNames) {
  EXPECT_EQ(available_backend(find_named(backends, "serial").value), Backend::serial);
  if (openmp::available) {
    EXPECT_EQ(available_backend(find_named(backends, "openmp").value), Backend::openmp);
  } else {
    EXPECT_THROW(available_backend(find_named(backends, "openmp").value), Error);
  }
  EXPECT_THROW(find_named(backends, "abacus"), Error);
}

#if defined(__SSE2__)
namespace {

// A call that the compiler can neither move across a change of the control register nor evaluate in advance.
[[gnu::noipa]] float multiply(float a, float b) {
  asm volatile("" ::: "memory");
  return a * b;
}
constexpr float smallest_normal = 1.17549435e-38f;

void allow_denormals() {
  _mm_setcsr(_mm_getcsr() & ~0x8040u);
}

}  // namespace

TEST(ForCells, EveryThreadFlushesDenormals) {
  for (Backend backend : {Backend::serial, Backend::openmp}) {
    std::vector<float> halved(64, 1.0f);
    bool had_denormals = false;
    std::thread([&] {  // so that this test's thread keeps its own setting
      allow_denormals();
      had_denormals = multiply(smallest_normal, 0.5f) > 0.0f;
      for_cells(backend, {0, 64},
                [&](std::int64_t cell) { halved[std::size_t(cell)] = multiply(smallest_normal, 0.5f); });
    })
        .join();
    EXPECT_TRUE(had_denormals);
    for (float value : halved) EXPECT_EQ(value, 0.0f);
  }
}

TEST(FloatingPoint, DenormalsAreReadAsZeroToo) {
  std::thread([] {
    allow_denormals();
    EXPECT_GT(multiply(1e-40f, 1e10f), 0.0f);
    {
      const FlushDenormals flush;
      EXPECT_EQ(multiply(1e-40f, 1e10f), 0.0f);
    }
    EXPECT_GT(multiply(1e-40f, 1e10f), 0.0f);  // the caller's setting is restored
  }).join();
}
#endif

TEST(HostLane, VisitsBinsInOrderAndSums) {
  std::vector<int> order;
  for_bins(HostLane{}, 5, [&](int bin) { order.push_back(bin); });
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4}));
  const double sum = sum_bins<double>(HostLane{}, 101, [](int bin) { return double(bin); });
  EXPECT_EQ(sum, 5050.0);
  EXPECT_EQ(sum_bins<float>(HostLane{}, 0, [](int) { return 1.0f; }), 0.0f);
  barrier(HostLane{});
}

}  // namespace groundswell
