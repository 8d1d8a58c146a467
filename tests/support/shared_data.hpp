// SPDX-License-Identifier: Apache-2.0
// Paths of reference data, which lie beside the checkout, not in it. A test whose file is missing is skipped
// with a message.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace groundswell::test {

inline std::string shared_path(const std::string& relative) {
  return GROUNDSWELL_SHARED_DIR "/" + relative;
}

}  // namespace groundswell::test

// Skips the running test if ../shared/<relative> is missing.
#define GS_NEEDS_SHARED(relative)                                           \
  do {                                                                      \
    if (!std::filesystem::exists(groundswell::test::shared_path(relative))) \
      GTEST_SKIP() << "needs " << groundswell::test::shared_path(relative); \
  } while (false)
