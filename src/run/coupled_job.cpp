// SPDX-License-Identifier: Apache-2.0
#include "run/coupled_job.hpp"

#include <algorithm>
#include <map>

#include "base/edit_distance.hpp"
#include "base/error.hpp"
#include "base/names.hpp"
#include "base/schedule.hpp"
#include "base/written_file.hpp"
#include "comm/job_group.hpp"
#include "components/component_list.hpp"
#include "config/config_node.hpp"
#include "coupling/coupling_options.hpp"
#include "mesh_files/point_values.hpp"
#include "mesh_files/scrip_weights.hpp"
#include "run/job_members.hpp"
#include "run/wave_fields.hpp"

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
          " (components.kind) is '", component.kind, "'", introduce_known(component.kind, kinds), known);
  require(!component.file.empty(), "'", file, "': ", component.name,
          " has no file; name that with its settings (components.file)");
}

ComponentClock clock_of(const Case& run) {
  return {run.config.model.start(), run.config.model.end(), run.config.model.time.step};
}

// Puts words before the message of an Error.
template <class Work>
auto call_named(const std::string& words, Work&& work) {
  try {
    return work();
  } catch (const Error& error) {
    throw Error(text(words, ": ", error.what()));
  }
}

// What one component of a job is read with on the command line.
using Overrides = std::vector<std::string>;

// Overrides of the job's own options, and of each component's: "waves.time.step=5 min" is for the component
// `waves`, unless the job has an option of that name.
struct SplitOverrides {
  Overrides of_job;
  std::map<std::string, Overrides> of_component;

  explicit SplitOverrides(const Overrides& all) {
    for (const std::string& item : all) {
      const std::size_t end = item.find_first_of(".=[");
      const std::string first = item.substr(0, end);
      const bool is_of_job = end == std::string::npos || item[end] != '.' || first == "coupling";
      if (is_of_job)
        of_job.push_back(item);
      else
        of_component[first].push_back(item.substr(end + 1));
    }
  }
  // Throws Error for those of a component that the job does not have.
  void check(const CouplingSettings& settings) const {
    const std::vector<std::string> known = names_of(settings.components);
    for (const auto& [name, items] : of_component)
      require(std::ranges::count(known, name) > 0, "--set '", name, ".", items.front(),
              "': the job has no component '", name, "'", introduce_known(name, known),
              listed_names(settings.components));
  }
};

CoupledJob::Component read_one(ComponentSettings& settings, const Overrides& overrides) {
  CoupledJob::Component component;
  CouplerSetup& setup = component.setup;
  if (settings.kind == run_kind) {
    component.run = read_case(settings.file.string(), overrides);
    settings.n_without = count_other_ranks(*component.run);
    require_ranks(*component.run, settings.n_rank,
                  text("raise the ranks of ", settings.name, " (components.ranks)"));
    setup.gives = list_wave_gives(component.run->config.model);
    setup.takes = list_wave_takes(component.run->config.model.forcing);
    return component;
  }
  component.other = read_component(settings.kind, settings.file, overrides);
  component.other->check_ranks(settings.n_rank);
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

// Whether a component that writes restarts writes one at this date: each has one at its end, too.
bool writes_restart_at(const CoupledJob::Component& component, const DateTime& date) {
  const ComponentClock clock = component.clock();
  if (date >= clock.end) return date == clock.end;
  if (component.run)
    return Schedule(component.run->config.output.restart, clock.start, clock.end, "output.restart").due(date);
  return (date - clock.start) % component.restarts()->interval == 0;
}

// Lets all components know the folders of the others. Throws Error unless they write restarts at the same
// dates and keep as many, or if a restart is impossible at one of these dates.
void join_restarts(CoupledJob& job, const CouplingSchedule& schedule) {
  std::vector<CoupledJob::Restarts> all;
  std::vector<std::string> names;
  std::vector<CoupledJob::Component*> owners;
  for (std::size_t i = 0; i < job.components.size(); ++i)
    if (const auto mine = job.components[i].restarts()) {
      all.push_back(*mine);
      names.push_back(job.settings.components[i].name);
      owners.push_back(&job.components[i]);
    }
  for (std::size_t i = 0; i < all.size(); ++i)
    require(all[i].interval == all[0].interval && all[i].keep == all[0].keep, "'", job.file, "': ", names[0],
            " writes a restart every ", all[0].interval, " s and keeps ", all[0].keep, ", but ", names[i],
            " every ", all[i].interval, " s and keeps ", all[i].keep,
            "; a job goes on from a date of which all have one");
  const bool writes = !all.empty() && all[0].interval > 0;
  for (std::size_t i = 0; writes && i < owners.size(); ++i) {
    const DateTime start = owners[i]->clock().start;
    const std::optional<DateTime> first =
        owners[i]->run ? owners[i]->run->config.output.restart.start : std::nullopt;
    require(!first || (*first - start) % all[i].interval == 0, "'", job.file, "': ", names[i],
            " writes restarts from ", first.value_or(start).iso(), " on (output.restart.start) every ",
            all[i].interval, " s, but the others count from ", start.iso(),
            "; delete the date, or make it one of theirs");
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    require(!writes || !all[i].folder.empty(), "'", job.file, "': ", names[i], " writes a restart every ",
            all[i].interval, " s, but has no folder for it; set its restart.folder");
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (k == i || all[i].folder.empty() || all[k].folder.empty()) continue;
      require(resolved_path(all[i].folder) != resolved_path(all[k].folder), "'", job.file, "': ", names[i],
              " and ", names[k], " would both write into '", all[i].folder.string(),
              "'; give each a folder of its own");
      if (writes)
        owners[i]->add_partner(all[k].folder, writes_restart_at(*owners[k], owners[i]->clock().end));
    }
  }
  if (!writes) return;
  const DateTime start = job.components.front().setup.components.front().clock.start;
  constexpr int most = 1000;  // the schedule repeats itself
  for (int n = 1; n <= most && start + n * all[0].interval <= job.end(); ++n)
    schedule.check_restart(start + n * all[0].interval);
}

