// SPDX-License-Identifier: Apache-2.0
#include "transfer/butterfly_mapping.hpp"

#include <algorithm>
#include <bit>

#include "base/error.hpp"

namespace groundswell {

std::vector<int> pairing_order(std::span<const std::int64_t> sizes, int n) {
  struct Group {
    std::int64_t size;
    std::vector<int> processes;
  };
  std::vector<Group> groups;
  for (int i = 0; i < n; ++i)
    groups.push_back({std::size_t(i) < sizes.size() ? sizes[std::size_t(i)] : 0, {i}});
  while (groups.size() > 1) {
    std::ranges::sort(groups, [](const Group& a, const Group& b) {
      return a.size != b.size ? a.size > b.size : a.processes.front() < b.processes.front();
    });
    const std::size_t half = groups.size() / 2;
    for (std::size_t i = 0; i < half; ++i) {
      const Group& small = groups[groups.size() - 1 - i];
      groups[i].size += small.size;
      groups[i].processes.insert(groups[i].processes.end(), small.processes.begin(), small.processes.end());
    }
    groups.resize(half);
  }
  return groups.front().processes;
}

std::vector<int> map_to_kernel(std::span<const std::int64_t> sizes, int n_kernel) {
  ensure(n_kernel > 0 && std::has_single_bit(unsigned(n_kernel)), "a kernel of ", n_kernel, " processes");
  const int n = std::max(int(std::bit_ceil(sizes.size())), n_kernel);
  const std::vector<int> order = pairing_order(sizes, n);
  std::vector<int> kernel_of(sizes.size());
  for (int position = 0; position < n; ++position) {
    const std::size_t process = std::size_t(order[std::size_t(position)]);
    if (process < sizes.size()) kernel_of[process] = position / (n / n_kernel);
  }
  return kernel_of;
}

}  // namespace groundswell
