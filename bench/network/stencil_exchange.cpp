// SPDX-License-Identifier: Apache-2.0
#include "bench/network/stencil_exchange.hpp"

#include "base/error.hpp"
#include "base/names.hpp"

namespace groundswell {
namespace {

// All directions to neighbours with z in this range.
std::vector<GridPlace> directions(int lowest_z, int highest_z) {
  std::vector<GridPlace> found;
  for (int unit = 0; unit < StencilExchange::n_unit; ++unit) {
    const GridPlace direction = StencilExchange::direction_of(unit);
    if (unit != StencilExchange::own && direction[2] >= lowest_z && direction[2] <= highest_z)
      found.push_back(direction);
  }
  return found;
}

std::vector<GridPlace> both_ways(std::size_t axis) {
  GridPlace down{}, up{};
  down[axis] = -1;
  up[axis] = 1;
  return {down, up};
}

constexpr int own = StencilExchange::own, row = 12, plane = 9;

}  // namespace

const std::vector<StencilMode>& stencil_modes() {
  static const std::vector<StencilMode> modes{
      {"26", {{own, 1, directions(-1, 1)}}},
      {"8+2", {{own, 1, directions(0, 0)}, {plane, 9, both_ways(2)}}},
      {"2+2+2", {{own, 1, both_ways(0)}, {row, 3, both_ways(1)}, {plane, 9, both_ways(2)}}}};
  return modes;
}

const StencilMode& find_stencil_mode(const std::string& name) {
  return find_named(stencil_modes(), name, "there is no stencil mode '", name, "'");
}

StencilExchange::StencilExchange(const Communicator& communicator, const RankGrid& grid,
                                 std::size_t unit_bytes)
    : communicator_(communicator), grid_(grid), unit_bytes_(unit_bytes), units_(n_unit * unit_bytes) {
  const GridPlace& extent = grid.extent();
  require(grid.size() == communicator.size(), "a grid of ", extent[0], " x ", extent[1], " x ", extent[2],
          " processes needs ", grid.size(), " ranks, but there are ", communicator.size());
  for (int unit = 0; unit < n_unit; ++unit)
    neighbours_[std::size_t(unit)] = grid.neighbour(communicator.rank(), direction_of(unit));
}

void StencilExchange::run(const StencilMode& mode) {
  for (const StencilPhase& phase : mode.phases) run(phase);
}

// The direction is used as the tag, because one rank may be the neighbour in several directions.
void StencilExchange::run(const StencilPhase& phase) {
  std::vector<Request> requests;
  requests.reserve(2 * phase.from.size());
  for (const GridPlace& from : phase.from) {
    const int unit = unit_of(from);
    requests.push_back(communicator_.start_receive_bytes(units(phase.first + unit - own, phase.n),
                                                         neighbours_[std::size_t(unit)], unit));
  }
  for (const GridPlace& from : phase.from) {
    const int unit = unit_of(from);
    requests.push_back(communicator_.start_send_bytes(units(phase.first, phase.n),
                                                      neighbours_[std::size_t(n_unit - 1 - unit)], unit));
  }
  Request::wait_all(requests);
}

}  // namespace groundswell
