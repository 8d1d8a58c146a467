// SPDX-License-Identifier: Apache-2.0
// Where the output of a run goes, for the ranks that compute: they write it themselves (Output), or send it
// to output servers (ServedOutput).
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "output/own_cells.hpp"
#include "output/packed_series.hpp"
#include "restart/restart_file.hpp"

namespace groundswell {

class RunOutput {
 public:
  virtual ~RunOutput() = default;

  // Takes what is due at a date. Throws Error, on all ranks, for example where the disk is full. Collective.
  virtual void publish(const DateTime& now, OutputSource& source) = 0;
  // Waits until all that was published is on disk, and survives a crash of the machine. Servers do so before
  // they write a restart, and nobody waits. Collective.
  virtual void commit() {}
  // After commit(): writes a restart and announces it; servers do so later. Collective.
  virtual void write_restart(const DateTime& now, const RestartCells& cells, const RestartFacts& facts,
                             const StateList& list) = 0;
  // Closes all files and gives them their names. Collective.
  virtual void finish() = 0;
  // Ends a run that will go on later: all that was published is in files, which keep the suffix .part.
  // Collective.
  virtual void leave() {}

  // Calls work(), which computes, and throws what it throws. Where servers write, an Error on any rank, or of
  // a server, is thrown on all, when all that was published is in files. Collective.
  virtual void guard(const std::function<void()>& work) { work(); }
  // Lets messages go on while the ranks compute.
  virtual void progress() {}

  // After the end: how much servers have written, and what it has cost; "" without servers. Collective.
  virtual std::string report() { return ""; }

  // How long [s] the longest restart has taken.
  double longest_restart() const { return longest_restart_; }
  // How long [s] it will take to write what was published and is not written yet; on the first rank.
  virtual double backlog_seconds() const { return 0.0; }

  // What has been written since the last call, on the first rank: lines for the log, of restarts and of
  // dates, and the files that are complete now.
  struct News {
    bool is_restart;
    std::string line;
    std::vector<CompleteFile> complete = {};
  };
  std::vector<News> take_news() { return std::exchange(news_, {}); }

 protected:
  std::vector<News> news_;
  double longest_restart_ = 0.0;
};

}  // namespace groundswell
