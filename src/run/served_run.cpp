// SPDX-License-Identifier: Apache-2.0
// A server makes the products of its team itself, from its own part of the mesh (the whole mesh if it is
// alone in its team), which is freed once the files have been created. Products are thus made by the same
// code everywhere, and no computing rank has to describe them.
#include "run/served_run.hpp"

#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "comm/together.hpp"
#include "decomp/decomposed_mesh.hpp"
#include "model/model_fields.hpp"
#include "model/model_mesh.hpp"
#include "output/output_server.hpp"
#include "run/model_output.hpp"
#include "wave_output/server_shares.hpp"

namespace groundswell {
namespace {

// Facts about the model that servers need.
struct ToldFacts {
  std::string goes_on_from;  // date, or "-"
  std::vector<std::string> can_make;
  std::vector<RestartShape::Field> state;

  static auto words(auto& self) { return std::tie(self.goes_on_from, self.can_make, self.state); }
};

ProductList make_team_products(const RunConfig& config, const ServerTeams& teams, const ToldFacts& facts,
                               const LocalMesh& local) {
  const SpectralGrid grid(config.model.spectrum);
  return make_wave_products(ServerShares(config.output).settings_of(teams.mine()),
                            {teams.ranks(), local, fields_and_statistics(), facts.can_make,
                             config.model.start(), config.model.end()},
                            {grid.frequency(), grid.direction()});
}

}  // namespace

ServerTeams make_teams(const RankRoles& roles, const OutputSettings& settings) {
  return {roles, ServerShares(settings).by_kind()};
}

void tell_servers(const RankRoles& roles, PreparedRun* run, RunEnd end) {
  if (roles.n_output_server() == 0) return;
  std::vector<ToldFacts> told;
  if (run)
    told.push_back({run->goes_on_from ? run->goes_on_from->iso() : "-", run->model.diagnose({}).names(),
                    run->restarts.fields()});
  broadcast_words(roles.world(), 0, told, end);
}

void wait_for_servers(const RankRoles& roles) {
  run_together(roles.world(), [] {});
}

RunEnd serve_run(const RunConfig& config, const RankRoles& roles, const ForecastInfo& info) {
  if (info.signal) info.signal->catch_ends();  // servers ignore signals: the compute ranks react to them
  const Communicator& world = roles.world();
  const ServerTeams teams = make_teams(roles, config.output);
  const DateTime start = config.model.start();
  std::optional<DecomposedMesh> mesh;
  run_together_napping(world, [&] {
    DecompositionSettings settings;
    settings.halo_rings = 1;
    settings.allow_parts = config.model.mesh.allow_parts;
    mesh.emplace(decompose(teams.ranks(), make_model_mesh(config.model.mesh, teams.ranks()), settings));
  });
  std::vector<ToldFacts> told;  // empty if the compute ranks have no run to do
  RunEnd end{};
  broadcast_words(world, 0, told, end);
  if (told.empty()) {
    if (end == RunEnd::nothing_left) throw NothingLeft("the run has nothing to go on from", false);
    return end;
  }
  run_together(world, [] {});  // waits until the folder exists
  ProductList products;
  std::optional<OutputWriter> writer;
  run_together(world, [&] {
    products = make_team_products(config, teams, told[0], mesh->local);
    std::optional<DateTime> keep_until;
    if (told[0].goes_on_from != "-") keep_until = DateTime::parse(told[0].goes_on_from, start.calendar());
    writer.emplace(products, make_output_header(config.title, start, info.case_file, config.model.parameters),
                   mesh->local, keep_until, after_writing(info.nested));
  });
  const std::int64_t n_cell = mesh->local.n_global_cell;
  mesh.reset();
  const RestartStore restarts(config.output.folder, config.output.restart.keeping(), info.inputs);
  const bool is_complete =
      serve_output(roles, teams, *writer, restarts, told[0].state, n_cell, start, config.output.servers);
  return is_complete ? RunEnd::complete : RunEnd::to_go_on;
}

}  // namespace groundswell
