// SPDX-License-Identifier: Apache-2.0
// The C interface of placement: the reordered communicator has the same processes; an error on one process is
// an error on all.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "groundswell/network.h"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {
namespace {

// The library's error message if each process sends `bytes` to the ranks `to`.
std::string refused(int n, const int* to, const std::int64_t* bytes, const char* method = nullptr,
                    const char* network = nullptr) {
  MPI_Comm reordered = MPI_COMM_NULL;
  EXPECT_EQ(groundswell_network_reorder(MPI_COMM_WORLD, n, to, bytes, method, network, &reordered),
            GROUNDSWELL_NETWORK_ERROR);
  return groundswell_network_error();
}

TEST(NetworkC, AReorderedCommunicatorHasEachProcessOnce) {
  const int n = world().size(), next = (world().rank() + 1) % n;
  const std::int64_t bytes = 1000;
  for (const char* method : {"none", "nodes", "scotch"}) {
    MPI_Comm reordered = MPI_COMM_NULL;
    ASSERT_EQ(groundswell_network_reorder(MPI_COMM_WORLD, 1, &next, &bytes, method, nullptr, &reordered),
              GROUNDSWELL_NETWORK_OK)
        << groundswell_network_error();
    int rank = -1, size = 0;
    MPI_Comm_rank(reordered, &rank);
    MPI_Comm_size(reordered, &size);
    EXPECT_EQ(size, n);
    EXPECT_EQ(world().sum(rank), n * (n - 1) / 2);
    EXPECT_EQ(world().sum(rank * rank), (n - 1) * n * (2 * n - 1) / 6);
    MPI_Comm_free(&reordered);
  }
}

TEST(NetworkC, WhatIsWrongOnOneProcessIsSaidOnAll) {
  const bool is_last = world().rank() == world().size() - 1;
  const int self = world().rank(), far = is_last ? 4711 : 0;
  const std::int64_t bytes = 8, debt = is_last ? -8 : 8;
  expect_words(refused(1, &far, &bytes), {"sends to rank 4711"});
  expect_words(refused(1, &self, &debt), {"sends -8 bytes"});
  expect_words(refused(is_last ? -1 : 1, &self, &bytes), {"-1 ranks to send to"});
  expect_words(refused(1, is_last ? nullptr : &self, &bytes), {"null pointer", "1 ranks to send to"});
  expect_words(refused(1, &self, &bytes, "telepathy"), {"telepathy", "scotch"});
  expect_words(refused(1, &self, &bytes, "nodes", "no such file.json"), {"no such file.json"});
  if (world().size() > 1)
    expect_words(refused(1, &self, &bytes, is_last ? "scotch" : "nodes"), {"'scotch '", "'nodes '"});
  EXPECT_EQ(groundswell_network_reorder(MPI_COMM_WORLD, 0, nullptr, nullptr, nullptr, nullptr, nullptr),
            GROUNDSWELL_NETWORK_ERROR);
  expect_words(groundswell_network_error(), {"null pointer for its answer"});
}

}  // namespace
}  // namespace groundswell::test
