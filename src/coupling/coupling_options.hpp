// SPDX-License-Identifier: Apache-2.0
// The keys of a job file that lists components and the fields which they exchange.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "config/option_table.hpp"
#include "coupling/coupling_settings.hpp"

namespace groundswell {

// Binds every key to its field of `settings`, which must outlive the table.
OptionTable make_coupling_table(CouplingSettings& settings);

// Reads a job file, then `overrides` of the form "coupling.slots=2", and checks the settings as
// check_coupling() does. Throws Error with file and line.
CouplingSettings read_coupling_settings(const std::filesystem::path& file,
                                        const std::vector<std::string>& overrides = {});

// Throws Error, with file and line of the list and the number of the item in it, if there is no component; if
// a name is empty, has other characters than letters, digits, _ and -, or is given twice; if a field's source
// or target is not a component or both are the same; if a target gets the same field twice; or if `matrix`,
// `value` and the options on which they depend do not fit.
void check_coupling(const OptionTable& table, const CouplingSettings& settings);

}  // namespace groundswell
