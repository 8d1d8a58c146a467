// SPDX-License-Identifier: Apache-2.0
// The options of open boundaries: a part of the one table.
#pragma once

#include "boundary/boundary_settings.hpp"
#include "config/option_table.hpp"

namespace groundswell {

void add_boundary_options(OptionTable& table, BoundarySettings& boundary);

}  // namespace groundswell
