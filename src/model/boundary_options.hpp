// SPDX-License-Identifier: Apache-2.0
// The options of open boundaries: a part of the option table.
#pragma once

#include "boundary/boundary_settings.hpp"
#include "config/option_table.hpp"

namespace groundswell {

void add_boundary_options(OptionTable& table, BoundarySettings& boundary);

// Adds the options `prefix`.shape.*, which describe the shapes of the spectra that are made from parameters
// in files.
void add_sea_shape(OptionTable& table, const std::string& prefix, SeaShapeSettings& shape);

}  // namespace groundswell
