// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace groundswell {

using AtomVector = std::array<double, 3>;

// The Lennard-Jones (1924) force between two atoms, in reduced units: the energy is 4 (r^-12 - r^-6). Force
// and energy are shifted so that both vanish continuously at the cut-off, and energy is conserved.
class LennardJones {
 public:
  explicit LennardJones(double cutoff)
      : cutoff_(cutoff), end_energy_(plain_energy(cutoff)), end_force_(plain_force(cutoff)) {}

  double cutoff() const { return cutoff_; }
  double energy(double r) const {
    return r < cutoff_ ? plain_energy(r) - end_energy_ + (r - cutoff_) * end_force_ : 0.0;
  }
  // Positive if repulsive.
  double force(double r) const { return r < cutoff_ ? plain_force(r) - end_force_ : 0.0; }

 private:
  static double plain_energy(double r) {
    const double r6 = 1.0 / (r * r * r * r * r * r);
    return 4.0 * (r6 * r6 - r6);
  }
  static double plain_force(double r) {
    const double r6 = 1.0 / (r * r * r * r * r * r);
    return 24.0 * (2.0 * r6 * r6 - r6) / r;
  }

  double cutoff_, end_energy_, end_force_;
};

}  // namespace groundswell
