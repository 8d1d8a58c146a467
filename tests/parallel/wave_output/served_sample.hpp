// SPDX-License-Identifier: Apache-2.0
// The sample's output, with restarts, written by output servers or without them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "comm/together.hpp"
#include "field/state_list.hpp"
#include "output/output_server.hpp"
#include "output/run_output.hpp"
#include "parallel/wave_output/sample_run.hpp"
#include "wave_output/server_shares.hpp"

namespace groundswell::test {

inline const DateTime sample_start = DateTime::parse("1996-01-15 18:00");
inline constexpr int n_sample_date = 7;

inline const Mesh& served_ocean() {
  static const Mesh ocean = make_sample_ocean(3);
  return ocean;
}

inline DateTime sample_date(int number) {
  return sample_start + number * 1800;
}

// How servers write. A date of fields takes some 14 kB, and a restart, whose rows have 104 bytes, 60 kB.
struct ServedWay {
  int n_server = 0;
  ServerWork serve = ServerWork::together;
  std::string method = "direct", progress = "calls";
  std::int64_t memory = 9'000;  // less than one date of fields or a restart
};

inline OutputSettings served_settings(const std::string& folder, const ServedWay& way) {
  OutputSettings settings = sample_settings(folder);
  settings.lat_lon.spacing = 15.0;
  settings.serve = way.serve;
  settings.restart.interval = 5400;
  settings.servers.n_server = way.n_server;
  settings.servers.memory = way.memory;
  settings.servers.transport = {.method = way.method, .n_slot = 2, .progress = way.progress};
  return settings;
}

// What a compute rank has: its part of the mesh, values of fields, and a state for restarts.
class ServedModel {
 public:
  explicit ServedModel(const Communicator& ranks)
      : part_(deal_cells(ranks, served_ocean())),
        source_(part_, sample_start),
        spectra_(std::size_t(part_.n_owned), 24) {
    list_.add_cells("spectra", spectra_.rows(), {{"direction", 24}});
  }

  const LocalMesh& part() const { return part_; }
  SampleSource& source() { return source_; }
  std::vector<RestartShape::Field> state() { return make_restart_shape({}, list_).fields; }

  // Publishes the dates `begin` to `end` - 1, with a restart at every third; spoils what has been published.
  void publish(RunOutput& output, int begin, int end) {
    for (int number = begin; number < end; ++number) {
      const DateTime now = sample_date(number);
      output.guard([&] { set_state(number); });
      output.publish(now, source_);
      if (number % 3 == 0) write_restart(output, now);
      source_.update(now, {});
      set_state(-1);
      output.progress();
    }
  }

 private:
  void write_restart(RunOutput& output, const DateTime& now) {
    const RestartFacts facts{{"date", now.iso()}, {"settings", "sample"}};
    output.commit();
    output.write_restart(
        now, {part_.n_global_cell, std::span<const std::int64_t>(part_.global_cell).first(spectra_.n_row())},
        facts, list_);
  }
  void set_state(int number) {
    for (std::size_t i = 0; i < spectra_.n_row(); ++i)
      for (std::size_t bin = 0; bin < 24; ++bin)
        spectra_(i, bin) = float(number) + 0.001f * float(part_.global_cell[i]) + 100.0f * float(bin);
  }

  LocalMesh part_;
  SampleSource source_;
  RowArray<float> spectra_;
  StateList list_;
};

inline ProductList served_products(const Communicator& ranks, const OutputSettings& settings,
                                   const MeshPart& part) {
  return sample_products(ranks, settings, part, sample_start, sample_date(n_sample_date - 1));
}

using RunModel = std::function<void(ServedModel&, RunOutput&)>;

// A run on these ranks, which write themselves. Collective.
inline void run_unserved(const Communicator& ranks, const std::string& folder, const RunModel& run) {
  const OutputSettings settings = served_settings(folder, {});
  ServedModel model(ranks);
  RunOutput output(ranks, served_products(ranks, settings, model.part()), sample_header(), model.part(), {},
                   RestartStore(folder, {2}, {}));
  run(model, output);
}

// The part of a server; `serve` is called when all is ready, and calls its argument, which returns whether
// the run was complete. Collective with run_served().
using ServeAll = std::function<void(const std::function<bool()>&)>;
inline void serve_sample(const RankRoles& roles, const OutputSettings& settings,
                         const std::optional<DateTime>& keep_until, const ServeAll& serve) {
  const ServerTeams teams(roles, ServerShares(settings).by_kind());
  const LocalMesh part = deal_cells(teams.ranks(), served_ocean());
  const ProductList products =
      served_products(teams.ranks(), ServerShares(settings).settings_of(teams.mine()), part);
  OutputWriter writer(products, sample_header(), part, keep_until);
  roles.world().barrier();
  const RestartStore restarts(settings.folder, {2}, {});
  ServedModel shape(Communicator::self());
  serve([&] {
    return serve_output(roles, teams, writer, restarts, shape.state(), part.n_global_cell, sample_start,
                        settings.servers);
  });
}

// Both roles of a run with servers. Collective.
inline void run_served(const Communicator& world, const std::string& folder, const ServedWay& way,
                       const std::function<void(ServedModel&, RunOutput&)>& run, const ServeAll& serve,
                       const std::optional<DateTime>& keep_until = {}) {
  const OutputSettings settings = served_settings(folder, way);
  const RankRoles roles(world, way.n_server);
  if (roles.role() == RankRole::output_server) return serve_sample(roles, settings, keep_until, serve);
  ServedModel model(roles.mine());
  roles.world().barrier();
  RunOutput output(roles, ServerTeams(roles, ServerShares(settings).by_kind()),
                   served_products(roles.mine(), settings, model.part()), model.part(), model.state(),
                   settings.servers);
  run(model, output);
}

}  // namespace groundswell::test
