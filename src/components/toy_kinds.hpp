// SPDX-License-Identifier: Apache-2.0
// The toys of an atmosphere and an ocean (src/toys) as components. `toy_atmosphere` gives `wind` (at 10 m)
// and `stress` (on the sea) and takes `charnock` or, in place of its own drag, `stress`, without which it has
// a default. `toy_ocean` gives `current` and `water_level` and takes `stress`, `stokes_transport` and
// `wave_force`, without which it stays at rest.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "components/coupled_component.hpp"
#include "config/option_table.hpp"

namespace groundswell {

// Read the settings of a component, and `overrides` of them. Throw Error with file and line.
std::unique_ptr<CoupledComponent> read_toy_atmosphere(const std::filesystem::path& file,
                                                      const std::vector<std::string>& overrides);
std::unique_ptr<CoupledComponent> read_toy_ocean(const std::filesystem::path& file,
                                                 const std::vector<std::string>& overrides);
// Pass the table of its options, with their defaults.
void show_toy_atmosphere_options(const std::function<void(const OptionTable&)>& show);
void show_toy_ocean_options(const std::function<void(const OptionTable&)>& show);

}  // namespace groundswell
