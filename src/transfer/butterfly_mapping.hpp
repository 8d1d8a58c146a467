// SPDX-License-Identifier: Apache-2.0
// Maps each process of a side to the process of the butterfly's kernel that it sends its cells to or receives
// them from: processes with many and with few cells are paired to balance the load of the kernel processes.
// Reference: Zhang, Liu, Yang, Li and Wang 2016, A new adaptive data transfer library for model coupling
// (Geosci. Model Dev. 9, 2099), section 3.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace groundswell {

// The kernel index of each process of a side, whose processes have `sizes` cells. Groups of processes are
// paired repeatedly, the largest with the smallest; of two groups of equal size, the one whose first process
// has the lower number counts as the larger. `n_kernel` is a power of two.
std::vector<int> map_to_kernel(std::span<const std::int64_t> sizes, int n_kernel);

// The order of processes that underlies this mapping. `n`, a power of two, is at least sizes.size();
// processes beyond sizes.size() are empty. Every n / n_kernel consecutive processes share a kernel process.
std::vector<int> pairing_order(std::span<const std::int64_t> sizes, int n);

}  // namespace groundswell
