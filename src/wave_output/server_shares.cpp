// SPDX-License-Identifier: Apache-2.0
#include "wave_output/server_shares.hpp"

#include <algorithm>
#include <filesystem>

#include "base/error.hpp"
#include "base/units.hpp"

namespace groundswell {
namespace {

// The kinds that the run writes, in the order in which servers are assigned.
std::vector<OutputKind> list_kinds(const OutputSettings& s) {
  std::vector<OutputKind> kinds;
  const auto add = [&](OutputKind kind, bool is_written) {
    if (is_written) kinds.push_back(kind);
  };
  const bool has_points = !s.points.fields.empty() && s.points.interval != 0;
  add(OutputKind::restart, s.restart.interval != 0);
  add(OutputKind::fields, s.mesh.interval != 0 && !s.mesh.fields.empty());
  add(OutputKind::points, !s.points.places.empty() && (has_points || s.points.spectra_interval != 0));
  add(OutputKind::boundaries,
      std::ranges::any_of(s.boundaries, [](const auto& boundary) { return boundary.interval != 0; }));
  add(OutputKind::tracks, s.tracks.interval != 0 && !s.tracks.tracks.empty());
  add(OutputKind::lat_lon, s.lat_lon.interval != 0 && !s.lat_lon.variables.empty());
  return kinds;
}

}  // namespace

ServerShares::ServerShares(const OutputSettings& settings)
    : settings_(settings), by_kind_(settings.serve == ServerWork::kinds && settings.servers.n_server > 0) {
  if (!by_kind_) return;
  const int last = settings.servers.n_server - 1;
  int team = last;
  for (const OutputKind kind : list_kinds(settings)) {
    teams_[kind] = team;
    team = team == 0 ? last : team - 1;
  }
}

int ServerShares::team_of(OutputKind kind) const {
  const auto found = teams_.find(kind);
  return found == teams_.end() ? 0 : found->second;
}

std::vector<int> ServerShares::teams_of(const ProductList& products) const {
  std::vector<int> teams;
  for (const auto& product : products) teams.push_back(team_of(kind_of(*product)));
  return teams;
}

std::vector<std::string> ServerShares::describe(const ProductList& products,
                                                const FullestDate& fullest) const {
  const ServerSettings& servers = settings_.servers;
  if (servers.n_server == 0) return {};
  std::vector<std::string> lines{text(
      servers.n_server, servers.n_server == 1 ? " server writes" : " servers write", ", with at most ",
      format_bytes(double(servers.memory)), " each for received data; ",
      by_kind_ ? "dates on each are within " : "all dates are within ", format_bytes(double(fullest.bytes)),
      ", and compute ranks can have ", servers.transport.n_slot, " in flight")};
  for (int team = 0; by_kind_ && team < servers.n_server; ++team) {
    std::string files;
    const auto add = [&](const std::string& name) { files += (files.empty() ? "" : ", ") + name; };
    for (const auto& product : products)
      if (team_of(kind_of(*product)) == team) add(std::filesystem::path(product->path()).filename());
    if (team == servers.n_server - 1) add("restarts");
    lines.push_back(text("server ", team + 1, " writes ", files.empty() ? "nothing" : files));
  }
  return lines;
}

OutputSettings ServerShares::settings_of(int team) const {
  OutputSettings settings = settings_;
  const auto is_of_others = [&](OutputKind kind) { return by_kind_ && team_of(kind) != team; };
  if (is_of_others(OutputKind::fields)) settings.mesh.interval = 0;
  if (is_of_others(OutputKind::lat_lon)) settings.lat_lon.interval = 0;
  if (is_of_others(OutputKind::points)) settings.points.places.clear();
  if (is_of_others(OutputKind::tracks)) settings.tracks.tracks.clear();
  if (is_of_others(OutputKind::boundaries)) settings.boundaries.clear();
  return settings;
}

}  // namespace groundswell
