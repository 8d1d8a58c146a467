// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"

#include <cstdint>

namespace groundswell {
namespace {

// A character of several bytes: the bits that identify its first byte, and the first code point of this
// length.
struct LetterForm {
  unsigned mask, mark;
  std::uint32_t first_code;
};
constexpr LetterForm letter_forms[] = {{0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};

// The length of the character at the start of the text; 0 if it is not valid.
std::size_t letter_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return unsigned(static_cast<unsigned char>(text[i])); };
  if (byte(0) < 0x80) return 1;
  std::size_t length = 1;
  for (const LetterForm& form : letter_forms) {
    ++length;
    if ((byte(0) & form.mask) != form.mark) continue;
    if (text.size() < length) return 0;
    std::uint32_t code = byte(0) & ~form.mask & 0xff;
    for (std::size_t i = 1; i < length; ++i) {
      if ((byte(i) & 0xc0) != 0x80) return 0;
      code = code << 6 | (byte(i) & 0x3f);
    }
    const bool is_half_of_pair = code >= 0xd800 && code < 0xe000;
    return code >= form.first_code && code <= 0x10ffff && !is_half_of_pair ? length : 0;
  }
  return 0;
}

}  // namespace

std::size_t find_not_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = letter_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return std::string_view::npos;
}

std::string shown_as_utf8(std::string_view text) {
  std::string shown;
  for (std::size_t bad; (bad = find_not_utf8(text)) != std::string_view::npos; text.remove_prefix(bad + 1))
    shown += std::string(text.substr(0, bad)) + "\ufffd";
  return shown + std::string(text);
}

}  // namespace groundswell
