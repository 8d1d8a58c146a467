// SPDX-License-Identifier: Apache-2.0
#include "model/run_restarts.hpp"

#include <algorithm>
#include <ranges>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "base/units.hpp"
#include "base/version.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"
#include "model/hot_start.hpp"
#include "restart/restart_store.hpp"

namespace groundswell {
namespace {

namespace fs = std::filesystem;

constexpr char begun_with[] =
    "; go on with the case with which the run was begun, or start from the beginning without --continue";

// Of one rank, on all.
std::vector<FoundRestart> tell(const Communicator& world, const std::vector<FoundRestart>& found) {
  std::string lines;
  for (const auto& [saved, is_announced] : found)
    lines += text(saved.date, " ", saved.file, " ", saved.bytes, " ", is_announced, "\n");
  world.broadcast(lines, 0);
  std::istringstream words(lines);
  std::vector<FoundRestart> told;
  for (FoundRestart each;
       words >> each.saved.date >> each.saved.file >> each.saved.bytes >> each.is_announced;)
    told.push_back(each);
  return told;
}

// Where it is there, but of another date than its name says, an Error is thrown.
RestartFile open_restart(const fs::path& folder, const SavedRestart& saved) {
  RestartFile file(folder / saved.file);
  require(file.fact("date") == saved.date, "'", file.reader().path(), "' is of ", file.fact("date"),
          ", but its name says ", saved.date, "; it is passed over");
  return file;
}

}  // namespace

RunRestarts::RunRestarts(const RunConfig& config, const SettingValues& settings,
                         const std::vector<fs::path>& inputs, Model& model, HighestSea& highest,
                         TimeStatistics& statistics, const ProductList& products, const Log& log)
    : config_(config),
      settings_(settings_text(settings)),
      inputs_(inputs),
      model_(model),
      highest_(highest),
      statistics_(statistics),
      log_(log),
      folder_(config.output.folder),
      sea_(describe_sea(config, model.domain(), model.grid())),
      read_(model, config.initial, products) {
  if (config.output.restart.interval > 0)
    schedule_.emplace(config.output.restart, model.start(), model.end(), "output.restart");
}

// Names are in the order of their dates.
void RunRestarts::check_targets() const {
  const std::string now = restart_name(model_.state().now), end = restart_name(model_.end());
  const auto may_come = [&](const std::string& name) {
    return name.size() == end.size() && name > now && name <= end;
  };
  std::error_code not_there;
  for (const fs::path& input : inputs_)
    require(
        !may_come(input.filename()) || !fs::equivalent(fs::absolute(input).parent_path(), folder_, not_there),
        "the run reads '", input.string(),
        "' and would write a restart of the same name when it comes to that date; move the file to "
        "another folder, or choose another output.folder");
  for (const auto& entry : fs::directory_iterator(folder_, not_there)) {
    std::string name = entry.path().filename();
    if (entry.symlink_status().type() == fs::file_type::regular) continue;
    if (name.ends_with(part_path(""))) name.resize(name.size() - part_path("").size());
    if (may_come(name)) check_target(folder_ / name);
  }
}

std::vector<FoundRestart> RunRestarts::find(const RunConfig& config, const std::vector<fs::path>& inputs,
                                            const Communicator& world, const Log& log) {
  std::vector<FoundRestart> found;
  run_on_root(world, 0, [&] {
    const fs::path folder = config.output.folder;
    const std::vector<SavedRestart> announced = read_manifest(folder);
    const auto is_announced = [&](const SavedRestart& saved) {
      return announced.empty() ||
             std::ranges::find(announced, saved.file, &SavedRestart::file) != announced.end();
    };
    for (const SavedRestart& saved : announced)
      if (std::error_code ignored; !fs::exists(folder / saved.file, ignored))
        log.warn(text("the restart '", (folder / saved.file).string(), "', which '",
                      (folder / manifest_name).string(), "' announces, is not there"));
    for (const SavedRestart& saved : find_restarts(folder) | std::views::reverse)
      if (!is_same_file_as_any(folder / saved.file, inputs)) found.push_back({saved, is_announced(saved)});
  });
  return tell(world, found);
}

std::string RunRestarts::find_damage(const RunConfig& config, const SavedRestart& saved,
                                     const Communicator& world) {
  run_on_root(world, 0, [&] { require_known_format(fs::path(config.output.folder) / saved.file); });
  std::string damage;
  if (world.rank() == 0) try {
      open_restart(config.output.folder, saved);
    } catch (const Error& error) {
      damage = error.what();
    }
  world.broadcast(damage, 0);
  return damage;
}

RestartFacts RunRestarts::make_facts() const {
  RestartFacts facts{{"date", model_.state().now.iso()},
                     {"calendar", config_.time.calendar},
                     {"case", config_.title},
                     {"program", version()},
                     {"settings", settings_},
                     {"inputs", read_.text()}};
  facts.insert(facts.end(), sea_.begin(), sea_.end());
  return facts;
}

void RunRestarts::require_same_run(const RestartFile& file) const {
  const std::string cannot = text("cannot go on from '", file.reader().path(), "': ");
  for (const auto& [name, mine] : {sea_[0], sea_[1]})  // mesh and spectrum
    require(file.fact(name) == mine, cannot, "its ", name, " is ", file.fact(name), ", that of this run is ",
            mine, begun_with);
  const std::string difference =
      find_difference(settings_from_text(file.fact("settings")), settings_from_text(settings_));
  require(difference.empty(), cannot, difference, begun_with);
}

void RunRestarts::compare_inputs(const SavedRestart& saved) {
  InitialSettings initial = config_.initial;
  for (const auto& [key, value] : settings_from_text(settings_))
    if (key == "initial.kind") initial.kind = value;  // that of the case: nothing is made anew
  const Communicator& communicator = model_.domain().communicator;
  std::optional<RestartFile> file;
  run_together(communicator, [&] { file.emplace(folder_ / saved.file); });
  run_together(communicator, [&] {
    const std::string path = file->reader().path(), program = file->fact("program");
    if (program != version())
      log_.info(text("'", path, "' was written by Groundswell ", program, "; the run goes on with ",
                     version(), ", which may round or compute otherwise"));
    if (file->format() < restart_format::with_inputs)
      log_.info(text("'", path,
                     "' does not say what its run has read of winds and other inputs, so they are not ",
                     "compared"));
    try {
      for (const std::string& sentence : read_.go_on_from(file->fact("inputs"), initial)) log_.warn(sentence);
    } catch (const Error& error) {
      throw Error(text("cannot go on from '", path, "': ", error.what(), begun_with));
    }
  });
}

StateList RunRestarts::list_state() {
  StateList list;
  model_.list_state(list);
  highest_.list_state(list);
  statistics_.list_state(list);
  return list;
}

RestartCells RunRestarts::cells() const {
  const LocalMesh& local = model_.local();
  return {local.n_global_cell, std::span(local.global_cell).first(std::size_t(local.n_owned))};
}

std::string RunRestarts::find_mismatch(const SavedRestart& saved) const {
  try {
    run_together(model_.domain().communicator, [&] {
      require_same_run(open_restart(folder_, saved));
      require(DateTime::parse(saved.date, model_.start().calendar()) <= model_.end(), "the restart '",
              (folder_ / saved.file).string(), "' is of ", saved.date, ", after time.end, ",
              model_.end().iso(),
              "; move time.end, choose an earlier restart with --from, or start from the "
              "beginning");
    });
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string RunRestarts::load(const SavedRestart& saved) {
  const Communicator& communicator = model_.domain().communicator;
  try {
    std::optional<RestartFile> file;
    run_together(communicator, [&] { file.emplace(open_restart(folder_, saved)); });
    file->load(communicator, cells(), list_state());
  } catch (const Error& error) {
    return error.what();
  }
  last_ = DateTime::parse(saved.date, model_.start().calendar());
  model_.resume(*last_);
  compare_inputs(saved);
  return "";
}

// What is not announced may be of others. Those before it that are announced no more are kept in the number
// that stays; more of them are left alone.
void RunRestarts::remove_later() const {
  const auto is_mine = [&](const SavedRestart& saved) {
    try {
      require_same_run(open_restart(folder_, saved));
      return true;
    } catch (const Error&) {
      return false;
    }
  };
  const std::string date = last_->iso();
  const int keep = config_.output.restart.keep;
  SavedRestart chosen;
  std::vector<SavedRestart> others;
  int n_before = 0;
  for (const auto& [saved, is_announced] : found_) {
    if (saved.date == date) chosen = saved;
    if (saved.date < date && (!is_announced || n_before == keep - 1)) continue;
    if (saved.date == date || !is_mine(saved)) continue;
    n_before += saved.date < date;
    others.push_back(saved);
  }
  RestartStore(folder_, keep, inputs_).go_on_from(chosen, others);
}

double RunRestarts::bytes_of_one() {
  const StateList list = list_state();
  double of_cell = 8.0;
  for (const StateList::CellValues& values : list.cells()) of_cell += double(values.rows.length);
  return of_cell * double(model_.local().n_global_cell);
}

// Before the oldest is removed, the newest is there. There is one at the end of the run in any case.
double RunRestarts::bytes() {
  if (!are_wanted()) return 0.0;
  const std::int64_t n_kept = config_.output.restart.keep;
  return bytes_of_one() * double(std::min(n_kept, schedule_->n_date()) + 1);
}

std::string RunRestarts::describe() {
  if (!are_wanted()) return "";
  const int keep = config_.output.restart.keep;
  return text((folder_ / restart_names).string(), ": restarts of about ", format_bytes(bytes_of_one()),
              ", of which the newest ", keep, keep == 1 ? " stays" : " stay");
}

bool RunRestarts::due() const {
  const DateTime& now = model_.state().now;
  return schedule_ && last_ != now && now > model_.start() && (schedule_->due(now) || model_.at_end());
}

void RunRestarts::write(RunOutput& output) {
  if (last_ == model_.state().now) return;
  {
    ScopedTimer timer(model_.timers(), "output.commit");
    output.commit();
  }
  ScopedTimer timer(model_.timers(), "output.restart");
  output.write_restart(model_.state().now, cells(), make_facts(), list_state());
  last_ = model_.state().now;
}

std::vector<RestartShape::Field> RunRestarts::fields() {
  return make_restart_shape({}, list_state()).fields;
}

}  // namespace groundswell
