// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <new>
#include <string>

#include "base/error.hpp"
#include "support/poverty.hpp"

namespace groundswell::test {
namespace {

TEST(Text, IsNotCutIfMemoryLacks) {
  const std::string half(10000, 'x');
  EXPECT_EQ(text(half, half).size(), 20000u);
  const Poverty poverty(15000);
  EXPECT_THROW(text(half, half), std::bad_alloc);
}

}  // namespace
}  // namespace groundswell::test
