// SPDX-License-Identifier: Apache-2.0
// Mini-app of incompressible turbulence in a periodic box of length 2 pi: pseudo-spectral, in rotational
// form, with the 2/3 rule against aliasing and four Runge-Kutta stages per step. Its cost on many ranks is
// dominated by the transposes of its Fourier transforms. Reference: Canuto, Hussaini, Quarteroni and Zang
// 2007, Spectral Methods: Evolution to Complex Geometries, ch. 3.
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

  // Divergent parts and the waves that the 2/3 rule drops are removed. Collective, like all of the following
  // except fft().
  void set_velocity(const Velocity& velocity);
  void step(double seconds);

  double energy() const;  // the mean of u^2 / 2
  // The energy change due to the nonlinear term alone, which should be zero, relative to the largest possible
  // effect of changes of this size.
  double nonlinear_gain();
  // The maximum |k . u| of all waves, divided by the maximum |k| |u|.
  double divergence() const;
  GridVectors make_velocity();  // at the points of this rank

  const SlabFft& fft() const { return fft_; }

 private:
  template <class Use>
  void for_each_wave(Use&& use) const;
  // The nonlinear term, projected to be free of divergence.
  void compute_nonlinear(const WaveVectors& velocity, WaveVectors& result);
  void compute_change(const WaveVectors& velocity, WaveVectors& result);
  void project(WaveVectors& vectors) const;

  SlabFft fft_;
  double viscosity_;
  WaveVectors velocity_, stage_, sum_, change_;
  GridVectors grid_velocity_, grid_vorticity_;
};

// The Taylor-Green (1937) vortex, which develops into turbulence: initial energy 1/8, initial dissipation 3/4
// times the viscosity.
std::array<double, 3> taylor_green(double x, double y, double z);

}  // namespace groundswell
