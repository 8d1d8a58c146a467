// SPDX-License-Identifier: Apache-2.0
#include "model/surface_fields.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.hpp"
#include "source_terms/wind_stress.hpp"

namespace groundswell {
namespace {

constexpr double calm_wind = 0.1;  // [m s-1] below which the profile has no meaningful roughness

}  // namespace

float geographic_part(VectorPart part, float x, float y, float frame_angle) {
  const float c = std::cos(frame_angle), s = std::sin(frame_angle);
  return part == VectorPart::east ? c * x - s * y : s * x + c * y;
}

void make_friction_vector(const SurfaceStress& stress, const std::vector<std::string>& names,
                          Diagnostics& fields) {
  for (const bool is_east : {true, false}) {
    const View<float> component = fields.make(is_east ? "uust" : "vust", names);
    for (std::size_t cell = 0; cell < component.size; ++cell) {
      const float x = stress.wind_x[cell], y = stress.wind_y[cell], wind = std::hypot(x, y);
      const float along =
          geographic_part(is_east ? VectorPart::east : VectorPart::north, x, y, stress.frame_angle[cell]);
      component[cell] = wind > 0.0f ? stress.friction_velocity[cell] * along / wind : 0.0f;
    }
  }
}

void make_roughness(const SurfaceStress& stress, const std::vector<std::string>& names, Diagnostics& fields) {
  const View<float> charnock = fields.make("cha", names), roughness = fields.make("z0", names),
                    drag = fields.make("cdrag", names);
  for (std::size_t cell = 0; cell < std::max({charnock.size, roughness.size, drag.size}); ++cell) {
    const double wind = std::hypot(stress.wind_x[cell], stress.wind_y[cell]),
                 ustar = stress.friction_velocity[cell],
                 of_profile = wind_height * std::exp(-von_karman * wind / ustar),
                 most = std::min(0.11, 0.02 + 0.01 * wind), scale = ustar * ustar / gravity,
                 alpha = std::clamp(of_profile / scale, 1e-4, most),
                 z0 = wind > calm_wind ? of_profile : alpha * scale;
    const bool is_open = stress.blocked.size == 0 || stress.blocked[cell] == 0;
    const auto set = [&](const View<float>& values, double value) {
      if (values.size > 0) values[cell] = is_open ? float(value) : std::numeric_limits<float>::quiet_NaN();
    };
    set(charnock, alpha);
    set(roughness, z0);
    set(drag, std::pow(von_karman / std::log(wind_height / z0), 2));
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
