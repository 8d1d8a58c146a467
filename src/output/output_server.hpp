// SPDX-License-Identifier: Apache-2.0
// An output server: receives data from the compute ranks and writes its team's files until the run ends. A
// separate thread receives while the server writes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "comm/rank_roles.hpp"
#include "output/output_plan.hpp"
#include "output/output_writer.hpp"
#include "output/served_messages.hpp"
#include "output/team_commits.hpp"
#include "restart/restart_store.hpp"
#include "transport/shipment_queue.hpp"
#include "transport/transport.hpp"

namespace groundswell {

struct OutputServerSettings {
  std::int64_t memory = std::int64_t(1) << 30;  // [B] for data received and not yet written
  std::int64_t n_cell = 0;                      // number of cells in the whole mesh
  DateTime start;                               // of the run, for its calendar
  TransportSettings transport;
};

class OutputServer {
 public:
  // `writer` has the products that the team writes, `state` the fields of a restart. Roles, teams, writer and
  // restarts must outlive the server. Throws Error as make_receiver() does. Collective with ServedOutput.
  OutputServer(const RankRoles& roles, const ServerTeams& teams, OutputWriter& writer,
               const RestartStore& restarts, const std::vector<RestartShape::Field>& state,
               const OutputServerSettings& settings);

  // Returns at the end of the run whether the run was complete. Failures are reported to the compute ranks,
  // which end the run.
  bool serve();

 private:
  bool serve_all(ShipmentQueue& queue);
  // These two functions return what this team has written.
  WrittenNews write_products(const DateTime& now, ReceivedShipment& shipment);
  WrittenNews write_restart(const DateTime& now, const RestartFacts& facts, ReceivedShipment first,
                            ShipmentQueue& queue);
  // Both answer on behalf of the team; answer_end() first waits until all servers have called it.
  void answer(const std::string& note);
  void answer_end(const ShipmentQueue& queue);

  const RankRoles& roles_;
  const ServerTeams& teams_;
  OutputWriter& writer_;
  const RestartStore& restarts_;
  std::vector<RestartShape::Field> state_;
  OutputServerSettings settings_;
  OutputPlan plan_;
  TeamCommits commits_;
  std::shared_ptr<ShipmentReceiver> receiver_;
  double write_seconds_ = 0.0;
  std::int64_t restart_bytes_ = 0;
};

}  // namespace groundswell
