// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "base/process_memory.hpp"

namespace groundswell {
namespace {

constexpr std::int64_t mega = 1000000;

TEST(ProcessMemory, TheHighestIsThatOfAPartOfTheProgramOnceItIsForgotten) {
  std::vector<char>(200 * mega, 'a');
  if (process_memory().highest == 0) GTEST_SKIP() << "the system does not tell";
  ASSERT_GE(process_memory().highest, 200 * mega);
  const std::int64_t before = forget_highest_memory();
  EXPECT_LT(process_memory().highest, before + 20 * mega);
  std::vector<char>(50 * mega, 'b');
  EXPECT_GE(process_memory().highest, before + 49 * mega);
  EXPECT_LT(process_memory().highest, before + 80 * mega);
}

}  // namespace
}  // namespace groundswell
