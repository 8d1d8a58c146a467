// SPDX-License-Identifier: Apache-2.0
// A slow, plain and independent reference of the source terms of the package st4, for one spectrum: loops in
// double, functions of the C++ library, no tables. test_slow_st4.cpp compares it with published numbers;
// tests of the kernels compare these with it. References: Ardhuin et al. 2010 (J. Phys. Oceanogr. 40, 1917);
// Ardhuin, Chapron and Collard 2009 (Geophys. Res. Lett. 36, L06607); WAVEWATCH III of March 2024.
#pragma once

#include <complex>
#include <vector>

namespace groundswell::test {

// Coefficients; the initial values are those of the set t471.
struct SlowSt4Set {
  double alpha = 0.0095;             // Charnock's parameter
  double z0_max = 0.0;               // [m] bound on alpha u*^2/g; 0: none
  double beta_max = 1.43;            // wind input
  double p = 2.0;                    // power of the cosine in the wind input
  double z_alpha = 0.006;            // wave-age shift
  double s_u = 0.3;                  // sheltering
  double s1 = 0.66;                  // damping by turbulent air
  double s2 = -0.018, s3 = 0.022;    // its part with the wind's direction and its constant part
  double s4 = 1.5e5;                 // [m] threshold of turbulence; 0: both kinds of damping everywhere
  double s5 = 1.2;                   // damping by viscous air
  double s6 = 0.0;                   // exponent of the threshold's dependence on height
  double s7 = 3.6e5;                 // [m] width of the transition; 0: a step
  double z_r = 0.04;                 // roughness of the oscillating layer over z0
  double nu = 1.4e-5;                // [m2 s-1] viscosity of air
  double c_ds = -2.2e-5;             // breaking
  double br = 9e-4;                  // threshold of saturation
  double delta = 0.3;                // isotropic part
  double sector = 80.0;              // [degree] half width of the sector of B'
  double sector_power = 2.0;         // power of the cosine in B'
  double c_cu = 0.40344;             // cumulative term
  double c_dia = 2.5e7;              // DIA
  double peak_factor = 2.5;          // prognostic up to peak_factor fm ...
  double pm_factor = 4.0;            // ... or pm_factor f_PM
  double wave_stress_limit = 2.236;  // [m2 s-2]
};
SlowSt4Set slow_t471();
SlowSt4Set slow_t471f();
SlowSt4Set slow_t405();

// A spectrum with its grid. theta_j = (j + 1/2) 2 pi / n_dir.
struct SlowSea {
  // Deep water, no waves.
  SlowSea(int n_freq, int n_dir, double first_frequency, double ratio);
  // k [rad m-1] and cg [m s-1] in water of this depth [m].
  void set_depth(double depth);
  int n_bin() const { return n_freq * n_dir; }
  double& at(int freq, int dir) { return e[std::size_t(freq * n_dir + dir)]; }
  double at(int freq, int dir) const { return e[std::size_t(freq * n_dir + dir)]; }
  // Integral of E(f_i, theta) over theta [m2 Hz-1].
  double row(int freq) const;
  // m0 / m_-1 [Hz], with the f^-5 tail, of the bins with used[bin] != 0 (all if `used` is empty).
  double mean_frequency(const std::vector<int>& used = {}) const;
  double m0() const;  // [m2] with tail

  int n_freq, n_dir;
  double ratio, dtheta;
  std::vector<double> f, df, sigma, k, cg, theta;
  std::vector<double> e;  // E [freq * n_dir + dir], m2 Hz-1 rad-1
};

// The wind at 10 m [m s-1], the direction it blows towards [rad] and rho_air / rho_water.
struct SlowWind {
  double speed, direction;
  double eps = 1.225e-3;
};

struct SlowVector {
  double x = 0.0, y = 0.0;
};

// Friction velocity [m s-1] by bisection, for a wind [m s-1] and the length of the wave stress [m2 s-2].
double slow_friction_velocity(double speed, double wave_stress, const SlowSt4Set& set);
// Roughness [m] that belongs to u*: 10 exp(-kappa U10/u*), with U10/u* <= 100.
double slow_roughness(double speed, double ustar);

// ker(x) + i kei(x), the Kelvin functions of order 0, from the series of K0; for 0 < x < 8 or so.
std::complex<double> slow_kelvin(double x);
// f_w of a rough oscillating layer for a_orb/z0r; at most 0.5.
double slow_friction_factor(double ratio);
// The same, linear in the logarithm of the ratio between the nodes of 301 values: up to 3e-4 more.
double slow_tabulated_friction_factor(double ratio);

// How the reference computes f_w and the stress in the tail. `published` is what the published table of rates
// has: f_w between nodes, and the tail's march with u of each node's start, which is 1e-4 too strong.
enum class SlowNumerics { exact, published };

// What the damping by the air needs of the whole spectrum.
struct SlowAirLayer {
  double u_orb, a_orb;     // [m s-1], [m]
  double reynolds;         // [m] if s6 = 0
  double turbulent_share;  // r_t
  double viscous_share;    // r_v
  double z0r;              // [m]
  double friction_factor;  // f_w
};
SlowAirLayer slow_air_layer(const SlowSea& sea, double ustar, double z0, const SlowSt4Set& set,
                            SlowNumerics numerics = SlowNumerics::exact);
// Rate [s-1] (negative) at a row for the sheltered u*' [m s-1] and the cosine of the angle to it.
double slow_damping(const SlowSea& sea, int freq, const SlowAirLayer& air, double sheltered, double cosine,
                    double eps, const SlowSt4Set& set);

// Stress [m2 s-2] that waves above f_N take, and sum of c dtau [m3 s-3] over them, for u_0 [m s-1], z0 [m],
// the level A and f_N [Hz]. Midpoints in ln y.
struct SlowTail {
  double stress, power;
};
SlowTail slow_tail(double u_0, double z0, double level, double f_last, const SlowSt4Set& set,
                   int n_node = 4000, SlowNumerics numerics = SlowNumerics::exact);

// One pass of sections "input" to "tail stress": u* from the wave stress of before, rates, the next wave
// stress.
struct SlowInput {
  double ustar, z0;
  SlowAirLayer air;
  std::vector<double> sheltered, sheltered_direction;  // u*'_i and phi'_i [freq]
  std::vector<double> gamma, damping;                  // [bin], s-1
  std::vector<int> wind_sea;                           // [bin]
  SlowVector taken;                                    // T_(N+1) [m2 s-2]
  SlowVector negative;                // sum as in T, but of the bins that lose energy [m2 s-2]
  double level;                       // A
  double tail_ustar, tail_direction;  // u_0, phi'_(N+1)
  SlowTail tail;
  SlowVector stress;   // of all waves, unbounded [m2 s-2]
  double wave_stress;  // its length, bounded [m2 s-2]
};
SlowInput slow_input(const SlowSea& sea, const SlowWind& wind, double wave_stress, const SlowSt4Set& set,
                     SlowNumerics numerics = SlowNumerics::exact);

struct SlowBreaking {
  std::vector<double> saturation;  // B' [bin]
  std::vector<double> breaking;    // S_br/E [bin], s-1, <= 0
  std::vector<double> cumulative;  // S_cu/E [bin], s-1, <= 0
};
SlowBreaking slow_breaking(const SlowSea& sea, const SlowSt4Set& set);

}  // namespace groundswell::test
