// SPDX-License-Identifier: Apache-2.0
// What the toys of an atmosphere and an ocean have in common as components: options of their time and grid,
// and their points.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/block.hpp"
#include "comm/communicator.hpp"
#include "components/coupled_component.hpp"
#include "config/option_table.hpp"
#include "coupling/coupling_grid.hpp"
#include "coupling/coupling_settings.hpp"
#include "model/model_settings.hpp"
#include "toys/toy_grid.hpp"

namespace groundswell {

// Binds the options under `time`, `grid` and `restart`.
void add_toy_options(OptionTable& table, TimeSettings& time, ToyGrid& grid,
                     ComponentRestartSettings& restart);
// Reads a file and `overrides` of its options, then calls check() on what was read. Throws Error with the
// file.
void read_toy(OptionTable& table, const TimeSettings& time, const std::filesystem::path& file,
              const std::vector<std::string>& overrides, const std::function<void()>& check);
// The values of all options that must be the same when a toy goes on from a restart, one per line.
std::string lasting_settings_of(const OptionTable& table);
ComponentClock clock_of_toy(const TimeSettings& time);

// Throws Error if there are more processes than rows of points.
void check_toy_ranks(const ToyGrid& grid, int n_rank);
// The rows of a process.
Block rows_of_toy(const ToyGrid& grid, const Communicator& ranks);
// The points of these rows.
CouplingGrid make_coupling_grid(const ToyGrid& grid, Block rows, const std::string& name);

}  // namespace groundswell
