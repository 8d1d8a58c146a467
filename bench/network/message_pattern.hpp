// SPDX-License-Identifier: Apache-2.0
// Bytes that tell what they were made for, so that a message at the wrong place is seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace groundswell {

// Bytes that differ with the key and along the message.
void fill_pattern(std::span<std::byte> bytes, std::uint64_t key);
bool has_pattern(std::span<const std::byte> bytes, std::uint64_t key);

}  // namespace groundswell
