// SPDX-License-Identifier: Apache-2.0
// All output fields that a model can make, with their names, units and CF metadata: the integral parameters
// (spectrum/parameters_info.cpp), the integrals of source terms (source_terms/source_term_list.hpp), what the
// sources move (flux_fields.cpp), and those that Model::diagnose takes from the model's state and forcing,
// which are listed here.
#pragma once

#include <string_view>
#include <vector>

#include "field/field_info.hpp"

namespace groundswell {

const std::vector<FieldInfo>& known_fields();
// The known fields, each followed by its statistics.
const std::vector<FieldInfo>& fields_and_statistics();
// The known field of this name. Throws Error, listing the known names, for an unknown name.
const FieldInfo& field_info(std::string_view name);
// Whether only a model with sources can make it: fluxes, rates of terms, roughness and drag.
bool is_of_sources(std::string_view name);

}  // namespace groundswell
