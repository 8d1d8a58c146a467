// SPDX-License-Identifier: Apache-2.0
// The options of output and of the energy balance: a part of the option table.
#pragma once

#include "config/option_table.hpp"
#include "run/run_config.hpp"

namespace groundswell {

void add_output_options(OptionTable& table, RunConfig& config);

}  // namespace groundswell
