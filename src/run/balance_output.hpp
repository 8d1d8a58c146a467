// SPDX-License-Identifier: Apache-2.0
// The energy balance at one place by term and bin, as a small NetCDF file: which bins grow, which dissipate,
// and how energy moves between them.
#pragma once

#include <filesystem>
#include <string>

#include "model/model.hpp"
#include "run/run_config.hpp"

namespace groundswell {

inline constexpr char balance_file_name[] = "balance.nc";

// Writes the balance into a folder, for the cell nearest to the location in the settings. Throws Error.
// Collective.
void write_balance(const BalanceSettings& settings, const std::filesystem::path& folder,
                   const std::string& title, Model& model);

}  // namespace groundswell
