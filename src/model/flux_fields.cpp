// SPDX-License-Identifier: Apache-2.0
#include "model/flux_fields.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

#include "base/constants.hpp"
#include "model/surface_fields.hpp"
#include "source_terms/source_flux.hpp"

namespace groundswell {
namespace {

enum class Taker { air, waves, ocean, bed };  // the air is the giver

struct FluxField : FieldInfo {
  Taker taker;
};

constexpr FluxField stress(VectorPart part, std::string_view name, std::string_view other_part, Taker taker,
                           std::string_view long_name, std::string_view standard_name = "") {
  return {{name, "Pa", standard_name, long_name, -1e4f, 1e4f, FileForm::as_is, part, other_part}, taker};
}
constexpr FluxField power(std::string_view name, Taker taker, std::string_view long_name) {
  return {{name, "W m-2", "", long_name, -1e5f, 1e5f}, taker};
}

constexpr FluxField flux_fields[] = {
    stress(VectorPart::east, "tauax", "tauay", Taker::air, "eastward stress of the air on the sea",
           "surface_downward_eastward_stress"),
    stress(VectorPart::north, "tauay", "tauax", Taker::air, "northward stress of the air on the sea",
           "surface_downward_northward_stress"),
    stress(VectorPart::east, "tauwx", "tauwy", Taker::waves,
           "eastward momentum that the waves gain by the sources"),
    stress(VectorPart::north, "tauwy", "tauwx", Taker::waves,
           "northward momentum that the waves gain by the sources"),
    stress(VectorPart::east, "tauox", "tauoy", Taker::ocean,
           "eastward stress on the ocean, of the air less what waves and sea bed take"),
    stress(VectorPart::north, "tauoy", "tauox", Taker::ocean,
           "northward stress on the ocean, of the air less what waves and sea bed take"),
    stress(VectorPart::east, "taubx", "tauby", Taker::bed,
           "eastward stress of the waves on the sea bed, by friction"),
    stress(VectorPart::north, "tauby", "taubx", Taker::bed,
           "northward stress of the waves on the sea bed, by friction"),
    power("phiaw", Taker::air, "energy that the air gives to the waves"),
    power("phiwv", Taker::waves, "energy that the waves gain by the sources"),
    power("phioc", Taker::ocean, "energy that the waves give to the ocean"),
    power("phibt", Taker::bed, "energy that the waves lose by friction at the sea bed"),
};

// What the taker got, of energy (part 0) or of momentum along an axis (1, 2), in the units of SourceFlux.
float got(const float* flux, Taker taker, int part) {
  const float air = flux[int(SourceFlux::air_energy) + part],
              kept = flux[int(SourceFlux::kept_energy) + part],
              bed = flux[int(SourceFlux::bed_energy) + part];
  switch (taker) {
    case Taker::air:
      return air;
    case Taker::waves:
      return kept;
    case Taker::bed:
      return bed;
    case Taker::ocean:
      break;
  }
  return air - kept - bed;
}

}  // namespace

std::span<const FieldInfo> flux_field_list() {
  static const std::vector<FieldInfo> fields(std::begin(flux_fields), std::end(flux_fields));
  return fields;
}

bool is_of_flux_field(std::string_view name) {
  return std::ranges::any_of(flux_fields, [&](const FluxField& field) {
    return name == field.name || (name.starts_with(field.name) && name[field.name.size()] == '_');
  });
}

void make_flux_fields(Rows<const float> fluxes, double dt, View<const float> frame_angle,
                      const std::vector<std::string>& names, Diagnostics& fields) {
  const float unit = float(water_density * gravity / dt);
  for (const FluxField& field : flux_fields) {
    const View<float> values = fields.make(std::string(field.name), names);
    for (std::size_t cell = 0; cell < values.size; ++cell) {
      if (cell >= fluxes.n_row) {
        values[cell] = std::numeric_limits<float>::quiet_NaN();
        continue;
      }
      const float* const flux = fluxes.row(cell);
      if (field.part == VectorPart::none) {
        values[cell] = unit * got(flux, field.taker, 0);
        continue;
      }
      values[cell] = unit * geographic_part(field.part, got(flux, field.taker, 1), got(flux, field.taker, 2),
                                            frame_angle[cell]);
    }
  }
}

}  // namespace groundswell
