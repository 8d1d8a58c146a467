// SPDX-License-Identifier: Apache-2.0
#include "restart/restart_store.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"

namespace groundswell {

namespace fs = std::filesystem;

std::string RestartStore::save(const Communicator& communicator, const DateTime& date,
                               const std::function<void(const fs::path&)>& write) const {
  const std::string name = restart_name(date);
  const fs::path path = folder_ / name;
  run_on_root(communicator, 0, [&] { check_target(path, inputs_); });
  try {
    write(path);
  } catch (const Error&) {
    std::error_code ignored;  // a full disk gets its room back
    if (communicator.rank() == 0) fs::remove(part_path(path), ignored);
    throw;
  }
  std::string sentence;
  run_on_root(communicator, 0, [&] {
    sentence = announce({date.iso(), name, std::int64_t(fs::file_size(path))});
  });
  return sentence;
}

// Old ones are removed when the new one is announced, again if the run was killed before it had done so.
std::string RestartStore::announce(const SavedRestart& saved) const {
  std::vector<SavedRestart> restarts;
  std::vector<std::string> old;
  for (const std::string& file : read_removed(folder_))
    if (fs::exists(folder_ / file)) old.push_back(file);
  for (const SavedRestart& other : read_manifest(folder_)) {
    // Later ones are of a run that was broken off, and so damaged that this one did not go on from there.
    if (other.date < saved.date && fs::exists(folder_ / other.file)) restarts.push_back(other);
    if (other.date > saved.date) old.push_back(other.file);
  }
  restarts.push_back(saved);
  while (restarts.size() > std::size_t(keep_)) {
    old.push_back(restarts.front().file);
    restarts.erase(restarts.begin());
  }
  for (const SavedRestart& each : restarts) std::erase(old, each.file);  // written again since
  write_manifest(folder_, saved.date, restarts, old);
  std::error_code ignored;
  for (const std::string& file : old)
    if (fs::symlink_status(folder_ / file).type() == fs::file_type::regular)
      fs::remove(folder_ / file, ignored);
  remove_parts();
  return text("restart ", (folder_ / saved.file).string(), " (", format_bytes(double(saved.bytes)),
              "); all output up to ", saved.date, " is on disk");
}

// What a run that was killed had begun to write.
void RestartStore::remove_parts() const {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("restart_") && name.ends_with(".nc.part") &&
        entry.symlink_status(ignored).type() == fs::file_type::regular)
      fs::remove(entry.path(), ignored);
  }
}

}  // namespace groundswell
