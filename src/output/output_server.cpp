// SPDX-License-Identifier: Apache-2.0
#include "output/output_server.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/error.hpp"
#include "exec/cell_rows.hpp"
#include "output/output_plan.hpp"
#include "serve/server_loop.hpp"
#include "transport/transport.hpp"

namespace groundswell {
namespace {

class OutputServer final : public ServerWriter {
 public:
  OutputServer(const ServerTeams& teams, OutputWriter& writer, const OutputPlan& plan,
               const RestartStore& restarts, const std::vector<RestartShape::Field>& state,
               std::int64_t n_cell)
      : teams_(teams), writer_(writer), plan_(plan), restarts_(restarts), state_(state), n_cell_(n_cell) {}

  WrittenNews write(const DateTime& now, ReceivedShipment& shipment) override {
    return writer_.write(now, [&](std::size_t product) {
      const auto packet =
          std::ranges::find(shipment.packets, plan_.kind(product, now), &ReceivedPacket::kind);
      ensure(packet != shipment.packets.end(), "'", writer_.products()[product]->path(), "' is due at ",
             now.iso(), ", but nothing has come for it");
      return std::exchange(*packet, {});
    });
  }
  void commit() override { writer_.commit(); }
  void finish() override { writer_.finish(); }
  std::int64_t bytes_written() const override { return writer_.bytes_written() + restart_bytes_; }

  int n_slab() const override { return plan_.n_slice(); }
  WrittenNews write_restart(const DateTime& now, const ServedFacts& facts,
                            const std::function<ReceivedShipment()>& next,
                            const std::function<void()>& wait_for_output) override {
    const auto write = [&](const std::filesystem::path& path) {
      RestartWriter writer(teams_.ranks(), path, n_cell_, {state_, facts});
      std::int64_t begin = make_block(n_cell_, teams_.ranks().rank(), teams_.ranks().size()).begin;
      for (int slab = 0; slab < plan_.n_slice(); ++slab) {
        ReceivedShipment shipment = next();
        std::vector<CellRows> rows;
        for (std::size_t i = 0; i < state_.size(); ++i) {
          ByteBuffer& bytes = shipment.packets.front().fields[i];
          const std::int64_t row_bytes = state_[i].row_bytes();
          rows.push_back(make_cell_rows(bytes.data(), std::int64_t(bytes.size()) / row_bytes, row_bytes));
          restart_bytes_ += std::int64_t(bytes.size());
        }
        const std::int64_t end = begin + rows.front().n_row;
        writer.write({std::exchange(begin, end), end}, rows);
      }
      wait_for_output();
      writer.finish();
    };
    return {restarts_.save(teams_.ranks(), now, facts, write), {}};
  }

 private:
  const ServerTeams& teams_;
  OutputWriter& writer_;
  const OutputPlan& plan_;
  const RestartStore& restarts_;
  const std::vector<RestartShape::Field>& state_;
  std::int64_t n_cell_, restart_bytes_ = 0;
};

}  // namespace

bool serve_output(const RankRoles& roles, const ServerTeams& teams, OutputWriter& writer,
                  const RestartStore& restarts, const std::vector<RestartShape::Field>& state,
                  std::int64_t n_cell, const DateTime& start, const ServerSettings& settings) {
  OutputPlan plan(roles.world(), writer.products(), {n_cell, {}}, {.computes = false, .writes = true});
  plan.add_restart(teams, state, settings);
  OutputPlan::Cells cells = plan.take_cells();
  OutputServer server(teams, writer, plan, restarts, state, n_cell);
  ServerLoop loop(roles, teams,
                  make_receiver(roles, {std::move(cells.kinds), std::move(cells.wanted)}, settings.transport),
                  server, start, settings.memory);
  return loop.serve();
}

}  // namespace groundswell
