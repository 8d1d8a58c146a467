// SPDX-License-Identifier: Apache-2.0
// The options of a model: keys of the YAML file bound to its settings, in parts, as the table of a run has
// its own options between them.
#pragma once

#include "config/option_table.hpp"
#include "model/model_settings.hpp"

namespace groundswell {

// time.start, time.end and time.step, and the section of time.
void add_date_options(OptionTable& table, TimeSettings& time);
void add_calendar_option(OptionTable& table, TimeSettings& time);
// Mesh, spectrum, physics, propagation, forcing, start and boundaries.
void add_sea_options(OptionTable& table, ModelSettings& model);
// Those of physics alone, which the options of the sea contain.
void add_physics_options(OptionTable& table, ModelSettings& model);
// How integral parameters are made, among the options of output.
void add_parameter_options(OptionTable& table, ParameterSettings& parameters);
// How the work is shared, and the checks meanwhile.
void add_parallel_options(OptionTable& table, ModelSettings& model);

// All of them, bound to `model`, which must outlive the table.
OptionTable make_model_options(ModelSettings& model);

}  // namespace groundswell
