// SPDX-License-Identifier: Apache-2.0
// main() of the parallel tests: --ranks=N is the number of ranks for which the test was registered; on any
// other number of ranks it fails. The first rank prints the tests' progress, every rank its own failures; a
// failure on any rank makes the program fail on all. --threads lets several threads use MPI.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

#include "comm/mpi_session.hpp"
#include "parallel_world.hpp"

namespace groundswell::test {
namespace {

const MpiSession* session = nullptr;

// Prints only failures, with the rank. It remembers the test's name, because GoogleTest must not be asked for
// the name while it reports a failure.
class FailurePrinter : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo& test) override {
    name_ = std::string(test.test_suite_name()) + "." + test.name();
  }
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::fprintf(stderr, "rank %d, %s, %s:%d: %s\n", session->world().rank(), name_.c_str(),
                 result.file_name() ? result.file_name() : "?", result.line_number(), result.message());
  }

  std::string name_;
};

int declared_ranks(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.starts_with("--ranks=")) return std::atoi(argument.c_str() + 8);
  }
  return -1;
}

int run_tests(int argc, char** argv) {
  const Communicator& ranks = world();
  const int expected = declared_ranks(argc, argv);
  if (ranks.size() != expected) {
    std::fprintf(stderr, "this test was registered for %d ranks but runs on %d\n", expected, ranks.size());
    return 2;
  }
  testing::InitGoogleTest(&argc, argv);
  if (ranks.rank() != 0) {
    auto& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new FailurePrinter);
  }
  bool failed = RUN_ALL_TESTS() != 0;
  if (testing::UnitTest::GetInstance()->test_to_run_count() == 0) failed = true;
  return ranks.any(failed) ? 1 : 0;
}

}  // namespace

const Communicator& world() {
  return session->world();
}

}  // namespace groundswell::test

int main(int argc, char** argv) {
  using groundswell::ThreadLevel;
  const bool threads = std::find(argv, argv + argc, std::string_view("--threads")) != argv + argc;
  groundswell::MpiSession session(argc, argv, threads ? ThreadLevel::multiple : ThreadLevel::funneled);
  groundswell::test::session = &session;
  try {
    return groundswell::test::run_tests(argc, argv);
  } catch (const std::exception& error) {
    session.abort(error.what());
  }
}
