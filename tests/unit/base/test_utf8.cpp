// SPDX-License-Identifier: Apache-2.0
// All characters of Unicode are accepted as UTF-8; byte sequences that RFC 3629 and Unicode's table 3-7
// exclude are rejected.
#include <gtest/gtest.h>

#include <string>

#include "base/utf8.hpp"

namespace groundswell {
namespace {

std::string encode(unsigned code) {
  const auto tail = [&](int shift) { return char(0x80 | (code >> shift & 0x3f)); };
  if (code < 0x80) return {char(code)};
  if (code < 0x800) return {char(0xc0 | code >> 6), tail(0)};
  if (code < 0x10000) return {char(0xe0 | code >> 12), tail(6), tail(0)};
  return {char(0xf0 | code >> 18), tail(12), tail(6), tail(0)};
}

}  // namespace

TEST(Utf8, EveryLetterAndNoHalfOfAPair) {
  for (unsigned code = 0; code < 0x110400; ++code) {
    const bool is_letter = code < 0xd800 || (code >= 0xe000 && code < 0x110000);
    const std::string letter = encode(code);
    ASSERT_EQ(find_not_utf8("a" + letter + "b"), is_letter ? std::string::npos : 1) << code;
    if (letter.size() > 1) {
      ASSERT_EQ(find_not_utf8(letter.substr(0, letter.size() - 1)), 0u) << code;
    }
  }
}

TEST(Utf8, BytesThatAreNone) {
  for (const char* bad :
       {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
        "\xf8\x88\x80\x80\x80", "\xfe", "\xff", "\xc3(", "\xe2\x82(", "\xe9"})
    EXPECT_EQ(find_not_utf8(std::string("é") + bad), 2u) << bad;
  EXPECT_EQ(find_not_utf8(""), std::string::npos);
  EXPECT_EQ(shown_as_utf8("Caf\xe9 \xff\xc3\xa9"), "Caf\ufffd \ufffdé");
}

}  // namespace groundswell
