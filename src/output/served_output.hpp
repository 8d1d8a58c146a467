// SPDX-License-Identifier: Apache-2.0
// Output by servers, on compute ranks: values are copied, and sent while the run continues.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/stopwatch.hpp"
#include "comm/rank_roles.hpp"
#include "output/output_plan.hpp"
#include "output/product_list.hpp"
#include "output/run_output.hpp"
#include "output/served_messages.hpp"
#include "transport/served_words.hpp"
#include "transport/transport.hpp"

namespace groundswell {

class ServedOutput final : public RunOutput {
 public:
  // `part` is this rank's part of the mesh and need not outlive this call; `state` has the fields of a
  // restart; `server_memory` is as for OutputPlan. The roles must outlive this object. Throws Error as
  // make_sender() does. Collective with OutputServer.
  ServedOutput(const RankRoles& roles, const ServerTeams& teams, ProductList products, const MeshPart& part,
               const std::vector<RestartShape::Field>& state, std::int64_t server_memory,
               const TransportSettings& transport);

  void publish(const DateTime& now, OutputSource& source) override;
  void write_restart(const DateTime& now, const RestartCells& cells, const RestartFacts& facts,
                     const StateList& list) override;
  void finish() override { tell(ServedWord::finish, true); }
  void leave() override { tell(ServedWord::leave, true); }
  void guard(const std::function<void()>& work) override;
  double backlog_seconds() const override;
  void progress() override { sender_->progress(); }
  std::string report() override;

  SendCounts counts() const { return sender_->counts(); }

 private:
  // Dates or restarts: how many were sent and written, and the time that writing took.
  struct Load {
    std::int64_t n_sent = 0, n_written = 0;
    double seconds = 0.0;
    Stopwatch since_first;
    void count_sent();
    double seconds_left() const;
  };

  // Handles the servers' answers; the first error message is kept in error_.
  void listen();
  bool has_failed_anywhere(const std::string& message);
  // Sends the word and returns when all servers have acted on it.
  void tell(ServedWord what, bool is_last);

  const RankRoles& roles_;
  Communicator failures_;  // of the compute ranks, for has_failed_anywhere()
  ProductList products_;
  OwnCells own_;
  OutputPlan plan_;
  std::unique_ptr<ShipmentSender> sender_;
  std::string error_;
  std::size_t n_ended_ = 0;      // number of teams that have answered `end`, which is the last answer of each
  double output_seconds_ = 0.0;  // on this rank: copying, waiting for a slot
  ServerCounts servers_;
  std::vector<Load> dates_;  // for each team
  Load restarts_;
};

}  // namespace groundswell
