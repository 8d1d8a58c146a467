// SPDX-License-Identifier: Apache-2.0
// A periodic box of atoms decomposed on a 3-D process grid: which part owns an atom, migration of atoms
// between parts, and ghosts, the copies of other parts' atoms near a part's faces. Migrating atoms and ghosts
// are sent along x, then y, then z, so that six messages reach all 26 neighbours: ghosts received along one
// axis are forwarded along the next.
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
  // Atoms closer than `reach` to another part are its ghosts. The communicator must outlive this object.
  // Throws Error for a grid with a different number of ranks, or if `reach` exceeds the width of a part or
  // half that of the box.
  AtomDomain(const Communicator& communicator, const RankGrid& grid, double box, double reach);

  const Communicator& communicator() const { return communicator_; }
  double box() const { return box_; }
  double reach() const { return reach_; }
  double low(std::size_t axis) const { return begin_of(axis, place_[axis]); }
  double high(std::size_t axis) const { return begin_of(axis, place_[axis] + 1); }
  bool owns(const AtomVector& position) const;

  // Wraps positions into the box and sends atoms that have left this part to their new owners; returns how
  // many this rank has sent, including those that it only forwarded. Atoms may move to a neighbouring part,
  // but no farther: otherwise throws Error on all ranks. Collective, like all of the following.
  std::int64_t hand_on(std::vector<Atom>& atoms) const;
  // Selects this rank's ghosts anew and appends them to `positions`.
  void find_ghosts(std::vector<AtomVector>& positions);
  // Updates the positions of the ghosts, which follow those of this rank's atoms in `positions`; the number
  // of atoms must be as in find_ghosts().
  void update_ghosts(std::vector<AtomVector>& positions) const;

 private:
  // The messages along one axis, to the neighbours below and above.
  struct GhostStep {
    std::array<std::vector<int>, 2> sent;     // indices of positions
    std::array<std::size_t, 2> first{}, n{};  // [side] index of the first received position, their number
  };
  double begin_of(std::size_t axis, int part) const { return box_ * part / grid_.extent()[axis]; }
  int part_of(std::size_t axis, double coordinate) const;
  // A neighbour across the periodic boundary sees this part shifted by a whole box.
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
