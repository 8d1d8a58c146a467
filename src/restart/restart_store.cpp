// SPDX-License-Identifier: Apache-2.0
#include "restart/restart_store.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "base/stopwatch.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"
#include "files/input_record.hpp"
#include "files/restart_saving.hpp"
#include "restart/restart_file.hpp"

namespace groundswell {

namespace fs = std::filesystem;

namespace {

// The properties by which restarts of one run are recognised.
struct Origin {
  std::array<std::string, 4> facts;  // the values of common_facts, in this order
  std::string inputs;
};
constexpr std::array common_facts{"settings", "mesh", "spectrum", "calendar"};

template <class Fact>
Origin make_origin(Fact&& fact) {
  Origin origin;
  for (std::size_t i = 0; i < common_facts.size(); ++i) origin.facts[i] = fact(common_facts[i]);
  origin.inputs = fact("inputs");
  return origin;
}

Origin find_origin(const RestartFacts& facts) {
  return make_origin([&](const std::string& name) {
    const auto found = std::ranges::find(facts, name, &RestartFacts::value_type::first);
    return found == facts.end() ? "" : found->second;
  });
}

// Empty if the restart is not valid.
std::optional<Origin> find_origin(const fs::path& path) {
  try {
    const RestartFile file(path);
    return make_origin([&](const std::string& name) { return file.fact(name); });
  } catch (const Error&) {
    return {};
  }
}

bool is_of_one_run(const Origin& origin, const Origin& other) {
  if (origin.facts != other.facts) return false;
  return may_be_of_one_run(origin.inputs, other.inputs, calendar_from_name(origin.facts.back()));
}

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

}  // namespace

std::vector<std::string> find_restarts_of_run(const fs::path& folder) {
  const Manifest manifest = read_manifest(folder);
  std::vector<std::string> mine, doubtful;
  for (const SavedRestart& saved : find_announced(folder)) mine.push_back(saved.file);
  for (const SavedRestart& saved : find_restarts(folder)) {
    if (holds(mine, saved.file) || holds(manifest.others, saved.file)) continue;
    (holds(manifest.removed, saved.file) ? mine : doubtful).push_back(saved.file);
  }
  if (doubtful.empty()) return mine;
  std::vector<Origin> origins;
  for (const std::string& file : mine)
    if (auto origin = find_origin(folder / file)) origins.push_back(std::move(*origin));
  for (const std::string& file : doubtful) {
    const auto origin = find_origin(folder / file);
    if (origin &&
        std::ranges::any_of(origins, [&](const Origin& own) { return is_of_one_run(*origin, own); }))
      mine.push_back(file);
  }
  return mine;
}

std::string RestartStore::save(const Communicator& communicator, const DateTime& date,
                               const RestartFacts& facts,
                               const std::function<void(const fs::path&)>& write) const {
  const std::string name = restart_name(date);
  const fs::path path = folder_ / name;
  std::string sentence;
  run_on_root(communicator, 0, [&] {
    check_target(path, inputs_);
    sentence = keep_other(path, facts);
  });
  write_or_remove(communicator, path, [&] { write(path); });
  run_on_root(communicator, 0, [&] {
    sentence = announce({date.iso(), name, std::int64_t(fs::file_size(path))}) + sentence;
  });
  return sentence;
}

std::string RestartStore::keep_other(const fs::path& path, const RestartFacts& facts) const {
  if (!is_there(path)) return "";
  if (const auto origin = find_origin(path); origin && is_of_one_run(*origin, find_origin(facts))) return "";
  fs::path other = path.string() + ".other";
  for (int n = 2; is_there(other); ++n) other = text(path.string(), ".other", n);
  move_files({{path, other}});
  return text("; the file of another run that had this name is kept as '", other.string(), "'");
}

bool all_announce(const std::vector<fs::path>& folders, const std::string& date) {
  return std::ranges::all_of(folders, [&](const fs::path& folder) {
    const std::vector<SavedRestart> announced = read_manifest(folder).restarts;
    return std::ranges::find(announced, date, &SavedRestart::date) != announced.end();
  });
}

std::size_t RestartStore::first_kept(const std::vector<SavedRestart>& restarts) const {
  int n = 0;
  for (std::size_t i = restarts.size(); i-- > 0;)
    if (all_announce(keep_.partners, restarts[i].date) && ++n == keep_.n) return i;
  return 0;
}

void RestartStore::remove_old(const std::string& date, double limit) const {
  using namespace std::chrono_literals;
  const Stopwatch waiting;
  while (!all_announce(keep_.partners, date)) {
    if (!keep_.have_last || waiting.seconds() > limit) return;
    std::this_thread::sleep_for(20ms);
  }
  std::vector<SavedRestart> restarts = read_manifest(folder_).restarts;
  if (restarts.empty()) return;
  const SavedRestart last = restarts.back();
  keep_up_to(last, std::move(restarts));
}

void RestartStore::keep_up_to(const SavedRestart& last, std::vector<SavedRestart> restarts) const {
  const auto is_gone = [&](const std::string& file) {
    std::error_code unreadable;  // set for a link to itself, for example
    return !fs::exists(folder_ / file, unreadable);
  };
  // Begins with the files that an earlier run listed for removal but was killed before removing.
  std::vector<std::string> old = read_manifest(folder_).removed;
  std::erase_if(old, is_gone);
  std::ranges::sort(restarts, is_earlier, &SavedRestart::date);
  std::vector<SavedRestart> kept;
  for (const SavedRestart& each : restarts) {
    if (is_earlier(each.date, last.date) && !is_gone(each.file)) kept.push_back(each);
    if (is_earlier(last.date, each.date)) old.push_back(each.file);
  }
  kept.push_back(last);
  const auto first = kept.begin() + std::ptrdiff_t(first_kept(kept));
  for (auto each = kept.begin(); each != first; ++each) old.push_back(each->file);
  kept.erase(kept.begin(), first);
  for (const SavedRestart& each : kept) std::erase(old, each.file);  // these have been written again since
  write_manifest(folder_, {last.date, kept, old, {}});
  if (!old.empty() && before_removal_) before_removal_();
  std::error_code ignored;
  for (const std::string& file : old)
    if (fs::symlink_status(folder_ / file, ignored).type() == fs::file_type::regular)
      fs::remove(folder_ / file, ignored);
  // Files that are gone are no longer listed, so that a file put back later, for example from an archive, is
  // not removed again.
  if (std::erase_if(old, is_gone) > 0) write_manifest(folder_, {last.date, kept, old, {}});
}

std::string RestartStore::announce(const SavedRestart& saved) const {
  keep_up_to(saved, read_manifest(folder_).restarts);
  remove_parts();
  return describe_restart(folder_ / saved.file, saved.bytes, saved.date) +
         (!keep_.partners.empty() && all_announce(keep_.partners, saved.date)
              ? "; all components have one of this date"
              : "");
}

void RestartStore::go_on_from(const SavedRestart& chosen, const std::vector<SavedRestart>& others) const {
  std::vector<SavedRestart> restarts = read_manifest(folder_).restarts;
  for (const SavedRestart& other : others)
    if (std::ranges::find(restarts, other.file, &SavedRestart::file) == restarts.end())
      restarts.push_back(other);
  keep_up_to(chosen, std::move(restarts));
}

// Removes files that a killed run had begun to write.
void RestartStore::remove_parts() const {
  std::error_code ignored;
  for (const std::string& name : names_in(folder_))
    if (name.starts_with("restart_") && (name.ends_with(".nc.part") || name.ends_with(".nc.part.lock")) &&
        fs::symlink_status(folder_ / name, ignored).type() == fs::file_type::regular)
      fs::remove(folder_ / name, ignored);
}

}  // namespace groundswell
