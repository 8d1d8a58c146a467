// SPDX-License-Identifier: Apache-2.0
#include "model/surface_fields.hpp"

#include <cmath>

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

SourceIntegrals make_source_integrals(const std::vector<std::string>& names, Diagnostics& fields) {
  return {fields.make("wind_input", names), fields.make("whitecapping", names),
          fields.make("nonlinear_transfer", names), fields.make("bottom_friction", names),
          fields.make("depth_breaking", names)};
}

}  // namespace groundswell
