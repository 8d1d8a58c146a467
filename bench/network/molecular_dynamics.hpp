// SPDX-License-Identifier: Apache-2.0
// Molecular-dynamics mini-app: atoms with Lennard-Jones forces in a periodic box, decomposed on a 3-D process
// grid and integrated by velocity Verlet. Positions are exchanged in every step. Neighbour lists reach beyond
// the cut-off by a skin and are rebuilt when some atom has moved farther than half the skin; atoms then also
// migrate between parts. Reference: Plimpton 1995, Fast parallel algorithms for short-range molecular
// dynamics.
#pragma once

#include <cstdint>
#include <vector>

#include "bench/network/atom_domain.hpp"
#include "bench/network/lennard_jones.hpp"
#include "bench/network/near_atoms.hpp"

namespace groundswell {

// Settings in reduced (Lennard-Jones) units.
struct MoleculeSettings {
  int cells = 8;  // unit cells of four atoms along each edge of the initial face-centred cubic crystal
  double density = 0.8442;  // atoms per volume
  double temperature = 1.44;
  double cutoff = 2.5, skin = 0.3;
};

// The length of the box's edges, and all its initial atoms, with random velocities of zero mean: the same on
// all ranks.
double box_length(const MoleculeSettings& settings);
std::vector<Atom> make_crystal(const MoleculeSettings& settings);

class MolecularDynamics {
 public:
  // The communicator must outlive this object. Throws Error if the box is too small for the grid, or if the
  // grid does not have one part per rank. Collective, like all of the following unless stated otherwise.
  MolecularDynamics(const Communicator& communicator, const RankGrid& grid, const MoleculeSettings& settings,
                    const std::vector<Atom>& all_atoms);

  void step(double seconds);

  const std::vector<Atom>& atoms() const { return atoms_; }          // of this rank; not collective
  const std::vector<AtomVector>& forces() const { return forces_; }  // on these atoms; not collective
  std::int64_t n_atom() const;
  double kinetic_energy() const;
  double potential_energy() const;
  std::int64_t n_handed_on() const;  // moves of atoms to a neighbouring part so far, counted along each axis
  // Number of rebuilds and time [s] spent on communication so far, on this rank; not collective.
  int n_rebuild() const { return n_rebuild_; }
  double communication_seconds() const { return communication_seconds_; }

 private:
  void rebuild();
  void refresh();
  void compute_forces();
  bool must_rebuild();

  AtomDomain domain_;
  LennardJones pair_;
  double skin_;
  std::vector<Atom> atoms_;
  std::vector<AtomVector> positions_;  // of this rank's atoms, then of ghosts
  std::vector<AtomVector> listed_;     // of this rank's atoms when the lists were built
  std::vector<AtomVector> forces_;
  NearAtoms near_;
  double potential_ = 0.0;  // of this rank's atoms: half the energy of each pair
  std::int64_t n_handed_on_ = 0;
  int n_rebuild_ = 0;
  double communication_seconds_ = 0.0;
};

}  // namespace groundswell
