// SPDX-License-Identifier: Apache-2.0
// Catches error messages and checks their words.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "base/error.hpp"

namespace groundswell::test {

// The message of the Error that work() throws, or "".
template <class Work>
std::string message_of(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

inline void expect_words(const std::string& sentence, std::initializer_list<const char*> words) {
  for (const char* word : words)
    EXPECT_NE(sentence.find(word), std::string::npos) << "'" << word << "' in: " << sentence;
}

}  // namespace groundswell::test
