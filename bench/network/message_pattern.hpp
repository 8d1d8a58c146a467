// SPDX-License-Identifier: Apache-2.0
// Byte patterns that identify their message, so that misplaced data are detected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace groundswell {

// Bytes that depend on the key and on the position in the message.
void fill_pattern(std::span<std::byte> bytes, std::uint64_t key);
bool has_pattern(std::span<const std::byte> bytes, std::uint64_t key);

}  // namespace groundswell
