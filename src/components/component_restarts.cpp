// SPDX-License-Identifier: Apache-2.0
#include "components/component_restarts.hpp"

#include "base/error.hpp"
#include "base/names.hpp"
#include "base/version.hpp"
#include "comm/together.hpp"
#include "restart/restart_file.hpp"

namespace groundswell {

ComponentRestarts::ComponentRestarts(CoupledComponent& component, Coupler& coupler, const Communicator& ranks)
    : component_(component), coupler_(coupler), ranks_(ranks), grid_(component.grid()) {}

StateList ComponentRestarts::list_state() {
  StateList list;
  component_.list_state(list);
  for (const StateList::CellValues& values : list.cells())
    require(values.rows.n_row == std::int64_t(grid_.cells.size()), "the state '", values.name, "' of ",
            coupler_.name(), " has ", values.rows.n_row, " rows, but the component has ", grid_.cells.size(),
            " points on this process");
  coupler_.list_state(list);
  return list;
}

RestartFacts ComponentRestarts::facts() const {
  return {{"date", coupler_.now().iso()},
          {"calendar", name_of(calendars, coupler_.now().calendar())},
          {"case", coupler_.name()},
          {"program", version()},
          {"settings", component_.lasting_settings() + coupler_.setup().lasting_settings},
          {"inputs", ""},
          {"mesh", text(grid_.n_global, " points")},
          {"spectrum", "none"}};
}

void ComponentRestarts::load() {
  const ComponentRestartSettings& settings = *component_.restarts();
  const std::filesystem::path path = settings.folder / restart_name(coupler_.now());
  std::optional<RestartFile> file;
  run_together(ranks_, [&] {
    file.emplace(path);
    for (const auto& [name, mine] : facts())
      require(name == "program" || file->fact(name) == mine, "cannot go on from '", path.string(), "': its ",
              name, " is ", file->fact(name), ", that of ", coupler_.name(), " is ", mine);
  });
  file->load(ranks_, cells(), list_state());
  coupler_.restore();
  component_.resume();
  run_on_root(ranks_, 0, [&] {
    RestartStore(settings.folder, settings.keep, component_.inputs())
        .go_on_from({coupler_.now().iso(), path.filename().string(), std::int64_t(file_size(path))}, {});
  });
}

std::string ComponentRestarts::write_if_due() {
  ComponentRestartSettings* const settings = component_.restarts();
  const DateTime& now = coupler_.now();
  const ComponentClock clock = component_.clock();
  if (!settings || settings->interval == 0 ||
      ((now - clock.start) % settings->interval != 0 && now < clock.end))
    return "";
  coupler_.prepare_restart();
  return RestartStore(settings->folder, settings->keep, component_.inputs())
      .save(ranks_, now, facts(), [&](const std::filesystem::path& path) {
        write_restart(path, ranks_, cells(), facts(), list_state());
      });
}

void ComponentRestarts::finish() {
  ComponentRestartSettings* const settings = component_.restarts();
  if (!settings || settings->interval == 0 || settings->keep.partners.empty()) return;
  run_on_root(ranks_, 0, [&] {
    RestartStore(settings->folder, settings->keep, component_.inputs())
        .remove_old(coupler_.now().iso(), coupler_.setup().settings.wait_limit);
  });
}

}  // namespace groundswell
