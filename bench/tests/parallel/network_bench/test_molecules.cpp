// SPDX-License-Identifier: Apache-2.0
// Molecular dynamics on many ranks, compared with sums over all pairs of atoms in the whole box.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "base/error.hpp"
#include "bench/network/molecular_dynamics.hpp"
#include "support/parallel_world.hpp"

namespace groundswell {
namespace {

using test::world;

// With five parts in a row, each is just wider than cut-off radius plus skin.
constexpr MoleculeSettings small{.cells = 6, .cutoff = 1.8, .skin = 0.2};

RankGrid small_grid() {
  return RankGrid(make_grid_extent(world().size()));
}

struct SlowForces {
  std::vector<AtomVector> on_atom;
  double potential = 0.0;
};

// Sums over all pairs of atoms, each pair at the distance of the nearest periodic images.
SlowForces slow_forces(const std::vector<Atom>& atoms, double box, double cutoff) {
  const auto energy = [](double r) { return 4.0 * (std::pow(r, -12) - std::pow(r, -6)); };
  const auto slope = [](double r) { return 4.0 * (-12.0 * std::pow(r, -13) + 6.0 * std::pow(r, -7)); };
  SlowForces forces;
  forces.on_atom.resize(atoms.size());
  for (std::size_t i = 0; i < atoms.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      AtomVector apart{};
      double r2 = 0.0;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        apart[axis] = std::remainder(atoms[i].position[axis] - atoms[j].position[axis], box);
        r2 += apart[axis] * apart[axis];
      }
      if (r2 >= cutoff * cutoff) continue;
      const double r = std::sqrt(r2), force = slope(cutoff) - slope(r);
      forces.potential += energy(r) - energy(cutoff) - (r - cutoff) * slope(cutoff);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        forces.on_atom[i][axis] += force * apart[axis] / r;
        forces.on_atom[j][axis] -= force * apart[axis] / r;
      }
    }
  return forces;
}

void slow_step(std::vector<Atom>& atoms, SlowForces& forces, double dt) {
  const auto kick = [&] {
    for (std::size_t i = 0; i < atoms.size(); ++i)
      for (std::size_t axis = 0; axis < 3; ++axis)
        atoms[i].velocity[axis] += 0.5 * dt * forces.on_atom[i][axis];
  };
  kick();
  for (Atom& atom : atoms)
    for (std::size_t axis = 0; axis < 3; ++axis) atom.position[axis] += dt * atom.velocity[axis];
  forces = slow_forces(atoms, box_length(small), small.cutoff);
  kick();
}

double distance(const AtomVector& a, const AtomVector& b, double box) {
  double most = 0.0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    most = std::max(most, std::abs(std::remainder(a[axis] - b[axis], box)));
  return most;
}

// Expects the atoms of all ranks to have these positions, velocities and forces, and each atom to occur once.
void expect_same(const MolecularDynamics& found, const std::vector<Atom>& atoms, const SlowForces& forces,
                 double tolerance) {
  std::vector<std::int64_t> ids;
  for (std::size_t i = 0; i < found.atoms().size(); ++i) {
    const Atom& atom = found.atoms()[i];
    const Atom& expected = atoms[std::size_t(atom.id)];
    ids.push_back(atom.id);
    ASSERT_LT(distance(atom.position, expected.position, box_length(small)), tolerance) << "atom " << atom.id;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      ASSERT_NEAR(atom.velocity[axis], expected.velocity[axis], 10.0 * tolerance);
      ASSERT_NEAR(found.forces()[i][axis], forces.on_atom[std::size_t(atom.id)][axis], 1000.0 * tolerance);
    }
  }
  std::vector<std::int64_t> all = world().all_gather(std::span<const std::int64_t>(ids));
  std::ranges::sort(all);
  ASSERT_EQ(all.size(), atoms.size());
  for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], std::int64_t(i));
}

TEST(NearAtoms, AreThoseOfAllPairs) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> somewhere(-3.0, 5.0);
  for (const double reach : {0.3, 1.1, 20.0}) {
    std::vector<AtomVector> positions(300);
    for (AtomVector& position : positions)
      for (double& coordinate : position) coordinate = somewhere(random);
    const NearAtoms near(positions, 200, reach);
    for (std::size_t i = 0; i < 200; ++i) {
      std::vector<int> found(near.of(i).begin(), near.of(i).end()), expected;
      std::ranges::sort(found);
      for (std::size_t j = 0; j < positions.size(); ++j)
        if (j != i && std::hypot(positions[i][0] - positions[j][0], positions[i][1] - positions[j][1],
                                 positions[i][2] - positions[j][2]) < reach)
          expected.push_back(int(j));
      ASSERT_EQ(found, expected);
    }
  }
  EXPECT_NO_THROW(NearAtoms({}, 0, 1.0));
}

