// SPDX-License-Identifier: Apache-2.0
#include "model/run_restarts.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/units.hpp"
#include "base/version.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"
#include "model/hot_start.hpp"

namespace groundswell {
namespace {

namespace fs = std::filesystem;

constexpr char begun_with[] =
    "; go on with the case with which the run was begun, or start from the beginning without --continue";

// The root's manifest, on all ranks.
std::vector<SavedRestart> read_together(const fs::path& folder, const Communicator& communicator) {
  std::string lines;
  if (communicator.rank() == 0)
    for (const SavedRestart& saved : read_manifest(folder))
      if (fs::exists(folder / saved.file)) lines += saved.date + " " + saved.file + "\n";
  communicator.broadcast(lines, 0);
  std::vector<SavedRestart> restarts;
  for (std::size_t begin = 0, end; (end = lines.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string line = lines.substr(begin, end - begin);
    const std::size_t blank = line.find(' ');
    restarts.push_back({line.substr(0, blank), line.substr(blank + 1)});
  }
  return restarts;
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

std::vector<SavedRestart> RunRestarts::find_announced(const RunConfig& config, const Communicator& world) {
  std::vector<SavedRestart> restarts = read_together(config.output.folder, world);
  std::ranges::reverse(restarts);
  return restarts;
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

std::optional<DateTime> RunRestarts::load(const SavedRestart& saved) {
  const Communicator& communicator = model_.domain().communicator;
  std::optional<RestartFile> file;
  run_on_root(communicator, 0, [&] { require_known_format(folder_ / saved.file); });
  try {
    run_together(communicator, [&] {
      file.emplace(folder_ / saved.file);
      require(file->fact("date") == saved.date, "'", file->reader().path(), "' is of ", file->fact("date"),
              ", but ", manifest_name, " says ", saved.date, "; it is passed over");
    });
  } catch (const Error& error) {
    log_.warn(error.what());
    return {};
  }
  run_together(communicator, [&] { require_same_run(*file); });
  try {
    file->load(communicator, cells(), list_state());
  } catch (const Error& error) {
    log_.warn(error.what());
    return {};
  }
  last_ = DateTime::parse(saved.date, model_.start().calendar());
  require(*last_ <= model_.end(), "the newest restart in '", folder_.string(), "' is of ", saved.date,
          ", after time.end, ", model_.end().iso(), "; move time.end, or start from the beginning");
  model_.resume(*last_);
  compare_inputs(saved);
  return last_;
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
