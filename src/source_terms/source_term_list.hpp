// SPDX-License-Identifier: Apache-2.0
// The single list of source terms: each term has a switch and a row, and some have coefficients. The
// settings, their options and checks, the balance, the integrals and their names in files are generated from
// it; source_step.hpp and depth_loss_step.hpp call the terms.
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <string_view>

namespace groundswell {

enum class PhysicsPackage {
  wam4,  // Janssen 1991: input coupled with the sea state
  wam3,  // Komen et al. 1984
  st4,   // Ardhuin et al. 2010
};

// The switches of the terms. Those of terms that the package does not have are ignored.
struct SourceTermFlags {
  bool wind_input = true;
  bool linear_input = true;
  bool whitecapping = true;
  bool nonlinear_transfer = true;
  bool bottom_friction = true;
  bool depth_breaking = true;
  bool swell_damping = false;
  bool air_damping = true;
  bool cumulative_breaking = true;
};

// Coefficients of single terms; their meaning and source are given with the formulas.
struct SourceCoefficients {
  double friction_coefficient = 0.038;           // [m2 s-3] of swell, or of all seas
  double friction_coefficient_wind_sea = 0.067;  // [m2 s-3]
  double friction_roughness = 0.05;              // [m] Nikuradse's length K_N of the sea bed
  double breaking_gamma = 0.8;                   // Hmax / depth
  double breaking_alpha = 1.0;                   // strength of the bore dissipation
};

struct SourceCoefficientInfo {
  std::string_view name;  // its option is physics.<name>
  double SourceCoefficients::*value = nullptr;
  std::string_view unit, help;  // empty unit: a plain number
  bool may_be_zero = true;      // none may be negative
};

// Which packages have a term.
enum class TermOf { all, wam, st4 };

struct SourceTermInfo {
  std::string_view name;  // its option is physics.<name>, its variable in balance.nc <name>
  bool SourceTermFlags::*on;
  std::string_view help;      // of the option
  std::string_view label;     // in balance.nc
  std::string_view integral;  // the name in source_integral_list of the sum to which the term belongs
  std::array<SourceCoefficientInfo, 3> coefficients = {};  // entries without a name are unused
  TermOf packages = TermOf::all;

  constexpr bool is_in(PhysicsPackage package) const {
    return packages == TermOf::all || (packages == TermOf::st4) == (package == PhysicsPackage::st4);
  }
};

// In the order of the options and of balance.nc.
inline constexpr SourceTermInfo source_term_list[] = {
    {"wind_input", &SourceTermFlags::wind_input, "Exponential growth by wind.", "exponential growth by wind",
     "wind_input_rate"},
    {"linear_input", &SourceTermFlags::linear_input,
     "Linear growth from calm water (Cavaleri and Malanotte 1981).", "linear growth by wind",
     "wind_input_rate"},
    {"whitecapping", &SourceTermFlags::whitecapping, "Dissipation by whitecaps.", "dissipation by whitecaps",
     "whitecapping_rate"},
    {"nonlinear_transfer", &SourceTermFlags::nonlinear_transfer, "Four-wave interaction (DIA).",
     "four-wave interaction (DIA)", "nonlinear_transfer_rate"},
    {"bottom_friction",
     &SourceTermFlags::bottom_friction,
     "Bottom friction.",
     "dissipation by bottom friction",
     "bottom_friction_rate",
     {{{"friction_coefficient", &SourceCoefficients::friction_coefficient, "m2 s-3",
        "Coefficient of bottom friction; jonswap: of all seas, sea_state: of swell."},
       {"friction_coefficient_wind_sea", &SourceCoefficients::friction_coefficient_wind_sea, "m2 s-3",
        "sea_state: coefficient of bottom friction of wind sea."},
       {"friction_roughness", &SourceCoefficients::friction_roughness, "m",
        "madsen: roughness of the sea bed (Nikuradse's length).", false}}}},
    {"depth_breaking",
     &SourceTermFlags::depth_breaking,
     "Depth-induced breaking (Battjes and Janssen 1978).",
     "dissipation by breaking",
     "depth_breaking_rate",
     {{{"breaking_gamma", &SourceCoefficients::breaking_gamma, "", "Highest wave over depth.", false},
       {"breaking_alpha", &SourceCoefficients::breaking_alpha, "", "Strength of dissipation by breaking."}}}},
    {"swell_damping",
     &SourceTermFlags::swell_damping,
     "Damping of swell by the wind (Janssen 2004); wam3, wam4.",
     "damping of swell by wind",
     "swell_damping_rate",
     {},
     TermOf::wam},
    {"air_damping",
     &SourceTermFlags::air_damping,
     "Damping of waves by the air over them (Ardhuin et al. 2009); st4.",
     "damping by the oscillating layer of air",
     "swell_damping_rate",
     {},
     TermOf::st4},
    {"cumulative_breaking",
     &SourceTermFlags::cumulative_breaking,
     "Loss of short waves to longer breakers (Ardhuin et al. 2010); st4.",
     "dissipation by longer breakers",
     "whitecapping_rate",
     {},
     TermOf::st4},
};

// Calls use(coefficient) for each coefficient of each term.
template <class Use>
constexpr void for_source_coefficients(Use&& use) {
  for (const SourceTermInfo& term : source_term_list)
    for (const SourceCoefficientInfo& coefficient : term.coefficients)
      if (!coefficient.name.empty()) use(coefficient);
}

// An output field: a sum of terms, integrated over the spectrum of each cell [W m-2].
struct SourceIntegralInfo {
  std::string_view name, long_name;
};
inline constexpr SourceIntegralInfo source_integral_list[] = {
    {"wind_input_rate", "rate at which the waves gain energy from the wind"},
    {"whitecapping_rate", "rate at which the waves gain (< 0: lose) energy by whitecaps"},
    {"swell_damping_rate", "rate at which the waves gain (< 0: lose) energy by damping by the air"},
    {"nonlinear_transfer_rate",
     "rate at which the waves up to the last frequency gain (< 0: lose) energy by wave-wave interaction"},
    {"bottom_friction_rate", "rate at which the waves gain (< 0: lose) energy by bottom friction"},
    {"depth_breaking_rate", "rate at which the waves gain (< 0: lose) energy by depth-induced breaking"},
};

constexpr std::size_t count_source_coefficients() {
  std::size_t n = 0;
  for_source_coefficients([&](const SourceCoefficientInfo&) { ++n; });
  return n;
}
static_assert(sizeof(SourceTermFlags) == std::size(source_term_list), "each switch has one row");
static_assert(sizeof(SourceCoefficients) == sizeof(double) * count_source_coefficients(),
              "each coefficient stands in the row of its term");

// Returns `all` with those terms switched off for which wanted(term) is false.
template <class Wanted>
SourceTermFlags pick_terms(const SourceTermFlags& all, Wanted&& wanted) {
  SourceTermFlags flags;
  for (const SourceTermInfo& term : source_term_list) flags.*term.on = all.*term.on && wanted(term);
  return flags;
}

}  // namespace groundswell
