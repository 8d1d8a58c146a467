// SPDX-License-Identifier: Apache-2.0
#include "run/run_restarts.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "base/units.hpp"
#include "base/version.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"
#include "restart/restart_store.hpp"

namespace groundswell {
namespace fs = std::filesystem;

RunRestarts::RunRestarts(RestartPlan plan, RestartFacts sea, const InitialSettings& initial, Model& model,
                         HighestSea& highest, TimeStatistics& statistics, const ProductList& products,
                         const Log& log, WaveCoupling* coupling)
    : plan_(std::move(plan)),
      initial_(initial),
      model_(model),
      highest_(highest),
      statistics_(statistics),
      log_(log),
      coupling_(coupling),
      sea_(std::move(sea)),
      read_(model, initial, products) {
  if (plan_.settings.interval > 0)
    schedule_.emplace(plan_.settings, model.period().begin, model.period().end, "output.restart");
}

void RunRestarts::check_targets() const {
  const std::string now = restart_name(model_.state().now), end = restart_name(model_.period().end);
  const auto may_come = [&](const std::string& name) {
    return is_earlier(now, name) && !is_earlier(end, name);
  };
  std::error_code not_there;
  for (const fs::path& input : plan_.inputs)
    require(!may_come(input.filename()) ||
                !fs::equivalent(fs::absolute(input).parent_path(), plan_.folder, not_there),
            "the run reads '", input.string(),
            "' and would write a restart of the same name when it reaches that date; move the file to "
            "another folder, or choose another output.folder");
  for (std::string& name : names_in(plan_.folder)) {
    if (fs::symlink_status(plan_.folder / name, not_there).type() == fs::file_type::regular) continue;
    if (name.ends_with(part_path(""))) name.resize(name.size() - part_path("").size());
    if (may_come(name)) check_target(plan_.folder / name);
  }
}

RestartFacts RunRestarts::make_facts() const {
  RestartFacts facts{{"date", model_.state().now.iso()},
                     {"calendar", plan_.calendar},
                     {"case", plan_.title},
                     {"program", version()},
                     {"settings", settings_text(plan_.lasting)},
                     {"inputs", read_.text()}};
  facts.insert(facts.end(), sea_.begin(), sea_.end());
  return facts;
}

Obstacle RunRestarts::find_other_sea(const RestartFile& file) const {
  for (const auto& [name, mine] : {sea_[0], sea_[1]})  // mesh and spectrum
    if (const std::string its = file.fact(name); its != mine)
      return {Obstacle::Kind::other_run, text("its ", name, " is ", its, ", that of this run is ", mine)};
  return {};
}

Obstacle RunRestarts::compare_inputs(const RestartFile& file) {
  InitialSettings initial = initial_;
  // prepare_to_go_on() makes models that start calm; here the kind of initial sea given in the case counts.
  for (const auto& [key, value] : plan_.lasting)
    if (key == "initial.kind") initial.kind = find_named(initial_kinds, value).value;
  const Communicator& communicator = model_.domain().communicator;
  ChangedInputs changed;
  run_together(communicator, [&] { changed = read_.go_on_from(file.fact("inputs"), initial); });
  if (const std::string steady = first_message(communicator, changed.steady); !steady.empty())
    return {Obstacle::Kind::other_run, steady};
  const std::string path = file.reader().path(), program = file.fact("program");
  if (program != version())
    log_.info(text("'", path, "' was written by Groundswell ", program, "; the run goes on with ", version(),
                   ", which may round or compute differently"));
  if (file.format() < restart_format::with_inputs)
    log_.info(text("'", path,
                   "' does not record which winds and other inputs its run has read, so they are not ",
                   "compared"));
  for (const std::string& sentence : changed.dated) log_.warn(sentence);
  return {};
}

StateList RunRestarts::list_state() {
  StateList list;
  model_.list_state(list);
  highest_.list_state(list);
  statistics_.list_state(list);
  if (coupling_) coupling_->coupler().list_state(list);
  return list;
}

RestartCells RunRestarts::cells() const {
  const LocalMesh& local = model_.local();
  return {local.n_global_cell, std::span(local.global_cell).first(std::size_t(local.n_owned))};
}

Obstacle RunRestarts::find_damaged(const RestartFile& file) const {
  try {
    static_cast<void>(file.read_block(model_.domain().communicator));
  } catch (const Error& error) {
    return find_damage(file.reader().path(), error);
  }
  return {};
}

Obstacle RunRestarts::load(const RestartFile& file) {
  try {
    file.load(model_.domain().communicator, cells(), list_state());
  } catch (const Error& error) {
    return find_damage(file.reader().path(), error);
  }
  last_ = DateTime::parse(file.fact("date"), model_.period().begin.calendar());
  if (coupling_) coupling_->restore();
  model_.resume(*last_);
  return compare_inputs(file);
}

// Restarts in the folder may belong to other runs, so each is examined. Earlier ones count only if they are
// announced, and no more of them than are to be kept; the rest are left alone.
void RunRestarts::remove_later(const std::function<void()>& before_removal) const {
  const std::string read = read_.text_of_restart();
  const auto is_mine = [&](const SavedRestart& saved) {
    const OpenedRestart opened = open_restart(plan_.folder, saved, plan_.lasting);
    return opened.file && !find_other_sea(*opened.file) &&
           may_be_of_one_run(opened.file->fact("inputs"), read, model_.period().begin.calendar());
  };
  const std::string date = last_->iso();
  const int keep = plan_.settings.keep;
  SavedRestart chosen;
  std::vector<SavedRestart> others;
  int n_before = 0;
  for (const auto& [saved, is_announced] : found_) {
    if (saved.date == date) chosen = saved;
    const bool is_before = is_earlier(saved.date, date);
    if (is_before && (!is_announced || (plan_.settings.partners.empty() && n_before == keep - 1))) continue;
    if (saved.date == date || !is_mine(saved)) continue;
    n_before += is_before;
    others.push_back(saved);
  }
  RestartStore(plan_.folder, plan_.settings.keeping(), plan_.inputs, before_removal)
      .go_on_from(chosen, others);
}

double RunRestarts::bytes_of_one() {
  const StateList list = list_state();
  double of_cell = 8.0;
  for (const StateList::CellValues& values : list.cells()) of_cell += double(values.rows.length);
  return of_cell * double(model_.local().n_global_cell);
}

// One restart more than the number kept, as the newest is written before the oldest is removed; one is always
// written at the end of the run, besides those of the schedule.
double RunRestarts::bytes() {
  if (!are_wanted()) return 0.0;
  const std::int64_t n_kept = plan_.settings.keep;
  return bytes_of_one() * double(std::min(n_kept, schedule_->n_date()) + 1);
}

std::string RunRestarts::describe() {
  if (!are_wanted()) return "";
  const int keep = plan_.settings.keep;
  return text((plan_.folder / restart_names).string(), ": restarts of about ", format_bytes(bytes_of_one()),
              ", of which the newest ", keep, keep == 1 ? " stays" : " stay");
}

bool RunRestarts::due() const {
  const DateTime& now = model_.state().now;
  return schedule_ && last_ != now && now > model_.period().begin && (schedule_->due(now) || model_.at_end());
}

void RunRestarts::write(RunOutput& output) {
  if (last_ == model_.state().now) return;
  {
    ScopedTimer timer(model_.measures().timers, "output.commit");
    output.commit();
  }
  if (coupling_) {
    ScopedTimer timer(model_.measures().timers, "coupling.wait");
    coupling_->coupler().prepare_restart([&output] { output.progress(); });
  }
  ScopedTimer timer(model_.measures().timers, "output.restart");
  output.write_restart(model_.state().now, cells(), make_facts(), list_state());
  last_ = model_.state().now;
}

std::vector<RestartShape::Field> RunRestarts::fields() {
  return make_restart_shape({}, list_state()).fields;
}

}  // namespace groundswell
