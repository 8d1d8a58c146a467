// SPDX-License-Identifier: Apache-2.0
// The toy of an atmosphere (toys/toy_atmosphere.hpp) as a component: it gives `wind` (at 10 m) and `stress`
// (on the sea), and takes `charnock`, without which it has a default.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "components/coupled_component.hpp"
#include "config/option_table.hpp"

namespace groundswell {

// Reads the settings of a component of kind `toy_atmosphere`, and `overrides` of them. Throws Error with file
// and line.
std::unique_ptr<CoupledComponent> read_toy_atmosphere(const std::filesystem::path& file,
                                                      const std::vector<std::string>& overrides);
// Passes the table of its options, with their defaults.
void show_toy_atmosphere_options(const std::function<void(const OptionTable&)>& show);

}  // namespace groundswell
