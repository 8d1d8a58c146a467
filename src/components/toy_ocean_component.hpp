// SPDX-License-Identifier: Apache-2.0
// The toy of an ocean (toys/toy_ocean.hpp) as a component: it gives `current` and `water_level`, and takes
// `stress`, without which it stays at rest.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "components/coupled_component.hpp"
#include "config/option_table.hpp"

namespace groundswell {

// Reads the settings of a component of kind `toy_ocean`, and `overrides` of them. Throws Error with file and
// line.
std::unique_ptr<CoupledComponent> read_toy_ocean(const std::filesystem::path& file,
                                                 const std::vector<std::string>& overrides);
// Passes the table of its options, with their defaults.
void show_toy_ocean_options(const std::function<void(const OptionTable&)>& show);

}  // namespace groundswell
