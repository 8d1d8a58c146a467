// SPDX-License-Identifier: Apache-2.0
#include "run/coupled_job.hpp"

#include <algorithm>

#include "base/edit_distance.hpp"
#include "base/error.hpp"
#include "comm/job_group.hpp"
#include "components/component_list.hpp"
#include "config/config_node.hpp"
#include "coupling/coupling_options.hpp"
#include "mesh_files/scrip_weights.hpp"
#include "run/job_members.hpp"
#include "run/wave_coupling.hpp"

namespace groundswell {
namespace {

constexpr char run_kind[] = "run";

// Throws Error unless the program has components of this kind.
void check_kind(const std::string& file, const ComponentSettings& component) {
  std::vector<std::string> kinds = component_kinds();
  kinds.insert(kinds.begin(), run_kind);
  std::string known;
  for (const std::string& kind : kinds) known += (known.empty() ? "" : ", ") + kind;
  require(std::ranges::count(kinds, component.kind) > 0, "'", file, "': the kind of ", component.name,
          " is '", component.kind, "'", introduce_known(component.kind, kinds), known);
}

ComponentClock clock_of(const Case& run) {
  return {run.config.model.start(), run.config.model.end(), run.config.model.time.step};
}

CoupledJob::Component read_one(ComponentSettings& settings) {
  CoupledJob::Component component;
  CouplerSetup& setup = component.setup;
  if (settings.kind == run_kind) {
    component.run = read_case(settings.file.string());
    settings.n_without = count_other_ranks(*component.run);
    require_ranks(*component.run, settings.n_rank);
    setup.gives = list_wave_gives();
    setup.takes = list_wave_takes(component.run->config.model.forcing);
    return component;
  }
  component.other = read_component(settings.kind, settings.file);
  setup.gives = component.other->gives();
  setup.takes = component.other->takes();
  return component;
}

// Throws Error for a field that its source does not give or its target does not take.
void check_fields(const CoupledJob& job) {
  const auto card = [&](const std::string& name) {
    const auto at = std::ranges::find(job.settings.components, name, &ComponentSettings::name);
    const CouplerSetup& setup = job.components[std::size_t(at - job.settings.components.begin())].setup;
    return ComponentCard{name, {}, setup.gives, setup.takes};
  };
  for (const CoupledFieldSettings& field : job.settings.fields)
    match_ends(field, card(field.source), card(field.target));
}

// Throws Error if a component takes a field that none brings.
void check_takes(const CoupledJob& job) {
  for (std::size_t i = 0; i < job.components.size(); ++i)
    for (const DeclaredField& taken : job.components[i].setup.takes) {
      const std::string& name = job.settings.components[i].name;
      require(std::ranges::any_of(job.settings.fields,
                                  [&](const CoupledFieldSettings& field) {
                                    return field.target == name && field.name_in_target() == taken.name;
                                  }),
              "'", job.file, "': ", name, " takes '", taken.name, "', but no field (fields) brings it");
    }
}

}  // namespace

bool CoupledJob::has_servers() const {
  return std::ranges::any_of(components,
                             [](const Component& each) { return each.run && each.run->has_servers(); });
}

std::vector<int> CoupledJob::choose_ranks(int n) const {
  int n_needed = 0;
  std::string needs;
  for (const ComponentSettings& component : settings.components) {
    needs += text(needs.empty() ? "" : ", ", component.name, " ", component.n_rank);
    n_needed += component.n_rank;
  }
  require(n == n_needed, "the components of '", file, "' have ", n_needed, " processes (", needs,
          "), but there are ", n, "; run with mpirun -n ", n_needed, ", or change components.ranks");
  return consecutive_ranks(0, n);
}

std::vector<std::string> CoupledJob::first_day() const {
  return CouplingSchedule(settings, components.front().setup.components).first_day();
}

bool is_job_file(const std::string& file) {
  const ConfigNode root = read_yaml_file(file);
  return std::ranges::find(root.keys, "components") != root.keys.end();
}

CoupledJob read_coupled_job(const std::string& file, const std::vector<std::string>& overrides) {
  CoupledJob job;
  job.file = file;
  job.settings = read_coupling_settings(file, overrides);
  std::vector<ScheduledComponent> scheduled;
  for (ComponentSettings& settings : job.settings.components) {
    check_kind(file, settings);
    CoupledJob::Component component = read_one(settings);
    scheduled.push_back({settings.name, component.run ? clock_of(*component.run) : component.other->clock(),
                         component.run.has_value()});
    job.components.push_back(std::move(component));
  }
  check_fields(job);
  check_takes(job);
  for (std::size_t i = 0; i < job.components.size(); ++i) {
    CouplerSetup& setup = job.components[i].setup;
    setup.settings = job.settings;
    setup.components = scheduled;
    setup.component = int(i);
    setup.read_weights = [](const std::filesystem::path& path) { return read_scrip_weights(path.string()); };
  }
  CouplingSchedule(job.settings, scheduled);
  return job;
}

}  // namespace groundswell
