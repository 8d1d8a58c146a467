// SPDX-License-Identifier: Apache-2.0
// A server makes the products of its team itself, from a part of the mesh of its own (the whole, where it is
// alone in its team), which it gives up when the files are there. So products are made by the same code
// everywhere, and no rank that computes has to describe them.
#include "run/served_run.hpp"

#include <memory>
#include <optional>
#include <sstream>

#include "comm/together.hpp"
#include "decomp/decomposed_mesh.hpp"
#include "model/model_fields.hpp"
#include "model/model_mesh.hpp"
#include "output/output_server.hpp"
#include "run/model_output.hpp"
#include "wave_output/server_shares.hpp"

namespace groundswell {
namespace {

// What servers must know of the model.
struct ToldFacts {
  std::string goes_on_from;  // date, or "-"
  std::vector<std::string> can_make;
  std::vector<RestartShape::Field> state;

  // Words; names and dates have no blanks.
  std::string to_text() const {
    std::string words = goes_on_from + " " + std::to_string(can_make.size());
    for (const std::string& name : can_make) words += " " + name;
    for (const RestartShape::Field& field : state) {
      words += text("\n", field.name, " ", field.value_bytes);
      for (const auto& [name, size] : field.dimensions) words += text(" ", name, " ", size);
    }
    return words;
  }
  static ToldFacts from_text(const std::string& told) {
    std::istringstream lines(told);
    std::string line;
    std::getline(lines, line);
    ToldFacts facts;
    std::istringstream words(line);
    std::size_t n = 0;
    words >> facts.goes_on_from >> n;
    facts.can_make.resize(n);
    for (std::string& name : facts.can_make) words >> name;
    while (std::getline(lines, line)) {
      std::istringstream of_field(line);
      RestartShape::Field& field = facts.state.emplace_back();
      of_field >> field.name >> field.value_bytes;
      std::string name;
      for (std::int64_t size = 0; of_field >> name >> size;) field.dimensions.emplace_back(name, size);
    }
    return facts;
  }
};

// Nothing is told where nothing runs.
std::optional<ToldFacts> hear_facts(const RankRoles& roles) {
  std::string told;
  roles.world().broadcast(told, 0);
  if (told.empty()) return {};
  return ToldFacts::from_text(told);
}

OutputWriter open_files(const RunConfig& config, const ServerTeams& teams, const ForecastInfo& info,
                        const ToldFacts& facts, const LocalMesh& local) {
  const SpectralGrid grid(config.model.spectrum);
  const DateTime start = config.model.start();
  ProductList products = make_wave_products(
      ServerShares(config.output).settings_of(teams.mine()),
      {teams.ranks(), local, fields_and_statistics(), facts.can_make, start, config.model.end()},
      {grid.frequency(), grid.direction()});
  std::optional<DateTime> keep_until;
  if (facts.goes_on_from != "-") keep_until = DateTime::parse(facts.goes_on_from, start.calendar());
  return {std::move(products), make_output_header(config.title, start, info.case_file), local, keep_until,
          after_writing(info.nested)};
}

}  // namespace

RankRoles make_roles(const Communicator& world, const ServerSettings& settings) {
  RankRoles roles(world, settings.n_server);
  if (settings.n_server > 0) check_transport(roles.n_compute(), settings.n_server, settings.transport);
  return roles;
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
  info.signal.catch_ends();  // and pass them over: the ranks that compute end a run
  const Communicator& world = roles.world();
  const ServerTeams teams = make_teams(roles, config.output);
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
  run_together(world, [] {});  // the folder is there
  std::optional<OutputWriter> writer;
  run_together(world, [&] { writer.emplace(open_files(config, teams, info, *facts, mesh->local)); });
  const std::int64_t n_cell = mesh->local.n_global_cell;
  mesh.reset();
  const RestartStore restarts(config.output.folder, config.output.restart.keep, info.inputs);
  const ServerSettings& settings = config.output.servers;
  OutputServer server(roles, teams, *writer, restarts, facts->state,
                      {settings.memory, n_cell, config.model.start(), settings.transport});
  return server.serve() ? RunEnd::complete : RunEnd::to_go_on;
}

}  // namespace groundswell
