// SPDX-License-Identifier: Apache-2.0
// The restarts in the output folder of a run, for the ranks that write them: where each goes, how one is
// announced, and how many stay.
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

// The restarts in a folder that the last run there has written: those that its manifest announces or removes,
// and sound ones of the settings, mesh, spectrum and inputs of one of these, as where the run was killed
// before it announced them. Those that it says are of others never count; where it announces none, all the
// rest do.
std::vector<std::string> find_restarts_of_run(const std::filesystem::path& folder);

class RestartStore {
 public:
  // `inputs` are files that the run reads, of which none is replaced. `before_removal` is called on one rank
  // when old restarts are announced no more, and are about to be removed.
  RestartStore(std::filesystem::path folder, int keep, std::vector<std::filesystem::path> inputs,
               std::function<void()> before_removal = {})
      : folder_(std::move(folder)),
        keep_(keep),
        inputs_(std::move(inputs)),
        before_removal_(std::move(before_removal)) {}

  // Calls write(path of the file) on all ranks, announces the restart, removes old ones, and returns a
  // sentence about it. `facts` are those of the restart. A file of its name that is there already, and for
  // all that can be read of it is of another run, is kept under another name. All output up to the date must
  // be on disk. Throws Error on all ranks; what was being written is removed then. Collective.
  std::string save(const Communicator& communicator, const DateTime& date, const RestartFacts& facts,
                   const std::function<void(const std::filesystem::path&)>& write) const;

  // On one rank, where a run goes on from one of its restarts and its output has been cut off at that date:
  // announces that restart and `others` before it, so many as stay, and removes its later ones, which are
  // announced or among `others`. Throws Error.
  void go_on_from(const SavedRestart& chosen, const std::vector<SavedRestart>& others) const;

 private:
  // Returns a sentence, or "".
  std::string keep_other(const std::filesystem::path& path, const RestartFacts& facts) const;
  std::string announce(const SavedRestart& saved) const;
  // Writes the manifest with `last` and those before it, so many as stay, and removes the rest of them, and
  // those that were to be removed before.
  void keep_up_to(const SavedRestart& last, std::vector<SavedRestart> restarts) const;
  void remove_parts() const;

  std::filesystem::path folder_;
  int keep_;
  std::vector<std::filesystem::path> inputs_;
  std::function<void()> before_removal_;
};

}  // namespace groundswell
