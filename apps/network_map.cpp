// SPDX-License-Identifier: Apache-2.0
// groundswell network map: assigns the processes of a job to the nodes of a measured network.
#include <fmt/format.h>

#include <memory>

#include "apps/network_nodes.hpp"
#include "apps/part_pairs.hpp"
#include "apps/subcommands.hpp"
#include "base/error.hpp"
#include "base/names.hpp"
#include "base/stopwatch.hpp"
#include "config/option_value.hpp"
#include "network/node_map.hpp"
#include "network/scotch_map.hpp"
#include "placement/core_map.hpp"
#include "placement/job_map.hpp"
#include "placement/rank_patterns.hpp"

namespace groundswell {
namespace {

constexpr std::int64_t usual_message = 65536, usual_cell = 36 * 35 * 4;  // bytes

struct MapOptions {
  PlacementOptions placement;
  std::string pattern, method = "nodes";
  std::int64_t bytes = 0;  // 0: the default for the pattern
  int n_rank = 0, rings = 1;
};

struct MapMethod {
  std::string_view name;
  std::vector<int> (*find)(std::span<const RankLink>, std::span<const int>, const DistanceMatrix&);
};
constexpr MapMethod map_methods[] = {{"nodes", find_node_map}, {"scotch", map_by_scotch}};

struct MapPattern {
  std::vector<RankLink> links;
  int n_rank = 0;
  bool is_alike_for_all = false;  // all pairs send the same amount, so the placement of ranks does not matter
};

MapPattern read_parts(const MapOptions& options) {
  const PartPairs pairs = read_part_pairs(parse_path(options.pattern, ""));
  MapPattern pattern;
  pattern.n_rank = pairs.n_part;
  const std::int64_t bytes = options.bytes > 0 ? options.bytes : usual_cell;
  for (const PartPair& pair : pairs.pairs) {
    const int n_cell = pair.cells[std::size_t(options.rings - 1)];
    if (n_cell > 0) pattern.links.push_back({pair.from, pair.to, n_cell * bytes});
  }
  return pattern;
}

MapPattern make_pattern(const MapOptions& options, int n_node) {
  const std::int64_t bytes = options.bytes > 0 ? options.bytes : usual_message;
  const std::string stencil = "stencil:";
  MapPattern pattern;
  if (options.pattern == "all_to_all") {
    constexpr int most = 8192;  // 8192^2 links of 16 bytes take 1 GiB
    const std::int64_t n_rank =
        options.n_rank > 0 ? options.n_rank : std::int64_t(n_node) * options.placement.ranks_per_node;
    require(n_rank <= most, "an all-to-all of ", n_rank, " ranks has too many messages; give at most ", most,
            " ranks by --ranks");
    pattern.n_rank = int(n_rank);
    pattern.links = make_all_to_all_links(pattern.n_rank, bytes);
    pattern.is_alike_for_all = true;
  } else if (options.pattern.starts_with(stencil)) {
    const ProcessGrid grid = parse_grid(options.pattern.substr(stencil.size()), "the grid of --pattern");
    pattern.n_rank = int(count_places(grid));
    pattern.links = make_stencil_links(grid, bytes);
  } else {
    pattern = read_parts(options);
  }
  require(options.n_rank == 0 || options.n_rank == pattern.n_rank, "--pattern ", options.pattern, " has ",
          pattern.n_rank, " ranks, but --ranks is ", options.n_rank, "; leave --ranks out");
  return pattern;
}

RankPlaces map_ranks(const MapOptions& options, const NodeNetwork& network, const MapPattern& pattern) {
  NodeMapFinder find;
  if (!pattern.is_alike_for_all) find = find_named(map_methods, options.method, "").find;
  const DistanceMatrix distances = network.distances(double(network.between.bytes().back()));
  RankPlaces places = network.place_on(
      map_job(pattern.links, pattern.n_rank, options.placement.ranks_per_node, distances, find));
  places.core_of_rank = find_core_map(pattern.links, places, network.inside);
  return places;
}

void map_to_network(const MapOptions& options) {
  check_placement_options(options.placement, options.pattern);
  const NodeNetwork network = read_node_network(options.placement.network);
  const MapPattern pattern = make_pattern(options, network.n_node());
  const Stopwatch stopwatch;
  const RankPlaces after = map_ranks(options, network, pattern);
  const double seconds = stopwatch.seconds();
  const RankPlaces before = place_in_blocks(network.hosts, pattern.n_rank, options.placement.ranks_per_node);
  fmt::print(
      "{} ranks on {} of {} nodes, mapped by {} in {:.3g} s; before: in blocks on the first nodes of the "
      "file\n",
      pattern.n_rank, after.hosts.size(), network.n_node(), options.method, seconds);
  if (pattern.is_alike_for_all)
    fmt::print("an all-to-all is the same whichever rank is where: only the choice of nodes counts\n");
  print_exchange(network, pattern.links, before, after);
  write_placement(options.placement, after);
}

}  // namespace

void add_network_map(CLI::App& network) {
  auto* map =
      network.add_subcommand("map", "Place the processes of a job on the nodes of a measured network");
  map->footer(
      "Times are predicted by a plain model (src/placement/prediction.hpp). With fewer ranks than\n"
      "the nodes can hold, nodes near each other are chosen.\n"
      "Example: groundswell network map --network net.json --pattern stencil:4x4x4\n"
      "         --ranks-per-node 8 --output hosts.txt");
  auto options = std::make_shared<MapOptions>();
  add_placement_options(*map, options->placement);
  map->add_option("--pattern", options->pattern,
                  "all_to_all, stencil:4x4x4 (26 neighbours), or a file of groundswell-bench halo_plans")
      ->required();
  map->add_option("--ranks", options->n_rank, "all_to_all: how many [all nodes full]")
      ->check(CLI::Range(1, 1 << 20));
  map->add_option("--method", options->method, "What finds the map")
      ->check(CLI::IsMember(names_of(map_methods)))
      ->capture_default_str();
  map->add_option("--bytes", options->bytes,
                  "Of a message [65536]; with a file, of a cell [5040: 36 x 35 floats]")
      ->check(CLI::Range(std::int64_t(1), std::int64_t(1) << 30));
  map->add_option("--rings", options->rings, "With a file: rings of halo cells")
      ->check(CLI::Range(1, most_rings))
      ->capture_default_str();
  map->callback([options] { map_to_network(*options); });
}

}  // namespace groundswell
