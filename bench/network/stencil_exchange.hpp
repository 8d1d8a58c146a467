// SPDX-License-Identifier: Apache-2.0
// Each rank of a periodic 3-D grid sends its unit, a block of bytes, to all 26 neighbours. The mode defines
// which units are sent together and which are forwarded, so that fewer and larger messages carry the same
// units.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "bench/network/rank_grid.hpp"
#include "comm/communicator.hpp"

namespace groundswell {

// Messages sent concurrently: each rank sends its units [first, first + n) to the neighbours from which it
// lies in the directions `from`.
struct StencilPhase {
  int first = 0, n = 1;
  std::vector<GridPlace> from;  // directions of the senders, as seen from the receiver
};

struct StencilMode {
  std::string name;
  std::vector<StencilPhase> phases;
};

// "26": 26 messages at once; "8+2": 8 messages in the x-y plane, then 9 units each up and down; "2+2+2": two
// messages each along x, y and z in turn.
const std::vector<StencilMode>& stencil_modes();
const StencilMode& find_stencil_mode(const std::string& name);  // throws Error for an unknown name

// The units that a rank holds after an exchange, its own and those of its neighbours, ordered by z, y and x.
class StencilExchange {
 public:
  static constexpr int n_unit = 27, own = 13;
  static int unit_of(const GridPlace& direction) {
    return (direction[2] + 1) * 9 + (direction[1] + 1) * 3 + direction[0] + 1;
  }
  static GridPlace direction_of(int unit) { return {unit % 3 - 1, unit / 3 % 3 - 1, unit / 9 - 1}; }

  // The communicator must have as many ranks as the grid and outlive this object.
  StencilExchange(const Communicator& communicator, const RankGrid& grid, std::size_t unit_bytes);

  std::span<std::byte> unit(int number) { return units(number, 1); }
  const RankGrid& grid() const { return grid_; }
  const Communicator& communicator() const { return communicator_; }
  void run(const StencilMode& mode);

 private:
  std::span<std::byte> units(int first, int n) {
    return std::span(units_).subspan(std::size_t(first) * unit_bytes_, std::size_t(n) * unit_bytes_);
  }
  void run(const StencilPhase& phase);

  const Communicator& communicator_;
  RankGrid grid_;
  std::size_t unit_bytes_;
  std::vector<std::byte> units_;
  std::array<int, n_unit> neighbours_{};  // [unit] the rank in that direction
};

}  // namespace groundswell
