// SPDX-License-Identifier: Apache-2.0
// Incompressible turbulence in a periodic box of length 2 pi, in miniature: pseudo-spectral, in rotational
// form, with the 2/3 rule against aliasing and four Runge-Kutta stages a step. What it costs on many ranks is
// the swaps of its Fourier transforms. Reference: Canuto, Hussaini, Quarteroni and Zang 2007, Spectral
// Methods: Evolution to Complex Geometries, ch. 3.
#pragma once

#include <array>
#include <functional>

#include "bench/network/slab_fft.hpp"

namespace groundswell {

class Turbulence {
 public:
  using Velocity = std::function<std::array<double, 3>(double x, double y, double z)>;

  // The flow starts at rest. Collective.
  Turbulence(const Communicator& communicator, const SlabFftSettings& settings, double viscosity);

  // What is not free of divergence, or too short for the grid, is left out. Collective, as all that follows.
  void set_velocity(const Velocity& velocity);
  void step(double seconds);

  double energy() const;  // the mean of u^2 / 2
  // What the nonlinear term alone does to the energy, which should be nothing, over the most that changes of
  // this size could do.
  double nonlinear_gain();
  // The largest |k . u| of any wave, over the largest |k| |u|.
  double divergence() const;
  GridVectors make_velocity();  // at the points of this rank

  const SlabFft& fft() const { return fft_; }

 private:
  template <class Use>
  void for_each_wave(Use&& use) const;
  // The nonlinear term without its divergence.
  void compute_nonlinear(const WaveVectors& velocity, WaveVectors& result);
  void compute_change(const WaveVectors& velocity, WaveVectors& result);
  void project(WaveVectors& vectors) const;

  SlabFft fft_;
  double viscosity_;
  WaveVectors velocity_, stage_, sum_, change_;
  GridVectors grid_velocity_, grid_vorticity_;
};

// The vortices of Taylor and Green (1937), from which turbulence grows: energy 1/8, dissipation 3/4 times the
// viscosity at first.
std::array<double, 3> taylor_green(double x, double y, double z);

}  // namespace groundswell
