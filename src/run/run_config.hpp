// SPDX-License-Identifier: Apache-2.0
// All settings of a run: those of its model and of its output. Keys of the YAML file are bound to them in
// options_table.cpp and output_options.cpp, and those of the model in src/model.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "model/model_settings.hpp"
#include "wave_output/wave_output_settings.hpp"

namespace groundswell {

// The energy balance at one place, by term and bin, written at the end of the run.
struct BalanceSettings {
  bool enabled = false;
  double lon = 0.0, lat = 0.0;  // [degree]; x and y [m] in the plane
};

struct RunConfig {
  std::string title = "Groundswell wave forecast";
  ModelSettings model;
  std::int64_t wall_clock_limit = 0;    // [s] since the program started; 0 = none
  std::filesystem::path network_watch;  // a file of `groundswell network probe`; empty = no watch
  OutputSettings output;
  BalanceSettings balance;
};

}  // namespace groundswell
