// SPDX-License-Identifier: Apache-2.0
// What tests expect of the calls of a C interface, which return 0, or 1 after an error.
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace groundswell::test {

// `last_error` is the interface's function that returns the last message.
template <const char* (*last_error)()>
struct CCalls {
  static void expect_ok(int code) { EXPECT_EQ(code, 0) << last_error(); }

  // The message of the last call, which must have failed.
  static std::string refused(int code) {
    EXPECT_EQ(code, 1);
    return last_error();
  }
};

}  // namespace groundswell::test
