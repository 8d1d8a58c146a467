// SPDX-License-Identifier: Apache-2.0
// An ocean's array as it is: heat[j][i][k] has a block of a grid in layers, with a halo of one cell around
// it. Heat mixes with its neighbours. The grid is periodic along i, closed in the south, and folded beyond
// its last row, as tripolar grids are. The result is compared with that of a rank that has the whole grid.
// Run with: mpirun -n 4 ocean_halo_cpp [METHOD]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "base/error.hpp"
#include "comm/mpi_session.hpp"
#include "halo/box_halo_plan.hpp"
#include "halo/halo_exchange.hpp"

namespace {

using namespace groundswell;
constexpr std::int64_t n_i = 36, n_j = 20, n_layer = 3, n_step = 20;

// A band of the grid, from row `first` to `end`.
HaloBox make_band(std::int64_t first, std::int64_t end) {
  return {.n_grid = {n_i, n_j},
          .first = {0, first},
          .n_own = {n_i, end - first},
          .is_periodic = {true, false},
          .fold = HaloFold::at_f};
}

std::vector<double> run(const Communicator& ranks, const HaloBox& box, const HaloSettings& settings) {
  const std::int64_t w = n_i + 2, h = box.n_own[1] + 2;
  std::vector<double> heat(std::size_t(w * h * n_layer)), next;
  const auto at = [w](std::int64_t i, std::int64_t j, std::int64_t k) {
    return std::size_t((j * w + i) * n_layer + k);
  };
  for (std::int64_t j = 1; j + 1 < h; ++j)
    for (std::int64_t i = 1; i <= n_i; ++i)
      for (std::int64_t k = 0; k < n_layer; ++k)
        heat[at(i, j, k)] = double((7 * i + 3 * (box.first[1] + j) + k) % 11);
  HaloExchange halo(ranks, make_box_halo_plan(ranks, box), settings);
  const HaloArray array = make_halo_array(heat.data(), "jik", {h, w, n_layer});
  for (int step = 0; step < n_step; ++step) {
    halo.exchange(array);
    next = heat;
    for (std::int64_t j = 1; j + 1 < h; ++j)
      for (std::int64_t i = 1; i <= n_i; ++i)
        for (std::int64_t k = 0; k < n_layer; ++k) {
          const double here = heat[at(i, j, k)];
          const double south = box.first[1] + j > 1 ? heat[at(i, j - 1, k)] : here;
          next[at(i, j, k)] = here +
                              0.1 * (heat[at(i - 1, j, k)] + heat[at(i + 1, j, k)] + south +
                                     heat[at(i, j + 1, k)] - 4 * here) +
                              0.01 * (heat[at(i - 1, j + 1, k)] - heat[at(i + 1, j + 1, k)]);
        }
    std::copy(next.begin(), next.end(), heat.begin());
  }
  halo.close();
  return heat;
}

int compare(const Communicator& world, const HaloSettings& settings) {
  const std::int64_t first = world.rank() * n_j / world.size(), end = (world.rank() + 1) * n_j / world.size();
  const std::vector<double> heat = run(world, make_band(first, end), settings);
  const std::vector<double> whole = run(Communicator::self(), make_band(0, n_j), settings);
  const std::int64_t layer_row = (n_i + 2) * n_layer;
  int wrong = 0;
  for (std::int64_t j = 1; j <= end - first; ++j)
    for (std::int64_t at = n_layer; at < layer_row - n_layer; ++at)
      wrong += heat[std::size_t(j * layer_row + at)] != whole[std::size_t((first + j) * layer_row + at)];
  wrong = world.sum(wrong);
  if (world.rank() == 0)
    std::printf("%d steps with %s, %d wrong values\n", int(n_step), settings.method.c_str(), wrong);
  return wrong != 0;
}

}  // namespace

int main(int argc, char** argv) {
  MpiSession session(argc, argv);
  try {
    HaloSettings settings;
    if (argc > 1) settings.method = argv[1];
    return compare(session.world(), settings);
  } catch (const std::exception& error) {
    session.abort(text(error.what(), "\n"));
  }
}
