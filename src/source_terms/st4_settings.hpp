// SPDX-License-Identifier: Apache-2.0
// The single list of the coefficients of the package `st4`: options, checks and the sets of published values
// are generated from it. Sources: [A09] Ardhuin, Chapron and Collard 2009, Geophys. Res. Lett. 36, L06607;
// [A10] Ardhuin et al. 2010, J. Phys. Oceanogr. 40, 1917. The values of the sets are those that WAVEWATCH III
// of March 2024 gives to its tests T471, T471f and T405, whose names of the coefficients are in the help.
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

#include "base/names.hpp"

namespace groundswell {

enum class St4Set {
  t471,   // Rascle and Ardhuin 2013
  t471f,  // for winds that are strong at high speeds
  t405,   // without sheltering and cumulative breaking
};
inline constexpr NamedValue<St4Set> st4_sets[] = {
    {"t471", St4Set::t471}, {"t471f", St4Set::t471f}, {"t405", St4Set::t405}};

enum class St4 {
  charnock,
  max_roughness,
  beta_max,
  beta_max_slope,
  beta_max_wind,
  growth_cosine_power,
  z_alpha,
  sheltering,
  damping_turbulent,
  damping_cosine,
  damping_wind,
  damping_reynolds,
  damping_viscous,
  damping_height_power,
  damping_reynolds_width,
  damping_roughness,
  air_viscosity,
  breaking_strength,
  breaking_threshold,
  breaking_isotropic,
  breaking_sector,
  breaking_cosine_power,
  cumulative_strength,
  cumulative_distance,
  transfer_strength,
  tail_mean_factor,
  tail_pm_factor,
};

struct St4CoefficientInfo {
  std::string_view name;  // its option is physics.st4.<name>
  double t471, t471f, t405;
  double least, most;
  std::string_view unit, help;  // empty unit: a plain number

  constexpr double value(St4Set set) const {
    return set == St4Set::t471 ? t471 : set == St4Set::t471f ? t471f : t405;
  }
};

// In the order of St4.
inline constexpr St4CoefficientInfo st4_coefficients[] = {
    {"charnock", 0.0095, 0.0095, 0.0095, 1e-4, 0.1, "", "Charnock's alpha without waves (ALPHA0)."},
    {"max_roughness", 0, 0, 0.002, 0, 1, "m", "Bound of alpha u*^2/g; 0 = none (Z0MAX)."},
    {"beta_max", 1.43, 1.33, 1.55, 0, 5, "", "Growth by wind (BETAMAX); tuned to the winds."},
    {"beta_max_slope", 0, 0, 0, -0.1, 0.1, "s m-1", "beta_max rises by this much per m/s of U10."},
    {"beta_max_wind", 25, 25, 25, 0, 100, "m s-1", "U10 from which beta_max stays as it is."},
    {"growth_cosine_power", 2, 2, 2, 1, 8, "", "Power of cos(theta - wind) in the growth (SINTHP)."},
    {"z_alpha", 0.006, 0.006, 0.006, 0, 0.1, "", "Age of the waves added for gusts (ZALP)."},
    {"sheltering", 0.3, 0.3, 0, 0, 2, "",
     "Share of the stress of longer waves that short ones miss (TAUWSHELTER)."},
    {"damping_turbulent", 0.66, 0.66, 0.8, 0, 10, "", "s1, damping by turbulent air (SWELLF)."},
    {"damping_cosine", -0.018, -0.018, -0.018, -1, 1, "", "s2, its part with cos(theta - wind) (SWELLF2)."},
    {"damping_wind", 0.022, 0.022, 0.015, -1, 1, "",
     "s3, its part with the wind (SWELLF3); if not above 0, growing waves are not damped."},
    {"damping_reynolds", 1.5e5, 1.5e5, 1e5, 0, 1e8, "m",
     "s4, air is turbulent above; 0: damping of both kinds (SWELLF4)."},
    {"damping_viscous", 1.2, 1.2, 1.2, 0, 10, "", "s5, damping by laminar air (SWELLF5)."},
    {"damping_height_power", 0, 0, 0, 0, 2, "", "s6, Re = 8 u_orb m0^(1 - s6/2)/nu (SWELLF6)."},
    {"damping_reynolds_width", 3.6e5, 3.6e5, 0, 0, 1e8, "m",
     "s7, width of the step at s4; 0 = sharp (SWELLF7)."},
    {"damping_roughness", 0.04, 0.04, 0.04, 0, 1, "", "Roughness for the orbital motion over z0 (Z0RAT)."},
    {"air_viscosity", 1.4e-5, 1.4e-5, 1.4e-5, 1e-7, 1e-3, "m2 s-1", "Viscosity of the air (NU_AIR)."},
    {"breaking_strength", 2.2e-5, 2.2e-5, 2.2e-5, 0, 1e-2, "", "Breaking by saturation (-SDSC2)."},
    {"breaking_threshold", 9e-4, 9e-4, 8.5e-4, 1e-5, 0.1, "",
     "Saturation B_r above which waves break (SDSBR)."},
    {"breaking_isotropic", 0.3, 0.3, 0.3, 0, 1, "",
     "Share of breaking by the largest saturation of all directions (SDSC6)."},
    {"breaking_sector", 80, 80, 80, 0, 180, "degree",
     "Directions at each side that count for the saturation (SDSDTH)."},
    {"breaking_cosine_power", 2, 2, 0, 0, 8, "", "Power of the cosine in the saturation (SDSCOS)."},
    {"cumulative_strength", 0.40344, 0.40344, 0, 0, 10, "",
     "Loss of short waves to longer breakers (-SDSCUM)."},
    {"cumulative_distance", 0.5, 0.5, 0.5, 0.3, 5, "",
     "Breakers act on frequencies higher by this share, in whole rows: 0.5/(r - 1) (SDSBRF1)."},
    {"transfer_strength", 2.5e7, 2.5e7, 2.7e7, 0, 1e9, "", "C of the nonlinear transfer (NLPROP)."},
    {"tail_mean_factor", 2.5, 2.5, 2.5, 0.5, 20, "",
     "The tail begins at this times the mean frequency, or where tail_pm_factor says if higher (FXFM3)."},
    {"tail_pm_factor", 4, 4, 4, 0.5, 20, "", "Lowest frequency of the tail over g/(2 pi 28 u*) (FXPM3)."},
};

inline constexpr std::size_t n_st4 = std::size(st4_coefficients);
static_assert(int(n_st4) == int(St4::tail_pm_factor) + 1, "each coefficient has one row");

struct St4Settings {
  St4Set set = St4Set::t471;
  std::array<std::optional<double>, n_st4> chosen = {};  // instead of the value of the set

  std::optional<double>& operator[](St4 which) { return chosen[std::size_t(which)]; }
  double value(St4 which) const {
    return chosen[std::size_t(which)].value_or(st4_coefficients[std::size_t(which)].value(set));
  }
};

}  // namespace groundswell