// A component goes on from a restart only in a job with the same fields.
void add_lasting_settings(CoupledJob& job) {
  SettingValues lasting = make_coupling_table(job.settings).list_lasting_values();
  for (auto& [key, value] : lasting) key = "job." + key;
  for (CoupledJob::Component& component : job.components) {
    if (component.run)
      component.run->settings.insert(component.run->settings.end(), lasting.begin(), lasting.end());
    component.setup.lasting_settings = settings_text(lasting);
  }
}

// Throws Error if a component takes a field that none brings, or cannot do with those that it is brought.
void check_takes(const CoupledJob& job) {
  for (std::size_t i = 0; i < job.components.size(); ++i) {
    const std::string& name = job.settings.components[i].name;
    std::vector<std::string> brought;
    for (const CoupledFieldSettings& field : job.settings.fields)
      if (field.target == name) brought.push_back(field.name_in_target());
    for (const DeclaredField& taken : job.components[i].setup.takes)
      require(taken.is_optional || std::ranges::count(brought, taken.name) > 0, "'", job.file, "': ", name,
              " takes '", taken.name, "', but no field (fields) brings it; add one with the target ", name,
              ", or change the settings of ", name);
    if (const auto& other = job.components[i].other)
      call_named(text("'", job.file, "': ", name), [&] { other->check_taken(brought); });
  }
}

}  // namespace

std::optional<CoupledJob::Restarts> CoupledJob::Component::restarts() const {
  if (run) {
    const OutputSettings& output = run->config.output;
    return Restarts{output.folder, output.restart.interval, output.restart.keep};
  }
  const ComponentRestartSettings* const mine = other->restarts();
  return mine ? std::optional(Restarts{mine->folder, mine->interval, mine->keep.n}) : std::nullopt;
}

ComponentClock CoupledJob::Component::clock() const {
  return run ? clock_of(*run) : other->clock();
}

void CoupledJob::Component::add_partner(const std::filesystem::path& folder, bool has_last) {
  if (run) {
    run->config.output.restart.partners.push_back(folder);
    run->config.output.restart.partners_have_last &= has_last;
  } else {
    RestartKeeping& keep = other->restarts()->keep;
    keep.partners.push_back(folder);
    keep.have_last &= has_last;
  }
}

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

std::vector<std::filesystem::path> CoupledJob::restart_folders() const {
  std::vector<std::filesystem::path> folders;
  for (const Component& each : components)
    if (const std::optional<Restarts> mine = each.restarts()) folders.push_back(mine->folder);
  return folders;
}

DateTime CoupledJob::end() const {
  DateTime end = components.front().setup.components.front().clock.end;
  for (const ScheduledComponent& each : components.front().setup.components)
    end = std::max(end, each.clock.end);
  return end;
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
  SplitOverrides split(overrides);
  job.settings = read_coupling_settings(file, split.of_job);
  split.check(job.settings);
  std::vector<ScheduledComponent> scheduled;
  for (ComponentSettings& settings : job.settings.components) {
    check_kind(file, settings);
    CoupledJob::Component component =
        call_named(settings.name, [&] { return read_one(settings, split.of_component[settings.name]); });
    scheduled.push_back({settings.name, component.clock(), component.run.has_value()});
    job.components.push_back(std::move(component));
  }
  const std::string in_job = text("'", file, "'");
  call_named(in_job, [&] { check_fields(job); });
  check_takes(job);
  for (std::size_t i = 0; i < job.components.size(); ++i) {
    CouplerSetup& setup = job.components[i].setup;
    setup.settings = job.settings;
    setup.components = scheduled;
    setup.component = int(i);
    setup.read_weights = [](const std::filesystem::path& path) { return read_scrip_weights(path.string()); };
    setup.read_first = [](const std::filesystem::path& path, const std::vector<std::string>& variables,
                          const std::string& unit, std::int64_t n_point, const DateTime& date) {
      return read_point_values(path.string(), variables, unit, n_point, date);
    };
  }
  add_lasting_settings(job);
  join_restarts(job, call_named(in_job, [&] { return CouplingSchedule(job.settings, scheduled); }));
  return job;
}

}  // namespace groundswell
