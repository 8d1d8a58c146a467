// SPDX-License-Identifier: Apache-2.0
#include "bench/network/molecular_dynamics.hpp"

#include <cmath>
#include <random>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/exact_sum.hpp"

namespace groundswell {
namespace {

double square(const AtomVector& v) {
  return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

AtomVector difference(const AtomVector& a, const AtomVector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

// Calls work() and adds its duration to `seconds`.
template <class Work>
auto timed(double& seconds, Work&& work) {
  const Stopwatch stopwatch;
  if constexpr (std::is_void_v<decltype(work())>) {
    work();
    seconds += stopwatch.seconds();
  } else {
    const auto result = work();
    seconds += stopwatch.seconds();
    return result;
  }
}

}  // namespace

double box_length(const MoleculeSettings& settings) {
  return settings.cells * std::cbrt(4.0 / settings.density);
}

std::vector<Atom> make_crystal(const MoleculeSettings& settings) {
  require(settings.cells >= 1 && settings.density > 0.0 && settings.temperature >= 0.0, "a crystal of ",
          settings.cells, " cells along an edge with density ", settings.density, " and temperature ",
          settings.temperature, " was wanted; give at least one cell, and numbers that are not negative");
  constexpr double sites[4][3] = {
      {0.25, 0.25, 0.25}, {0.75, 0.75, 0.25}, {0.75, 0.25, 0.75}, {0.25, 0.75, 0.75}};
  const double edge = box_length(settings) / settings.cells;
  std::mt19937_64 random(1);
  std::normal_distribution<double> speed(0.0, std::sqrt(settings.temperature));
  std::vector<Atom> atoms;
  AtomVector mean{};
  for (int x = 0; x < settings.cells; ++x)
    for (int y = 0; y < settings.cells; ++y)
      for (int z = 0; z < settings.cells; ++z)
        for (const auto& site : sites) {
          Atom atom{std::int64_t(atoms.size()),
                    {edge * (x + site[0]), edge * (y + site[1]), edge * (z + site[2])},
                    {}};
          for (std::size_t axis = 0; axis < 3; ++axis) mean[axis] += atom.velocity[axis] = speed(random);
          atoms.push_back(atom);
        }
  for (Atom& atom : atoms)
    for (std::size_t axis = 0; axis < 3; ++axis) atom.velocity[axis] -= mean[axis] / double(atoms.size());
  return atoms;
}

MolecularDynamics::MolecularDynamics(const Communicator& communicator, const RankGrid& grid,
                                     const MoleculeSettings& settings, const std::vector<Atom>& all_atoms)
    : domain_(communicator, grid, box_length(settings), settings.cutoff + settings.skin),
      pair_(settings.cutoff),
      skin_(settings.skin) {
  for (const Atom& atom : all_atoms)
    if (domain_.owns(atom.position)) atoms_.push_back(atom);
  rebuild();
  compute_forces();
}

void MolecularDynamics::rebuild() {
  n_handed_on_ += timed(communication_seconds_, [&] { return domain_.hand_on(atoms_); });
  positions_.clear();
  for (const Atom& atom : atoms_) positions_.push_back(atom.position);
  listed_ = positions_;
  timed(communication_seconds_, [&] { domain_.find_ghosts(positions_); });
  near_ = NearAtoms(positions_, atoms_.size(), domain_.reach());
  ++n_rebuild_;
}

void MolecularDynamics::refresh() {
  for (std::size_t i = 0; i < atoms_.size(); ++i) positions_[i] = atoms_[i].position;
  timed(communication_seconds_, [&] { domain_.update_ghosts(positions_); });
}

bool MolecularDynamics::must_rebuild() {
  bool has_moved = false;  // farther than half the skin; true also if a position is NaN
  for (std::size_t i = 0; i < atoms_.size(); ++i)
    has_moved = has_moved || !(4.0 * square(difference(atoms_[i].position, listed_[i])) <= skin_ * skin_);
  return timed(communication_seconds_, [&] { return domain_.communicator().any(has_moved); });
}

// Each pair of atoms is computed on the ranks of both atoms, so that no forces need to be sent.
void MolecularDynamics::compute_forces() {
  forces_.assign(atoms_.size(), {});
  potential_ = 0.0;
  const double square_cutoff = pair_.cutoff() * pair_.cutoff();
  for (std::size_t i = 0; i < atoms_.size(); ++i)
    for (const int other : near_.of(i)) {
      const AtomVector apart = difference(positions_[i], positions_[std::size_t(other)]);
      const double r2 = square(apart);
      if (r2 >= square_cutoff) continue;
      const double r = std::sqrt(r2), scaled = pair_.force(r) / r;
      for (std::size_t axis = 0; axis < 3; ++axis) forces_[i][axis] += scaled * apart[axis];
      potential_ += 0.5 * pair_.energy(r);
    }
}

void MolecularDynamics::step(double seconds) {
  for (std::size_t i = 0; i < atoms_.size(); ++i)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      atoms_[i].velocity[axis] += 0.5 * seconds * forces_[i][axis];
      atoms_[i].position[axis] += seconds * atoms_[i].velocity[axis];
    }
  must_rebuild() ? rebuild() : refresh();
  compute_forces();
  for (std::size_t i = 0; i < atoms_.size(); ++i)
    for (std::size_t axis = 0; axis < 3; ++axis) atoms_[i].velocity[axis] += 0.5 * seconds * forces_[i][axis];
}

std::int64_t MolecularDynamics::n_atom() const {
  return domain_.communicator().sum(std::int64_t(atoms_.size()));
}

std::int64_t MolecularDynamics::n_handed_on() const {
  return domain_.communicator().sum(n_handed_on_);
}

double MolecularDynamics::kinetic_energy() const {
  double energy = 0.0;
  for (const Atom& atom : atoms_) energy += 0.5 * square(atom.velocity);
  return sum_exact(domain_.communicator(), std::span(&energy, 1));
}

double MolecularDynamics::potential_energy() const {
  return sum_exact(domain_.communicator(), std::span(&potential_, 1));
}

}  // namespace groundswell
