// SPDX-License-Identifier: Apache-2.0
#include "bench/network/atom_domain.hpp"

#include <cmath>

#include "base/error.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// The two sides of a part; also used as message tags, because the same rank may be the neighbour on both
// sides.
constexpr std::size_t below = 0, above = 1;
constexpr int size_tag = 2;

}  // namespace

AtomDomain::AtomDomain(const Communicator& communicator, const RankGrid& grid, double box, double reach)
    : communicator_(communicator),
      grid_(grid),
      box_(box),
      reach_(reach),
      place_(grid.place_of(communicator.rank())) {
  const GridPlace& extent = grid.extent();
  require(grid.size() == communicator.size(), "a grid of ", extent[0], " x ", extent[1], " x ", extent[2],
          " processes needs ", grid.size(), " ranks, but there are ", communicator.size());
  for (const int n : extent)
    require(box >= 2.0 * reach && box / n >= reach, "a box of ", box, " in ", n,
            " parts is too small for atoms that reach ", reach, " far; use a larger box or fewer parts");
}

int AtomDomain::part_of(std::size_t axis, double coordinate) const {
  const int n = grid_.extent()[axis];
  int part = std::min(int(coordinate / box_ * n), n - 1);
  while (part > 0 && coordinate < begin_of(axis, part)) --part;
  while (part + 1 < n && coordinate >= begin_of(axis, part + 1)) ++part;
  return part;
}

bool AtomDomain::owns(const AtomVector& position) const {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (part_of(axis, position[axis]) != place_[axis]) return false;
  return true;
}

int AtomDomain::neighbour(std::size_t axis, std::size_t side) const {
  GridPlace step{};
  step[axis] = side == below ? -1 : 1;
  return grid_.neighbour(communicator_.rank(), step);
}

double AtomDomain::shift(std::size_t axis, std::size_t side) const {
  if (side == below) return place_[axis] == 0 ? box_ : 0.0;
  return place_[axis] == grid_.extent()[axis] - 1 ? -box_ : 0.0;
}

// Data sent upwards arrive from below. Sizes are sent first.
template <class T>
std::array<std::vector<T>, 2> AtomDomain::swap(std::size_t axis,
                                               const std::array<std::vector<T>, 2>& leaving) const {
  std::array<std::int64_t, 2> sent_sizes{}, sizes{};
  std::array<std::vector<T>, 2> coming;
  std::vector<Request> requests;
  for (const std::size_t side : {below, above})
    requests.push_back(
        communicator_.start_receive(std::span(&sizes[side], 1), neighbour(axis, side), size_tag + int(side)));
  for (const std::size_t side : {below, above}) {
    sent_sizes[side] = std::int64_t(leaving[side].size());
    requests.push_back(communicator_.start_send(std::span<const std::int64_t>(&sent_sizes[side], 1),
                                                neighbour(axis, side), size_tag + int(above - side)));
  }
  Request::wait_all(requests);
  requests.clear();
  for (const std::size_t side : {below, above}) {
    coming[side].resize(std::size_t(sizes[side]));
    requests.push_back(
        communicator_.start_receive(std::span(coming[side]), neighbour(axis, side), int(side)));
  }
  for (const std::size_t side : {below, above})
    requests.push_back(communicator_.start_send(std::span<const T>(leaving[side]), neighbour(axis, side),
                                                int(above - side)));
  Request::wait_all(requests);
  return coming;
}

std::array<std::vector<Atom>, 2> AtomDomain::take_leaving(std::vector<Atom>& atoms, std::size_t axis) const {
  const int n = grid_.extent()[axis];
  std::array<std::vector<Atom>, 2> leaving;
  std::erase_if(atoms, [&](const Atom& atom) {
    const int part = part_of(axis, atom.position[axis]), steps_up = (part - place_[axis] + n) % n;
    if (steps_up == 0) return false;
    require(steps_up == 1 || steps_up == n - 1, "atom ", atom.id, " went from part ", place_[axis], " of ", n,
            " to part ", part, " without being seen between; use shorter steps");
    leaving[steps_up == 1 ? above : below].push_back(atom);
    return true;
  });
  return leaving;
}

std::int64_t AtomDomain::hand_on(std::vector<Atom>& atoms) const {
  std::int64_t n_left = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::array<std::vector<Atom>, 2> leaving;
    run_together(communicator_, [&] {
      for (Atom& atom : atoms) {
        double& place = atom.position[axis];
        require(place >= -box_ && place < 2.0 * box_, "atom ", atom.id, " came to ", place,
                ", more than a whole box of ", box_, " beyond its border; use shorter steps");
        place -= box_ * std::floor(place / box_);
        if (place >= box_) place = 0.0;  // a tiny negative value plus box_ is rounded to box_
      }
      leaving = take_leaving(atoms, axis);
    });
    for (const std::vector<Atom>& side : leaving) n_left += std::int64_t(side.size());
    for (const std::vector<Atom>& side : swap(axis, leaving))
      atoms.insert(atoms.end(), side.begin(), side.end());
  }
  return n_left;
}

std::vector<AtomVector> AtomDomain::pack(const std::vector<AtomVector>& positions, const GhostStep& step,
                                         std::size_t axis, std::size_t side) const {
  std::vector<AtomVector> packed;
  packed.reserve(step.sent[side].size());
  for (const int i : step.sent[side]) {
    packed.push_back(positions[std::size_t(i)]);
    packed.back()[axis] += shift(axis, side);
  }
  return packed;
}

void AtomDomain::find_ghosts(std::vector<AtomVector>& positions) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    GhostStep& step = steps_[axis] = {};
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (positions[i][axis] < low(axis) + reach_) step.sent[below].push_back(int(i));
      if (positions[i][axis] >= high(axis) - reach_) step.sent[above].push_back(int(i));
    }
    const auto coming =
        swap(axis, std::array{pack(positions, step, axis, below), pack(positions, step, axis, above)});
    for (const std::size_t side : {below, above}) {
      step.first[side] = positions.size();
      step.n[side] = coming[side].size();
      positions.insert(positions.end(), coming[side].begin(), coming[side].end());
    }
  }
}

void AtomDomain::update_ghosts(std::vector<AtomVector>& positions) const {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const GhostStep& step = steps_[axis];
    std::array<std::vector<AtomVector>, 2> packed;
    std::vector<Request> requests;
    for (const std::size_t side : {below, above}) {
      const auto to = std::span(positions).subspan(step.first[side], step.n[side]);
      requests.push_back(communicator_.start_receive(to, neighbour(axis, side), int(side)));
    }
    for (const std::size_t side : {below, above}) {
      packed[side] = pack(positions, step, axis, side);
      requests.push_back(communicator_.start_send(std::span<const AtomVector>(packed[side]),
                                                  neighbour(axis, side), int(above - side)));
    }
    Request::wait_all(requests);
  }
}

}  // namespace groundswell
