// SPDX-License-Identifier: Apache-2.0
// groundswell network select: which nodes of a measured network a job should use.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

#include "apps/network_nodes.hpp"
#include "apps/subcommands.hpp"
#include "base/error.hpp"
#include "base/names.hpp"
#include "config/option_value.hpp"
#include "placement/choose_nodes.hpp"
#include "placement/choose_stencil.hpp"
#include "placement/forwarding_tree.hpp"
#include "placement/measured_tree.hpp"
#include "placement/rank_patterns.hpp"
#include "placement/switch_tree.hpp"

namespace groundswell {
namespace {

struct SelectOptions {
  PlacementOptions placement;
  std::string pattern = "all_to_all", grid, tree;
  int n_node = 0;
  double bytes = 0;  // 0: the largest measured size
};

// Inputs of a selection.
struct Selection {
  const NodeNetwork& network;
  const DistanceMatrix distances;
  int n_node;
  ProcessGrid grid{};
  std::optional<SwitchTree> tree;
  double bytes;

  // Chooses nodes; they are below one switch if there is a tree of switches.
  std::vector<int> choose(const NodeChooser& chooser, const NodeMeasure& measure) const {
    if (tree) return choose_in_tree(*tree, network.between.places(), distances, n_node, chooser, measure);
    return chooser(distances, n_node);
  }
  // Nodes for all-to-all communication.
  std::vector<int> choose_together() const { return choose(choose_by_swaps, sum_of_distances); }
};

RankPlaces one_on_each(const NodeNetwork& network, const std::vector<int>& nodes) {
  return place_in_blocks(network.hosts_of(nodes), int(nodes.size()), 1);
}

std::vector<int> select_for_all_to_all(const Selection& from) {
  const std::vector<int> nodes = from.choose_together();
  print_exchange(from.network, make_all_to_all_links(from.n_node, std::int64_t(from.bytes)),
                 one_on_each(from.network, list_first_places(from.n_node)), one_on_each(from.network, nodes));
  return nodes;
}

std::vector<int> select_for_stencil(const Selection& from) {
  const std::vector<int> nodes = from.choose(
      [&](const DistanceMatrix& distances, int) { return choose_stencil_by_swaps(distances, from.grid); },
      [&](const DistanceMatrix& distances, std::span<const int> chosen) {
        return sum_between_neighbours(distances, from.grid, chosen);
      });
  print_exchange(from.network, make_stencil_links(from.grid, std::int64_t(from.bytes)),
                 one_on_each(from.network, list_first_places(from.n_node)), one_on_each(from.network, nodes));
  return nodes;
}

// Nearby nodes, starting with the one nearest to all others: the root.
std::vector<int> choose_for_broadcast(const Selection& from) {
  std::vector<int> nodes = from.choose_together();
  const auto sum_to = [&](int node) {
    double sum = 0.0;
    for (const int other : nodes) sum += from.distances.both_ways(node, other);
    return sum;
  };
  std::rotate(nodes.begin(), std::ranges::min_element(nodes, {}, sum_to), nodes.end());
  return nodes;
}

// Keeps the first nodes of the file if they are faster, unless switches restrict the choice.
std::vector<int> select_for_broadcast(const Selection& from) {
  const std::vector<int> first = list_first_places(from.n_node),
                         binomial = make_binomial_tree(from.n_node, 0);
  const double before = compute_broadcast_seconds(from.distances.part(first), binomial);
  std::vector<int> nodes, parents;
  double after = std::numeric_limits<double>::infinity();
  const auto consider = [&](const std::vector<int>& chosen) {
    const DistanceMatrix distances = from.distances.part(chosen);
    for (const std::vector<int>& tree : {make_forwarding_tree(distances, 0), binomial}) {
      const double seconds = compute_broadcast_seconds(distances, tree);
      if (seconds >= after) continue;
      after = seconds;
      nodes = chosen;
      parents = tree;
    }
  };
  consider(choose_for_broadcast(from));
  if (!from.tree) consider(first);
  const DistanceMatrix distances = from.distances.part(nodes);
  fmt::print("  predicted time of a broadcast: {:.6g} us before, {:.6g} us after\n", 1e6 * before,
             1e6 * after);
  const auto children = order_children(distances, parents);
  for (std::size_t i = 0; i < children.size(); ++i) {
    std::string list;
    for (const int child : children[i])
      list += " " + from.network.hosts[std::size_t(nodes[std::size_t(child)])];
    if (!list.empty()) fmt::print("  {} sends to{}\n", from.network.hosts[std::size_t(nodes[i])], list);
  }
  return nodes;
}

// The node of each rank if ranks fill these nodes in blocks, in this order.
std::vector<int> fill_nodes(const std::vector<int>& nodes, int ranks_per_node) {
  std::vector<int> node_of_rank;
  for (const int node : nodes) node_of_rank.insert(node_of_rank.end(), std::size_t(ranks_per_node), node);
  return node_of_rank;
}

struct SelectPattern {
  std::string_view name;
  std::vector<int> (*select)(const Selection&);
  bool has_grid;
};
constexpr SelectPattern select_patterns[] = {{"all_to_all", select_for_all_to_all, false},
                                             {"stencil", select_for_stencil, true},
                                             {"broadcast", select_for_broadcast, false}};

// The number of nodes, from --nodes, --grid or both.
int find_n_node(const SelectOptions& options, const SelectPattern& pattern, ProcessGrid& grid) {
  int n_node = options.n_node;
  require(pattern.has_grid == !options.grid.empty(), "--pattern ", pattern.name,
          pattern.has_grid ? " needs --grid, such as 4x4x2" : " has no grid; leave --grid out");
  if (pattern.has_grid) {
    grid = parse_grid(options.grid, "--grid");
    const std::int64_t n_place = count_places(grid);
    require(n_node == 0 || n_place == n_node, "--grid ", options.grid, " has ", n_place,
            " nodes, but --nodes is ", n_node, "; make the two the same, or leave --nodes out");
    n_node = int(n_place);
  }
  require(n_node > 0, "--nodes is missing; say how many nodes are wanted");
  return n_node;
}

// If a tree is wrong, most hosts show it: the three worst and a count are enough.
void warn_of_contradictions(const SwitchTree& tree, const NetworkModel& model) {
  constexpr std::size_t most = 3;
  const std::vector<std::string> sentences = find_contradictions(tree, model);
  for (std::size_t i = 0; i < std::min(most, sentences.size()); ++i)
    fmt::print("warning: {}\n", sentences[i]);
  if (sentences.size() > most)
    fmt::print("warning: {} of {} hosts contradict the tree of switches; above are the worst {}\n",
               sentences.size(), model.n_place(), most);
}

void select_nodes(const SelectOptions& options) {
  const SelectPattern& pattern = find_named(select_patterns, options.pattern, "");
  ProcessGrid grid{};
  const int n_node = find_n_node(options, pattern, grid);
  check_placement_options(options.placement, options.tree);
  const NodeNetwork network = read_node_network(options.placement.network);
  require(n_node <= network.n_node(), n_node, " nodes are wanted, but ", network.name, " has ",
          network.n_node(), "; ask for fewer, or probe a network of more nodes");
  const double bytes = options.bytes > 0 ? options.bytes : double(network.between.bytes().back());
  Selection selection{network, network.distances(bytes), n_node, grid, std::nullopt, bytes};
  if (!options.tree.empty()) {
    selection.tree = read_switch_tree(parse_path(options.tree, ""));
    warn_of_contradictions(*selection.tree, network.between);
  }
  fmt::print("{} of {} nodes for {}; before: the first of the file, after: those chosen\n", n_node,
             network.n_node(), options.pattern);
  const std::vector<int> nodes = pattern.select(selection);
  std::string list;
  for (const std::string& host : network.hosts_of(nodes)) list += " " + host;
  fmt::print("chosen:{}\n", list);
  write_placement(options.placement, network.place_on(fill_nodes(nodes, options.placement.ranks_per_node)));
}

}  // namespace

void add_network_select(CLI::App& network) {
  auto* select = network.add_subcommand("select", "Choose nodes of a measured network for a job");
  select->footer(
      "Times are predicted by a plain model (src/placement/prediction.hpp); one process on each node "
      "counts.\n"
      "Example: groundswell network select --network net.json --nodes 16 --output hosts.txt");
  auto options = std::make_shared<SelectOptions>();
  add_placement_options(*select, options->placement);
  select->add_option("--nodes", options->n_node, "How many")->check(CLI::Range(1, 1 << 20));
  select->add_option("--pattern", options->pattern, "What the processes send each other")
      ->check(CLI::IsMember(names_of(select_patterns)))
      ->capture_default_str();
  select->add_option("--grid", options->grid, "stencil: sides of the grid of nodes, such as 4x4x2");
  select->add_option(
      "--tree", options->tree,
      "The switches, in the format of SLURM's topology.conf: nodes are taken below one switch, "
      "and contradictions to the measurement are reported");
  select->add_option("--bytes", options->bytes, "Size of the messages [the largest that were measured]")
      ->check(CLI::Range(1.0, double(1 << 30)));
  select->callback([options] { select_nodes(*options); });
}

}  // namespace groundswell
