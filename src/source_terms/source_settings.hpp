// SPDX-License-Identifier: Apache-2.0
// What a user may choose about the source terms: the physics package, its options, and which terms act.
#pragma once

#include <string>

namespace groundswell {

struct SourceTermsSettings {
  // Physics package: `wam4` (Janssen 1991: input coupled with the sea state) or `wam3` (Komen et al. 1984).
  std::string package = "wam4";
  // Whitecapping of `wam4`, with the alpha and z_alpha that belong to it: `wam4` (Komen et al. 1994),
  // `bja2005` (Bidlot, Janssen, Abdalla 2005) or `ecmwf2012`. `wam3` has its own and does not read this.
  std::string dissipation = "wam4";
  // Growth limiter: `hersbach_janssen` (1999), `ecmwf`, `wamdi` (1988) or `none` (unstable above 30 to 60 s).
  std::string limiter = "hersbach_janssen";

  // Each term can be switched off.
  bool wind_input = true;
  bool linear_input = true;
  bool whitecapping = true;
  bool nonlinear_transfer = true;
  bool bottom_friction = true;
  bool depth_breaking = true;
  bool swell_damping = false;
  bool diagnostic_tail = true;

  double max_drag = 2.5e-3;          // bound of the drag coefficient (u*/U10)^2 at any wind; 0 = none
  double wave_stress_limit = 2.236;  // [m2 s-2] per air density; bounds the drag in hurricanes; 0 = no limit
  double friction_coefficient = 0.038;  // [m2 s-3] JONSWAP; 0.038 swell, 0.067 wind sea
  double breaking_gamma = 0.8;          // Hmax / depth
  double breaking_alpha = 1.0;          // strength of the bore dissipation
  double max_source_step = 300.0;       // [s]; a longer model step is cut into equal parts
};

}  // namespace groundswell
