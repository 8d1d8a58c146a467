// SPDX-License-Identifier: Apache-2.0
// The components other than runs of the wave model that a job can name.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "components/coupled_component.hpp"
#include "config/option_table.hpp"

namespace groundswell {

// The words for `kind`, without those that this folder does not know (run, program).
std::vector<std::string> component_kinds();
// Reads the settings of a component, and `overrides` of them. Throws Error with file and line.
std::unique_ptr<CoupledComponent> read_component(const std::string& kind, const std::filesystem::path& file,
                                                 const std::vector<std::string>& overrides);
// Passes the options of each kind whose options are not among those of a case, as those of `data` are.
void show_component_options(
    const std::function<void(const std::string& kind, const OptionTable& table)>& show);

}  // namespace groundswell
