// SPDX-License-Identifier: Apache-2.0
// An output server of a run: writes its team's files, and restarts.
#pragma once

#include <cstdint>

#include "comm/rank_roles.hpp"
#include "output/output_plan.hpp"
#include "output/output_writer.hpp"
#include "restart/restart_store.hpp"
#include "serve/server_loop.hpp"
#include "transport/transport.hpp"

namespace groundswell {

struct OutputServerSettings {
  std::int64_t memory = std::int64_t(1) << 30;  // [B] for data received and not yet written
  std::int64_t n_cell = 0;                      // number of cells in the whole mesh
  DateTime start;                               // of the run, for its calendar
  TransportSettings transport;
};

class OutputServer final : private ServerWriter {
 public:
  // `writer` has the products that the team writes, `state` the fields of a restart. Roles, teams, writer and
  // restarts must outlive the server. Throws Error as make_receiver() does. Collective with ServedOutput.
  OutputServer(const RankRoles& roles, const ServerTeams& teams, OutputWriter& writer,
               const RestartStore& restarts, const std::vector<RestartShape::Field>& state,
               const OutputServerSettings& settings);

  // Returns at the end of the run whether the run was complete. Failures are reported to the compute ranks,
  // which end the run.
  bool serve() { return loop_.serve(); }

 private:
  WrittenNews write(const DateTime& now, ReceivedShipment& shipment) override;
  void commit() override { writer_.commit(); }
  void finish() override { writer_.finish(); }
  std::int64_t bytes_written() const override { return writer_.bytes_written() + restart_bytes_; }
  int n_slab() const override { return plan_.n_slice(); }
  WrittenNews write_restart(const DateTime& now, WordReader& facts,
                            const std::function<ReceivedShipment()>& next,
                            const std::function<void()>& wait_for_output) override;

  const ServerTeams& teams_;
  OutputWriter& writer_;
  const RestartStore& restarts_;
  std::vector<RestartShape::Field> state_;
  std::int64_t n_cell_, restart_bytes_ = 0;
  OutputPlan plan_;
  ServerLoop loop_;
};

}  // namespace groundswell
