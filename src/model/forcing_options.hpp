// SPDX-License-Identifier: Apache-2.0
// The options of the forcing: wind, current, water level, ice.
#pragma once

#include "config/option_table.hpp"
#include "forcing/forcing_settings.hpp"

namespace groundswell {

// Binds the options under `wind`, `current`, `water_level` and `ice`.
void add_forcing_options(OptionTable& table, ForcingSettings& forcing);

// Binds only the options of a wind, which add_forcing_options() includes.
void add_wind_options(OptionTable& table, const std::string& prefix, WindSettings& wind);

}  // namespace groundswell
