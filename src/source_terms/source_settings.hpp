// SPDX-License-Identifier: Apache-2.0
// User settings of the source terms: the physics package, its options, and which terms act with which
// coefficients (source_term_list.hpp).
#pragma once

#include <optional>

#include "base/names.hpp"
#include "source_terms/source_term_list.hpp"
#include "source_terms/st4_settings.hpp"

namespace groundswell {

inline constexpr NamedValue<PhysicsPackage> physics_packages[] = {
    {"wam4", PhysicsPackage::wam4}, {"wam3", PhysicsPackage::wam3}, {"st4", PhysicsPackage::st4}};

// Whitecapping of `wam4`, with the matching alpha and z_alpha. Other packages have their own whitecapping and
// ignore this setting.
enum class Dissipation {
  wam4,     // Komen et al. 1994
  bja2005,  // Bidlot, Janssen, Abdalla 2005
  ecmwf2012,
};
inline constexpr NamedValue<Dissipation> dissipations[] = {
    {"wam4", Dissipation::wam4}, {"bja2005", Dissipation::bja2005}, {"ecmwf2012", Dissipation::ecmwf2012}};

enum class GrowthLimiter {
  hersbach_janssen,  // 1999
  ecmwf,
  wamdi,  // 1988
  none,   // unstable with steps above 30 to 60 s
};
inline constexpr NamedValue<GrowthLimiter> growth_limiters[] = {
    {"hersbach_janssen", GrowthLimiter::hersbach_janssen},
    {"ecmwf", GrowthLimiter::ecmwf},
    {"wamdi", GrowthLimiter::wamdi},
    {"none", GrowthLimiter::none}};

enum class BottomFriction {
  jonswap,    // Hasselmann et al. 1973: one coefficient for all seas
  sea_state,  // by the share of wind sea: Bouws and Komen 1983 for wind sea
  madsen,     // Madsen, Poon and Graber 1988: by the motion at the bed and its roughness
};
inline constexpr NamedValue<BottomFriction> bottom_frictions[] = {{"jonswap", BottomFriction::jonswap},
                                                                  {"sea_state", BottomFriction::sea_state},
                                                                  {"madsen", BottomFriction::madsen}};

struct SourceTermsSettings : SourceTermFlags, SourceCoefficients {
  PhysicsPackage package = PhysicsPackage::wam4;
  Dissipation dissipation = Dissipation::wam4;
  GrowthLimiter limiter = GrowthLimiter::hersbach_janssen;
  BottomFriction friction = BottomFriction::jonswap;
  bool diagnostic_tail = true;
  St4Settings st4;
  // Upper limit of the drag coefficient (u*/U10)^2 at any wind speed; 0 = none. If it is not given, 2.5e-3
  // with `wam3` and `wam4`, none with `st4`, whose sheltering bounds the drag.
  std::optional<double> max_drag;
  double wave_stress_limit = 2.236;  // upper limit of tau_w / air density [m2 s-2], for hurricanes; 0 = none
  double max_source_step = 3600.0;   // [s]; growing seas and changing winds take shorter steps

  double used_max_drag() const { return max_drag.value_or(package == PhysicsPackage::st4 ? 0.0 : 2.5e-3); }
};

}  // namespace groundswell
