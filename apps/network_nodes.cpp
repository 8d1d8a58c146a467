// SPDX-License-Identifier: Apache-2.0
#include "apps/network_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "base/each_once.hpp"
#include "base/error.hpp"
#include "base/written_file.hpp"
#include "config/option_value.hpp"
#include "network/host_distances.hpp"
#include "network/node_traffic.hpp"
#include "placement/prediction.hpp"

namespace groundswell {
namespace {

constexpr int most_grid_places = 1 << 20;

struct ExchangeFigures {
  NodeTraffic traffic;
  ExchangePrediction prediction;
};

ExchangeFigures compute_figures(const NodeNetwork& network, const std::vector<RankLink>& links,
                                const RankPlaces& ranks) {
  const std::vector<int> nodes = network.places_of(ranks);
  return {compute_node_traffic(links, ranks.host_of_rank),
          predict_exchange(links, nodes, network.between, network.under_load)};
}

void print_exchange_row(const char* what, double before, double after, const char* unit) {
  fmt::print("  {:34} {:>12.6g} {:>12.6g}{}\n", what, before, after, unit);
}

}  // namespace

std::vector<int> NodeNetwork::places_of(const RankPlaces& ranks) const {
  const std::vector<int> place_of_host = find_hosts(between, ranks.hosts, name);
  std::vector<int> places;
  for (const int host : ranks.host_of_rank) places.push_back(place_of_host[std::size_t(host)]);
  return places;
}

std::vector<std::string> NodeNetwork::hosts_of(const std::vector<int>& places) const {
  std::vector<std::string> names;
  for (const int place : places) names.push_back(hosts[std::size_t(place)]);
  return names;
}

RankPlaces NodeNetwork::place_on(const std::vector<int>& node_of_rank) const {
  std::vector<int> used = node_of_rank;
  keep_each_once(used);
  RankPlaces places;
  places.hosts = hosts_of(used);
  for (const int node : node_of_rank)
    places.host_of_rank.push_back(int(std::ranges::lower_bound(used, node) - used.begin()));
  return places;
}

NodeNetwork read_node_network(const std::string& file) {
  const NetworkFile whole = read_network(parse_path(file, ""));
  NodeNetwork network;
  network.name = text("'", file, "'");
  for (const NetworkPlace& place : whole.between.places())
    if (std::ranges::find(network.hosts, place.host) == network.hosts.end())
      network.hosts.push_back(place.host);
  const std::vector<int> places = find_hosts(whole.between, network.hosts, network.name);
  network.between = whole.between.part(places);
  require(!network.between.bytes().empty(), network.name,
          " has no measured messages; probe the network again");
  for (int from = 0; from < network.n_node(); ++from)
    for (int to = 0; to < network.n_node(); ++to)
      require(from == to || network.between.has_pair(from, to), network.name,
              " has no time of each size from ", network.hosts[std::size_t(from)], " to ",
              network.hosts[std::size_t(to)], " in 'between.microseconds'; probe the network again");
  if (whole.under_load.n_place() > 0) {
    require(whole.under_load.places() == whole.between.places(), network.name,
            " has different places with and without load; probe the network again");
    network.under_load = whole.under_load.part(places);
  }
  network.inside = whole.inside;
  return network;
}

ProcessGrid parse_grid(const std::string& words, const std::string& option) {
  ProcessGrid grid{};
  std::istringstream in(words);
  char first = 'x', second = 'x';
  in >> grid[0] >> first >> grid[1] >> second >> grid[2];
  const bool is_right = bool(in) && in.peek() == std::char_traits<char>::eof() && first == 'x' &&
                        second == 'x' && *std::ranges::min_element(grid) >= 1 &&
                        *std::ranges::max_element(grid) <= most_grid_places &&
                        count_places(grid) <= most_grid_places;
  require(is_right, option, " is '", words, "'; write three sides such as 4x4x2, with at most ",
          most_grid_places, " places in all");
  return grid;
}

void add_placement_options(CLI::App& command, PlacementOptions& options) {
  command.add_option("--network", options.network, "A file of groundswell network probe")->required();
  command.add_option("--ranks-per-node", options.ranks_per_node, "Processes on each node")
      ->check(CLI::Range(1, most_grid_places))
      ->capture_default_str();
  command.add_option("--format", options.format, "Of the file for the launcher")
      ->check(CLI::IsMember(placement_format_names()))
      ->capture_default_str();
  command.add_option("--output", options.output, "The file for the launcher [printed]");
}

void check_placement_options(const PlacementOptions& options, const std::string& input) {
  if (options.output.empty()) return;
  const std::filesystem::path file = parse_path(options.output, "");
  check_target(file, {parse_path(options.network, ""), parse_path(input, "")});
}

void write_placement(const PlacementOptions& options, const RankPlaces& places) {
  const std::string content = format_placement(places, options.format);
  if (options.output.empty()) {
    fmt::print("{}:\n{}", options.format, content);
    return;
  }
  write_text_file(parse_path(options.output, ""), content);
  fmt::print("{} is written; use it with: {}\n", options.output,
             describe_use(options.format, options.output));
}

void print_exchange(const NodeNetwork& network, const std::vector<RankLink>& links, const RankPlaces& before,
                    const RankPlaces& after) {
  const ExchangeFigures old = compute_figures(network, links, before),
                        now = compute_figures(network, links, after);
  const auto row = [&](const char* what, auto figure, const char* unit = "") {
    print_exchange_row(what, double(figure(old)), double(figure(now)), unit);
  };
  fmt::print("  {:34} {:>12} {:>12}\n", "between nodes", "before", "after");
  row("links", [](const auto& f) { return f.traffic.n_link; });
  row("links of the fullest node", [](const auto& f) { return f.traffic.most_links; });
  row("messages", [](const auto& f) { return f.prediction.n_message; });
  row("messages of the fullest node", [](const auto& f) { return f.prediction.most_messages; });
  row("bytes", [](const auto& f) { return f.traffic.weight; });
  row("bytes of the fullest node", [](const auto& f) { return f.traffic.most_weight; });
  row(
      "predicted time", [](const auto& f) { return 1e6 * f.prediction.seconds; }, " us");
  row(
      "times of all messages, added up", [](const auto& f) { return 1e6 * f.prediction.sum; }, " us");
  if (network.under_load.n_place() > 0)
    row("of it by load (times)", [](const auto& f) { return f.prediction.contention; });
}

}  // namespace groundswell
