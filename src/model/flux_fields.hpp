// SPDX-License-Identifier: Apache-2.0
// Output fields of what the sources have moved in the last time step between air, waves, ocean and sea bed
// (source_terms/source_flux.hpp): means over the step. They add up: what the air gives = what the waves
// keep + what the ocean and the sea bed get.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exec/array.hpp"
#include "field/field_info.hpp"
#include "model/diagnostics.hpp"

namespace groundswell {

std::span<const FieldInfo> flux_field_list();
// Whether this is the name of one of them, or of its mean or extreme over time.
bool is_of_flux_field(std::string_view name);

// Computes those fields that are among `names`. `fluxes`: [owned cell][n_source_flux] over a step of `dt`
// [s]; without rows the values are missing. `frame_angle` [owned cell] [rad].
void make_flux_fields(Rows<const float> fluxes, double dt, View<const float> frame_angle,
                      const std::vector<std::string>& names, Diagnostics& fields);

}  // namespace groundswell
