// SPDX-License-Identifier: Apache-2.0
#include "run/run_status.hpp"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/written_file.hpp"
#include "restart/manifest.hpp"

namespace groundswell {
namespace {

const char* name_of(RunState state) {
  switch (state) {
    case RunState::running:
      return "running";
    case RunState::finished:
      return "finished";
    case RunState::told_to_end:
      return "told_to_end";
    default:
      return "failed";
  }
}

}  // namespace

// Files that no longer exist are not listed.
std::string RunStatus::to_text(RunState state, const DateTime& now, const std::string& error) const {
  auto json = nlohmann::ordered_json::object();  // a null value would crash if memory ran out
  json["case"] = facts_.title;
  json["state"] = name_of(state);
  if (!error.empty()) json["error"] = error;
  json["start"] = facts_.start.iso();
  json["date"] = now.iso();
  json["end"] = facts_.end.iso();
  json["written"] = (DateTime() + std::int64_t(std::time(nullptr))).iso();
  json["restarts"] = nlohmann::ordered_json::array();
  const auto is_there = [&](const std::string& name) {
    std::error_code ignored;
    return std::filesystem::exists(facts_.folder / name, ignored);
  };
  for (const SavedRestart& restart : read_manifest(facts_.folder).restarts)
    if (is_there(restart.file)) json["restarts"].push_back({{"date", restart.date}, {"file", restart.file}});
  json["complete"] = nlohmann::ordered_json::array();
  for (const CompleteFile& file : state == RunState::finished ? all_ : complete_)
    if (is_there(file.name))
      json["complete"].push_back({{"file", file.name}, {"first", file.first}, {"last", file.last}});
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void RunStatus::write(RunState state, const DateTime& now, const Log& log, const std::string& error) {
  try {
    write_text_file(facts_.folder / status_name, to_text(state, now, error), OnDisk::at_once);
  } catch (const Error& problem) {
    if (!has_warned_) log.warn(problem.what());
    has_warned_ = true;
  }
}

bool lags_behind_the_end(const std::filesystem::path& folder) {
  std::ifstream file(folder / status_name);
  if (!file) return false;
  const auto json = nlohmann::json::parse(file, nullptr, false);
  return !json.is_object() || json.value("state", nlohmann::json()) != name_of(RunState::finished);
}

RunStatus make_status(const PreparedRun& run) {
  std::vector<CompleteFile> complete, all;
  for (const auto& product : run.products) {
    std::ranges::copy(product->list_complete(), std::back_inserter(all));
    if (run.goes_on_from)
      std::ranges::copy(product->list_complete(run.goes_on_from), std::back_inserter(complete));
  }
  return {{run.config.output.folder, run.config.title, run.config.model.start(), run.config.model.end()},
          complete,
          all};
}

}  // namespace groundswell
