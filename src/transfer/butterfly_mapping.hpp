// SPDX-License-Identifier: Apache-2.0
// Maps each process of a side to the process of the butterfly's kernel that it sends its cells to or receives
// them from: large and small processes are paired to balance the load of the kernel processes. Reference:
// Zhang, Liu, Yang, Li and Wang 2016, A new adaptive data transfer library for model coupling (Geosci. Model
// Dev. 9, 2099), section 3.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace groundswell {

// The largest power of two <= n_process.
int kernel_size(int n_process);

// The kernel index of each process of a side, whose processes have `sizes` cells. Groups of processes are
// paired, the large with the small; of groups of equal size, the one whose first process is lower counts as
// the larger. `n_kernel` is a power of two.
std::vector<int> map_to_kernel(std::span<const std::int64_t> sizes, int n_kernel);

// The order of processes underlying that mapping: n >= sizes.size() of them, a power of two; those beyond
// sizes.size() are empty. Each run of n / n_kernel processes shares a kernel process.
std::vector<int> pairing_order(std::span<const std::int64_t> sizes, int n);

}  // namespace groundswell
