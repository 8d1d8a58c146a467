// SPDX-License-Identifier: Apache-2.0
// The destination of a run's output on compute ranks: they write it themselves (Output) or send it to output
// servers (ServedOutput).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "output/own_cells.hpp"
#include "restart/restart_file.hpp"
#include "serve/written_news.hpp"

namespace groundswell {

class RunOutput {
 public:
  virtual ~RunOutput() = default;

  // Writes or sends what is due at a date. Throws Error on all ranks, for example if the disk is full.
  // Collective.
  virtual void publish(const DateTime& now, OutputSource& source) = 0;
  // Waits until everything published is on disk and would survive a crash of the machine. Servers do so
  // before they write a restart, without blocking compute ranks. Collective.
  virtual void commit() {}
  // To be called after commit(): writes a restart and announces it; servers do so later. Collective.
  virtual void write_restart(const DateTime& now, const RestartCells& cells, const RestartFacts& facts,
                             const StateList& list) = 0;
  // Closes all files and gives them their final names. Collective.
  virtual void finish() = 0;
  // Ends a run that will be continued later: everything published is in files, which keep the suffix .part.
  // Collective.
  virtual void leave() {}

  // Calls work(), which computes, and passes its exceptions on. With servers, an Error on any rank is thrown
  // on all ranks once everything published is in files, and an Error on a server at once; a rank that fails
  // while others wait for it throws alone after 10 s. Collective.
  virtual void guard(const std::function<void()>& work) { work(); }
  // Advances messages while the ranks compute.
  virtual void progress() {}

  // After the end of the run: how much the servers have written, and at what cost; "" without servers.
  // Collective.
  virtual std::string report() { return ""; }

  // The longest time [s] that writing a restart has taken.
  virtual double longest_restart() const = 0;
  // The predicted time [s] to write what has been published but not yet written; on the first rank.
  virtual double backlog_seconds() const { return 0.0; }
  // What has been written since the last call, on the first rank.
  virtual std::vector<OutputNews> take_news() = 0;
};

}  // namespace groundswell
