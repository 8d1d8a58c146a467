// SPDX-License-Identifier: Apache-2.0
#include "run/other_runs.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "base/written_file.hpp"
#include "comm/together.hpp"
#include "run/folder_record.hpp"

namespace groundswell {
namespace {

// Recognises files in the folders of a job's other runs that those runs will write or move: files that do not
// exist yet, and those that an earlier run recorded. All other files stay where they are.
class OthersFiles {
 public:
  OthersFiles(const RunConfig& config, const std::vector<std::filesystem::path>& folders) {
    const std::filesystem::path own = resolved_path(config.output.folder);
    for (const std::filesystem::path& folder : folders)
      if (const std::filesystem::path place = resolved_path(folder); place != own)
        recorded_[place] = find_recorded(place).files;
  }
  bool operator()(const std::filesystem::path& path) const {
    if (path.empty()) return false;
    const std::filesystem::path file = resolved_path(path);
    const auto place = recorded_.find(file.parent_path());
    if (place == recorded_.end()) return false;
    return !std::filesystem::exists(file) ||
           std::ranges::find(place->second, file.filename().string()) != place->second.end();
  }

 private:
  std::map<std::filesystem::path, std::vector<std::string>> recorded_;  // by folder
};

}  // namespace

RunConfig without_larger_run(RunConfig config) {
  if (!config.model.boundary.file.expected_dates.empty())
    config.model.boundary.kind = BoundaryKind::absorbing;
  return config;
}

std::optional<RunConfig> without_other_runs(const RunConfig& config,
                                            const std::vector<std::filesystem::path>& inputs,
                                            const std::vector<std::filesystem::path>& folders,
                                            const Communicator& world) {
  RunConfig alone = without_larger_run(config);
  bool is_calm = false, reads_more = false;
  run_on_root(world, 0, [&] {
    const OthersFiles others(config, folders);
    std::vector<std::filesystem::path> left_out = config.model.initial.file.files;
    left_out.push_back(config.model.initial.restart);
    is_calm = std::ranges::any_of(left_out, others);
    left_out.push_back(config.model.parallel.cost_file);
    if (alone.model.boundary.kind != config.model.boundary.kind)
      left_out.insert(left_out.end(), config.model.boundary.file.files.begin(),
                      config.model.boundary.file.files.end());
    const auto is_left_out = [&](const std::filesystem::path& input) {
      return std::ranges::any_of(left_out, [&](const std::filesystem::path& file) {
        return !file.empty() && resolved_path(file) == resolved_path(input);
      });
    };
    reads_more = std::ranges::any_of(
        inputs, [&](const std::filesystem::path& input) { return others(input) && !is_left_out(input); });
  });
  broadcast_words(world, 0, is_calm, reads_more);
  if (reads_more) return {};
  if (is_calm) alone.model.initial.kind = InitialKind::calm;
  return alone;
}

}  // namespace groundswell
