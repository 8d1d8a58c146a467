// SPDX-License-Identifier: Apache-2.0
#include "model/surface_fields.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "source_terms/wind_stress.hpp"

namespace groundswell {

void make_friction_vector(const SurfaceStress& stress, const std::vector<std::string>& names,
                          Diagnostics& fields) {
  for (const bool is_east : {true, false}) {
    const View<float> component = fields.make(is_east ? "uust" : "vust", names);
    for (std::size_t cell = 0; cell < component.size; ++cell) {
      const float x = stress.wind_x[cell], y = stress.wind_y[cell], wind = std::hypot(x, y);
      const float c = std::cos(stress.frame_angle[cell]), s = std::sin(stress.frame_angle[cell]);
      const float along = is_east ? c * x - s * y : s * x + c * y;
      component[cell] = wind > 0.0f ? stress.friction_velocity[cell] * along / wind : 0.0f;
    }
  }
}

void make_charnock(const SurfaceStress& stress, const std::vector<std::string>& names, Diagnostics& fields) {
  const View<float> charnock = fields.make("cha", names);
  for (std::size_t cell = 0; cell < charnock.size; ++cell) {
    const double wind = std::hypot(stress.wind_x[cell], stress.wind_y[cell]),
                 ustar = stress.friction_velocity[cell],
                 roughness = wind_height * std::exp(-von_karman * wind / ustar),
                 most = std::min(0.11, 0.02 + 0.01 * wind);
    charnock[cell] = float(std::clamp(gravity * roughness / (ustar * ustar), 1e-4, most));
  }
}

std::vector<SourceIntegral> make_source_integrals(const std::vector<std::string>& names,
                                                  Diagnostics& fields) {
  std::vector<SourceIntegral> integrals;
  for (const SourceIntegralInfo& info : source_integral_list)
    integrals.push_back({info.name, fields.make(std::string(info.name), names)});
  return integrals;
}

}  // namespace groundswell
