// SPDX-License-Identifier: Apache-2.0
// The restarts in the output folder of a run, on the ranks that write them: where each is written, how it is
// announced, and how many are kept.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "comm/communicator.hpp"
#include "restart/manifest.hpp"
#include "restart/restart_writer.hpp"

namespace groundswell {

// The restarts in a folder that belong to the last run there: those that the folder's manifest announces or
// lists for removal, and valid restarts with the settings, mesh, spectrum, calendar and inputs of one of
// these. (A run leaves such a restart behind if it is killed before it announces the restart.) Restarts that
// the manifest lists as other runs' do not belong to it. If the manifest announces none, all others do.
std::vector<std::string> find_restarts_of_run(const std::filesystem::path& folder);

// How many restarts are kept: the newest `n`. In a job of several components only those dates count of which
// each of the `partners`, the folders of the others, announces a restart, too; so none is removed before all
// have `n` newer ones of common dates.
struct RestartKeeping {
  int n = 2;
  std::vector<std::filesystem::path> partners = {};
  bool have_last = true;  // whether all partners write one of the last date of this component, too
};

// Whether each of these folders announces a restart of this date.
bool all_announce(const std::vector<std::filesystem::path>& folders, const std::string& date);

class RestartStore {
 public:
  // `inputs` are files that the run reads; none of them is replaced. `before_removal` is called on one rank
  // when old restarts are no longer announced and are about to be removed.
  RestartStore(std::filesystem::path folder, RestartKeeping keep, std::vector<std::filesystem::path> inputs,
               std::function<void()> before_removal = {})
      : folder_(std::move(folder)),
        keep_(std::move(keep)),
        inputs_(std::move(inputs)),
        before_removal_(std::move(before_removal)) {}

  // Calls write(path of the file) on all ranks, announces the restart, removes old ones, and returns a
  // sentence for the log. `facts` are those of the restart. An existing file of that name is kept under
  // another name unless it is readable and of the same run. All output up to the date must be on disk. Throws
  // Error on all ranks; a partly written file is removed then. Collective.
  std::string save(const Communicator& communicator, const DateTime& date, const RestartFacts& facts,
                   const std::function<void(const std::filesystem::path&)>& write) const;

  // Called on one rank when a run continues from one of its restarts and its output has been truncated to
  // that date. Announces that restart and the earlier ones that are announced or among `others`, up to the
  // number kept; removes the later ones of these, and those beyond this number. Throws Error.
  void go_on_from(const SavedRestart& chosen, const std::vector<SavedRestart>& others) const;
  // Called on one rank after the last restart, that of `date`: waits until all partners announce one of this
  // date, for `limit` seconds at most, and then removes what was kept for them. Does not wait if some never
  // write one.
  void remove_old(const std::string& date, double limit) const;

 private:
  // If this path is that of another run's restart, or of a file that is not a valid restart, renames the file
  // and returns a sentence for the log; otherwise returns "".
  std::string keep_other(const std::filesystem::path& path, const RestartFacts& facts) const;
  std::string announce(const SavedRestart& saved) const;
  // The number of the first of these restarts, which ascend by date, that is to be kept.
  std::size_t first_kept(const std::vector<SavedRestart>& restarts) const;
  // Writes the manifest with `last` and those of `restarts` before it, up to the number kept; removes the
  // rest of `restarts` and the files already listed for removal.
  void keep_up_to(const SavedRestart& last, std::vector<SavedRestart> restarts) const;
  void remove_parts() const;

  std::filesystem::path folder_;
  RestartKeeping keep_;
  std::vector<std::filesystem::path> inputs_;
  std::function<void()> before_removal_;
};

}  // namespace groundswell
