// SPDX-License-Identifier: Apache-2.0
#include "bench/halo_replay/cluster_model.hpp"

#include <array>
#include <random>
#include <utility>

#include "base/names.hpp"

namespace groundswell {
namespace {

int count_nodes(int n_part, int cores) {
  return (n_part + cores - 1) / cores;
}

std::vector<int> in_blocks(int n_part, int cores) {
  std::vector<int> node;
  for (int part = 0; part < n_part; ++part) node.push_back(part / cores);
  return node;
}

std::vector<int> in_cycles(int n_part, int cores) {
  std::vector<int> node;
  for (int part = 0; part < n_part; ++part) node.push_back(part % count_nodes(n_part, cores));
  return node;
}

// The Fisher-Yates shuffle; std::shuffle differs between standard libraries.
std::vector<int> at_random(int n_part, int cores) {
  std::vector<int> node = in_blocks(n_part, cores);
  std::mt19937_64 random(1);
  for (std::size_t left = node.size(); left > 1; --left) std::swap(node[left - 1], node[random() % left]);
  return node;
}

struct PartPlacement {
  const char* name;
  std::vector<int> (*place)(int n_part, int cores);
};
constexpr std::array<PartPlacement, 3> placements{
    {{"block", in_blocks}, {"cyclic", in_cycles}, {"random", at_random}}};

}  // namespace

std::vector<int> place_parts(const std::string& placement, int n_part, int cores) {
  return find_named(placements, placement, "there is no placement '", placement, "'").place(n_part, cores);
}

std::vector<std::string> placement_names() {
  return names_of(placements);
}

}  // namespace groundswell
