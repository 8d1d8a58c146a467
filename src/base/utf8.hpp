// SPDX-License-Identifier: Apache-2.0
// Checks that bytes are UTF-8 text, as all names, titles and configuration files must be. Reference: RFC
// 3629.
#pragma once

#include <string>
#include <string_view>

namespace groundswell {

// Position of the first character that is not valid UTF-8 (truncated, overlong, a UTF-16 surrogate, or beyond
// U+10FFFF); npos if all are valid.
std::size_t find_not_utf8(std::string_view text);

// The text with U+FFFD in place of each byte that is not UTF-8, to be shown in a message.
std::string shown_as_utf8(std::string_view text);

}  // namespace groundswell
