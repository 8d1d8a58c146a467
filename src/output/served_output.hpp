// SPDX-License-Identifier: Apache-2.0
// Output by servers, on compute ranks: values are copied, and sent while the run continues.
#pragma once

#include <cstdint>
#include <string>

#include "comm/rank_roles.hpp"
#include "output/output_plan.hpp"
#include "output/product_list.hpp"
#include "output/run_output.hpp"
#include "serve/served_side.hpp"

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
  void finish() override { side_.tell(ServedWord::finish); }
  void leave() override { side_.tell(ServedWord::leave); }
  void guard(const std::function<void()>& work) override { side_.guard(work); }
  double backlog_seconds() const override { return side_.backlog_seconds(); }
  double longest_restart() const override { return side_.longest_restart(); }
  void progress() override { side_.progress(); }
  std::vector<OutputNews> take_news() override { return side_.take_news(); }
  std::string report() override { return side_.report(); }

  SendCounts counts() const { return side_.counts(); }

 private:
  ProductList products_;
  OwnCells own_;
  OutputPlan plan_;
  ServedSide side_;
};

}  // namespace groundswell
