// SPDX-License-Identifier: Apache-2.0
// Winds, currents, levels and ice as a component of their own: the sources of the wave model's forcing, on
// the cells of its mesh, read by other processes than those that compute waves.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "components/coupled_component.hpp"

namespace groundswell {

// Reads the settings of a component of kind `data`: the sections time, mesh, wind, current, water_level and
// ice of a case, and `overrides` of them. Throws Error with file and line.
std::unique_ptr<CoupledComponent> read_data_component(const std::filesystem::path& file,
                                                      const std::vector<std::string>& overrides);

}  // namespace groundswell
