// SPDX-License-Identifier: Apache-2.0
// A periodic box of atoms cut into a 3-D grid of processes: which part is whose, atoms that move from part to
// part, and copies of atoms near a part's faces, the ghosts. Both travel along x, then y, then z, so that six
// messages reach all 26 neighbours: ghosts that came along one axis go on along the next.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/network/lennard_jones.hpp"
#include "bench/network/rank_grid.hpp"
#include "comm/communicator.hpp"

namespace groundswell {

struct Atom {
  std::int64_t id = 0;
  AtomVector position{}, velocity{};
};

class AtomDomain {
 public:
  // Atoms closer than `reach` to another part are its ghosts. The communicator must live as long. Throws
  // Error for a grid of another number of ranks, and where `reach` is beyond a part, or beyond half the box.
  AtomDomain(const Communicator& communicator, const RankGrid& grid, double box, double reach);

  const Communicator& communicator() const { return communicator_; }
  double box() const { return box_; }
  double reach() const { return reach_; }
  double low(std::size_t axis) const { return begin_of(axis, place_[axis]); }
  double high(std::size_t axis) const { return begin_of(axis, place_[axis] + 1); }
  bool owns(const AtomVector& position) const;

  // Puts positions back into the box and hands on atoms that have left this part; returns how many did. They
  // may be as far as a neighbour. Throws Error, on all ranks, for an atom beyond. Collective, as all that
  // follows.
  std::int64_t hand_on(std::vector<Atom>& atoms) const;
  // Chooses this rank's ghosts anew and appends them to `positions`.
  void find_ghosts(std::vector<AtomVector>& positions);
  // Brings where they are now; the positions of the own atoms come first, as many as then.
  void update_ghosts(std::vector<AtomVector>& positions) const;

 private:
  // What goes along one axis, to the neighbour below and to the one above.
  struct GhostStep {
    std::array<std::vector<int>, 2> sent;     // indices of positions
    std::array<std::size_t, 2> first{}, n{};  // of those that come from below and above
  };
  double begin_of(std::size_t axis, int part) const { return box_ * part / grid_.extent()[axis]; }
  int part_of(std::size_t axis, double coordinate) const;
  // The part that is next to a neighbour across the end of the box sees this one moved by a whole box.
  double shift(std::size_t axis, std::size_t side) const;
  std::vector<AtomVector> pack(const std::vector<AtomVector>& positions, const GhostStep& step,
                               std::size_t axis, std::size_t side) const;
  std::array<std::vector<Atom>, 2> take_leaving(std::vector<Atom>& atoms, std::size_t axis) const;
  int neighbour(std::size_t axis, std::size_t side) const;
  template <class T>
  std::array<std::vector<T>, 2> swap(std::size_t axis, const std::array<std::vector<T>, 2>& leaving) const;

  const Communicator& communicator_;
  RankGrid grid_;
  double box_, reach_;
  GridPlace place_;
  std::array<GhostStep, 3> steps_;
};

}  // namespace groundswell
