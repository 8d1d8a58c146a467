// SPDX-License-Identifier: Apache-2.0
// A server makes the products of its team itself, from its own part of the mesh (the whole mesh if it is
// alone in its team), which is freed once the files have been created. Products are thus made by the same
// code everywhere, and no computing rank has to describe them.
#include "run/served_run.hpp"

#include <memory>
#include <optional>

#include "base/words.hpp"
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

  std::string to_text() const {
    WordWriter words;
    words.add(goes_on_from, can_make);
    for (const RestartShape::Field& field : state) field.add_to(words);
    return words.text();
  }
  static ToldFacts from_text(const std::string& told) {
    WordReader words(told);
    ToldFacts facts;
    words.read(facts.goes_on_from, facts.can_make);
    while (!words.at_end()) facts.state.push_back(RestartShape::Field::read_from(words));
    return facts;
  }
};

// Empty if the compute ranks have no run to do.
std::optional<ToldFacts> hear_facts(const RankRoles& roles) {
  std::string told;
  roles.world().broadcast(told, 0);
  if (told.empty()) return {};
  return ToldFacts::from_text(told);
}

ProductList make_team_products(const RunConfig& config, const ServerTeams& teams, const ToldFacts& facts,
                               const LocalMesh& local) {
  const SpectralGrid grid(config.model.spectrum);
  return make_wave_products(ServerShares(config.output).settings_of(teams.mine()),
                            {teams.ranks(), local, fields_and_statistics(), facts.can_make,
                             config.model.start(), config.model.end()},
                            {grid.frequency(), grid.direction()});
}

}  // namespace

RankRoles make_roles(const Communicator& world, const ServerSettings& settings) {
  return make_roles(world, settings.n_server, settings.transport);
}

ServerTeams make_teams(const RankRoles& roles, const OutputSettings& settings) {
  return {roles, ServerShares(settings).by_kind()};
}

void tell_servers(const RankRoles& roles, PreparedRun* run, RunEnd end) {
  if (roles.n_output_server() == 0) return;
  std::string told;
  if (run)
    told = ToldFacts{run->goes_on_from ? run->goes_on_from->iso() : "-", run->model.diagnose({}).names(),
                     run->restarts.fields()}
               .to_text();
  roles.world().broadcast(told, 0);
  if (!run) roles.world().broadcast(end, 0);
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
  const std::optional<ToldFacts> facts = hear_facts(roles);
  if (!facts) {
    RunEnd end{};
    world.broadcast(end, 0);
    if (end == RunEnd::nothing_left) throw NothingLeft("the run has nothing to go on from", false);
    return end;
  }
  run_together(world, [] {});  // waits until the folder exists
  ProductList products;
  std::optional<OutputWriter> writer;
  run_together(world, [&] {
    products = make_team_products(config, teams, *facts, mesh->local);
    std::optional<DateTime> keep_until;
    if (facts->goes_on_from != "-") keep_until = DateTime::parse(facts->goes_on_from, start.calendar());
    writer.emplace(products, make_output_header(config.title, start, info.case_file, config.model.parameters),
                   mesh->local, keep_until, after_writing(info.nested));
  });
  const std::int64_t n_cell = mesh->local.n_global_cell;
  mesh.reset();
  const RestartStore restarts(config.output.folder, config.output.restart.keeping(), info.inputs);
  const bool is_complete =
      serve_output(roles, teams, *writer, restarts, facts->state, n_cell, start, config.output.servers);
  return is_complete ? RunEnd::complete : RunEnd::to_go_on;
}

}  // namespace groundswell
