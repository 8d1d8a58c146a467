// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace groundswell {

// Expands a list of host names in SLURM's notation, keeping its order: "login,n[1-3,07-09]x" gives login,
// n1x, n2x, n3x, n07x, n08x, n09x. Numbers keep the leading zeros of the range's first number. Throws Error
// if the list is malformed or too long.
std::vector<std::string> expand_host_list(std::string_view list);

}  // namespace groundswell
