// SPDX-License-Identifier: Apache-2.0
// The options of a model: keys of the YAML file bound to its settings. They are added in parts because the
// table of a run has other options in between.
#pragma once

#include "config/option_table.hpp"
#include "model/model_settings.hpp"

namespace groundswell {

// time.start, time.end and time.step, and the heading of the section `time`.
void add_date_options(OptionTable& table, TimeSettings& time);
void add_calendar_option(OptionTable& table, TimeSettings& time);
void add_mesh_options(OptionTable& table, MeshSettings& mesh);
// Mesh, spectrum, physics, propagation, forcing, start and boundaries.
void add_sea_options(OptionTable& table, ModelSettings& model);
// Only the options of physics, which add_sea_options() includes.
void add_physics_options(OptionTable& table, ModelSettings& model);
// The options of the computation of integral parameters; they belong to the section `output`.
void add_parameter_options(OptionTable& table, ParameterSettings& parameters);
// The options of the distribution of the work, and of the checks during the run.
void add_parallel_options(OptionTable& table, ModelSettings& model);

// All options of a model, bound to `model`, which must outlive the table.
OptionTable make_model_options(ModelSettings& model);

}  // namespace groundswell
