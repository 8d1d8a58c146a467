// SPDX-License-Identifier: Apache-2.0
// Which process of the butterfly's kernel each process of a side sends its cells to, or gets them from: large
// and small processes are paired until all kernel processes carry alike. Reference: Zhang, Liu, Yang, Li and
// Wang 2016, A new adaptive data transfer library for model coupling (Geosci. Model Dev. 9, 2099), section 3.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace groundswell {

// The largest power of two <= n_process.
int kernel_size(int n_process);

// Kernel index of each process of a side with these numbers of cells. Of groups of equal size,
// that with the lower first process counts as the larger. `n_kernel` is a power of two.
std::vector<int> map_to_kernel(std::span<const std::int64_t> sizes, int n_kernel);

// The order of processes behind that mapping: n >= sizes.size() of them, a power of two; those beyond
// sizes.size() are empty. Runs of n / n_kernel of them share a kernel process.
std::vector<int> pairing_order(std::span<const std::int64_t> sizes, int n);

}  // namespace groundswell
