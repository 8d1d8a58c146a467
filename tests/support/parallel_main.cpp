// SPDX-License-Identifier: Apache-2.0
// main() of the parallel tests: --ranks=N is the count the test was registered for, and any other count
// fails. A test that fails on one rank fails everywhere: the exit codes are combined by the MPI launcher.
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <string>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int size = 0, rank = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int expected = -1;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.rfind("--ranks=", 0) == 0) expected = std::atoi(argument.c_str() + 8);
  }
  if (size != expected) {
    std::fprintf(stderr, "this test was registered for %d ranks but runs on %d\n", expected, size);
    MPI_Finalize();
    return 2;
  }
  testing::InitGoogleTest(&argc, argv);
  if (rank != 0) {
    auto& listeners = testing::UnitTest::GetInstance()->listeners();
    if (std::getenv("GROUNDSWELL_TEST_VERBOSE") == nullptr)
      delete listeners.Release(listeners.default_result_printer());
  }
  int failed = RUN_ALL_TESTS();
  if (testing::UnitTest::GetInstance()->test_to_run_count() == 0) failed = 1;
  if (failed && rank != 0)
    std::fprintf(stderr, "rank %d failed; set GROUNDSWELL_TEST_VERBOSE=1 for its messages\n", rank);
  int any_failed = 0;
  MPI_Allreduce(&failed, &any_failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return any_failed;
}