TEST(Molecules, TheCrystalStandsStillAsAWhole) {
  const std::vector<Atom> atoms = make_crystal(small);
  ASSERT_EQ(atoms.size(), 864u);
  AtomVector sum{};
  double square = 0.0;
  for (const Atom& atom : atoms)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      sum[axis] += atom.velocity[axis];
      square += atom.velocity[axis] * atom.velocity[axis];
    }
  for (const double component : sum) EXPECT_NEAR(component, 0.0, 1e-10);
  EXPECT_NEAR(square / (3.0 * 864), small.temperature, 0.1);
}

TEST(Molecules, ForcesAndStepsAreThoseOfAllPairs) {
  std::vector<Atom> atoms = make_crystal(small);
  MolecularDynamics parts(world(), small_grid(), small, atoms);
  SlowForces forces = slow_forces(atoms, box_length(small), small.cutoff);
  expect_same(parts, atoms, forces, 1e-12);
  for (int step = 0; step < 40; ++step) {
    parts.step(0.005);
    slow_step(atoms, forces, 0.005);
  }
  EXPECT_GT(parts.n_rebuild(), 2);
  expect_same(parts, atoms, forces, 1e-9);
  EXPECT_NEAR(parts.potential_energy(), forces.potential, 1e-7);
}

// Covers several orders of the axes, and grids that are elongated in another direction.
TEST(Molecules, GridsDoNotChangeTheForces) {
  const std::vector<Atom> atoms = make_crystal(small);
  const SlowForces forces = slow_forces(atoms, box_length(small), small.cutoff);
  const GridPlace extent = make_grid_extent(world().size());
  for (const char* axes : {"yzx", "zxy", "zyx"})
    for (const GridPlace& turned : {extent, GridPlace{extent[1], extent[2], extent[0]}}) {
      MolecularDynamics parts(world(), RankGrid(turned, parse_axes(axes)), small, atoms);
      expect_same(parts, atoms, forces, 1e-12);
    }
}

// The result does not depend on the position of the crystal planes, and so not on which atoms are just near
// enough to be ghosts; atoms moved beyond one end of the box re-enter at the other.
TEST(Molecules, FacesMayLieAnywhereInTheCrystal) {
  const std::vector<Atom> crystal = make_crystal(small);
  const double box = box_length(small), plane = box / (2 * small.cells);
  const SlowForces forces = slow_forces(crystal, box, small.cutoff);
  for (int i = 0; i < 16; ++i) {
    std::vector<Atom> atoms = crystal;
    for (Atom& atom : atoms)
      for (double& coordinate : atom.position) coordinate = std::fmod(coordinate + i * plane / 16, box);
    MolecularDynamics parts(world(), small_grid(), small, atoms);
    expect_same(parts, atoms, forces, 1e-12);
  }
}

// Over this many steps atoms move from part to part, none is lost, and the energy is conserved.
TEST(Molecules, KeepTheirEnergyAndTheirNumber) {
  MoleculeSettings hot = small;
  hot.temperature = 4.0;
  std::vector<double> errors;
  for (const int shorter : {1, 2}) {
    MolecularDynamics parts(world(), small_grid(), hot, make_crystal(hot));
    const double energy = parts.kinetic_energy() + parts.potential_energy();
    double error = 0.0;
    for (int step = 0; step < 200 * shorter; ++step) {
      parts.step(0.004 / shorter);
      error = std::max(error, std::abs(parts.kinetic_energy() + parts.potential_energy() - energy));
    }
    errors.push_back(error / 864);
    EXPECT_EQ(parts.n_atom(), 864);
    EXPECT_EQ(parts.n_handed_on() > 20, world().size() > 1);
    EXPECT_GT(parts.n_rebuild(), 10);
  }
  EXPECT_LT(errors[0], 1e-3 * 1.5 * hot.temperature);
  EXPECT_LT(errors[1], 0.27 * errors[0]);  // second order: half the step, a quarter of the error
}

TEST(Molecules, RefuseABoxThatIsTooSmall) {
  MoleculeSettings tiny = small;
  tiny.cells = 2;
  EXPECT_THROW(MolecularDynamics(world(), small_grid(), tiny, make_crystal(tiny)), Error);
  EXPECT_THROW(MolecularDynamics(world(), RankGrid({world().size() + 1, 1, 1}), small, make_crystal(small)),
               Error);
  tiny.cells = 0;
  EXPECT_THROW(make_crystal(tiny), Error);
}

// An atom that crosses several parts in one step is not lost silently.
TEST(Molecules, AnAtomThatIsTooFastIsSeen) {
  if (world().size() < 5) GTEST_SKIP() << "needs five parts in a row";
  const MoleculeSettings hot{.cells = 12, .temperature = 4e6, .cutoff = 1.8, .skin = 0.2};
  MolecularDynamics parts(world(), RankGrid({world().size(), 1, 1}), hot, make_crystal(hot));
  EXPECT_THROW(
      {
        for (int step = 0; step < 3; ++step) parts.step(0.005);
      },
      Error);
}

}  // namespace
}  // namespace groundswell
