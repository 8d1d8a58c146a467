// SPDX-License-Identifier: Apache-2.0
// The output of a run on its compute ranks, which write it themselves or send it to output servers. See
// docs/design/output.md for the files.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "comm/rank_roles.hpp"
#include "output/output_plan.hpp"
#include "output/output_writer.hpp"
#include "restart/restart_file.hpp"
#include "restart/restart_store.hpp"
#include "serve/served_side.hpp"
#include "transfer/packet_exchange.hpp"

namespace groundswell {

class RunOutput {
 public:
  // Without servers: creates the files (<path>.part until finish()) with everything constant in time or, with
  // `keep_until`, continues those of an earlier run, keeping the dates up to and including that one. `part`
  // is this rank's part of the mesh, with at least one halo ring; it need not outlive this call. Without
  // `restarts`, no restarts are written. The communicator must outlive this object. Throws Error on all ranks
  // if a file cannot be created, or is not what an earlier run would have left, and if a cell belongs to two
  // ranks or is needed and belongs to none. Collective.
  RunOutput(const Communicator& communicator, ProductList products, const OutputHeader& header,
            const MeshPart& part, const std::optional<DateTime>& keep_until = {},
            std::optional<RestartStore> restarts = {}, AfterWriting after = {});
  // With servers: `part` is as above, and `state` has the fields of a restart. The roles must outlive this
  // object. Throws Error as make_sender() does. Collective with serve_output().
  RunOutput(const RankRoles& roles, const ServerTeams& teams, ProductList products, const MeshPart& part,
            const std::vector<RestartShape::Field>& state, const ServerSettings& settings);
  RunOutput(const RunOutput&) = delete;  // parts of it refer to products_
  RunOutput& operator=(const RunOutput&) = delete;

  // Writes or sends what is due at a date. Throws Error on all ranks, for example if the disk is full.
  // Collective.
  void publish(const DateTime& now, OutputSource& source);
  // Waits until everything published is on disk and would survive a crash of the machine. Servers do so
  // before they write a restart, without blocking compute ranks. Collective.
  void commit() {
    if (writer_) writer_->commit();
  }
  // To be called after commit(): writes a restart and announces it; servers do so later. Collective.
  void write_restart(const DateTime& now, const RestartCells& cells, const RestartFacts& facts,
                     const StateList& list);
  // Closes all files and gives them their final names. Collective.
  void finish() { side_ ? side_->tell(ServedWord::finish) : writer_->finish(); }
  // Ends a run that will be continued later: everything published is in files, which keep the suffix .part.
  // Collective.
  void leave() {
    if (side_) side_->tell(ServedWord::leave);
  }

  // Calls work(), which computes, and passes its exceptions on. With servers, an Error on any rank is thrown
  // on all ranks once everything published is in files, and an Error on a server at once; a rank that fails
  // while others wait for it throws alone after 10 s. Collective.
  void guard(const std::function<void()>& work) { side_ ? side_->guard(work) : work(); }
  // Advances messages while the ranks compute.
  void progress() {
    if (side_) side_->progress();
  }

  // After the end of the run: how much the servers have written, and at what cost; "" without servers.
  // Collective.
  std::string report() const { return side_ ? side_->report() : ""; }
  // The longest time [s] that writing a restart has taken.
  double longest_restart() const { return side_ ? side_->longest_restart() : longest_restart_; }
  // The predicted time [s] to write what has been published but not yet written; on the first rank.
  double backlog_seconds() const { return side_ ? side_->backlog_seconds() : 0.0; }
  // What has been written since the last call, on the first rank.
  std::vector<WrittenNews> take_news() { return side_ ? side_->take_news() : std::exchange(news_, {}); }

 private:
  const Communicator& communicator_;
  ProductList products_;
  OutputPlan plan_;
  std::optional<ServedSide> side_;  // with servers; the others without
  std::optional<PacketExchange> exchange_;
  std::optional<OutputWriter> writer_;
  std::optional<RestartStore> restarts_;
  std::vector<WrittenNews> news_;
  double longest_restart_ = 0.0;
};

}  // namespace groundswell
