// SPDX-License-Identifier: Apache-2.0
#include "network/scotch_map.hpp"

#include <scotch.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "network/node_mapper.hpp"

namespace groundswell {
namespace {

void check_scotch(int status, const char* what) {
  require(status == 0, "Scotch could not ", what,
          "; choose another way to place ranks, such as parallel.reorder: nodes");
}

// Owns one of Scotch's objects.
template <class Object, int (*init)(Object*), void (*exit)(Object*)>
class ScotchOwned {
 public:
  ScotchOwned() { check_scotch(init(&object_), "start"); }
  ~ScotchOwned() { exit(&object_); }
  ScotchOwned(const ScotchOwned&) = delete;
  ScotchOwned& operator=(const ScotchOwned&) = delete;
  Object* get() { return &object_; }

 private:
  Object object_;
};
using ScotchGraph = ScotchOwned<SCOTCH_Graph, SCOTCH_graphInit, SCOTCH_graphExit>;
using ScotchArch = ScotchOwned<SCOTCH_Arch, SCOTCH_archInit, SCOTCH_archExit>;
using ScotchStrat = ScotchOwned<SCOTCH_Strat, SCOTCH_stratInit, SCOTCH_stratExit>;
using ScotchContext = ScotchOwned<SCOTCH_Context, SCOTCH_contextInit, SCOTCH_contextExit>;

// A graph in Scotch's format; Scotch keeps pointers to the tables.
struct GraphTables {
  std::vector<SCOTCH_Num> begin{0}, load, neighbour, length;

  // Builds the graph and binds it to the context that does the work.
  void build(ScotchGraph& plain, ScotchGraph& bound, ScotchContext& context) {
    check_scotch(SCOTCH_graphBuild(plain.get(), 0, SCOTCH_Num(begin.size()) - 1, begin.data(), nullptr,
                                   load.empty() ? nullptr : load.data(), nullptr,
                                   SCOTCH_Num(neighbour.size()), neighbour.data(), length.data()),
                 "build a graph");
    check_scotch(SCOTCH_contextBindGraph(context.get(), plain.get(), bound.get()), "use a graph");
  }
};

// Scales weights so that their sum, times the largest distance, fits into Scotch's integers.
GraphTables make_part_graph(const MappingTask& task, double most_distance) {
  double sum = 0.0;
  for (const auto& links : task.linked)
    for (const MappingTask::Link& link : links) sum += double(link.weight);
  const double scale = std::min(1.0, double(SCOTCH_NUMMAX) / 4.0 / most_distance / std::max(sum, 1.0));
  GraphTables graph;
  for (const auto& links : task.linked) {
    for (const MappingTask::Link& link : links) {
      if (link.weight == 0) continue;
      graph.neighbour.push_back(link.part);
      graph.length.push_back(std::max(SCOTCH_Num(1), SCOTCH_Num(double(link.weight) * scale)));
    }
    graph.begin.push_back(SCOTCH_Num(graph.neighbour.size()));
  }
  return graph;
}

// Distances are scaled to integers of at most this. It is small because weights are scaled down until their
// sum times this fits into Scotch's integers; a larger value would cost them precision.
constexpr int most_length = 100;

// The complete graph of the nodes, with distances as edge lengths; Scotch treats long edges as loose ones.
GraphTables make_node_graph(const MappingTask& task, const std::vector<int>& nodes) {
  std::int64_t most = 1;
  for (const int a : nodes)
    for (const int b : nodes) most = std::max(most, task.distances(a, b));
  GraphTables graph;
  for (const int a : nodes) {
    for (std::size_t b = 0; b < nodes.size(); ++b) {
      if (nodes[b] == a) continue;
      graph.neighbour.push_back(SCOTCH_Num(b));
      graph.length.push_back(
          std::max(SCOTCH_Num(1), SCOTCH_Num(task.distances(a, nodes[b]) * most_length / most)));
    }
    graph.begin.push_back(SCOTCH_Num(graph.neighbour.size()));
    graph.load.push_back(task.size_of_node[std::size_t(a)]);
  }
  return graph;
}

// The index in `nodes` of each part's node.
std::vector<int> map_parts(const MappingTask& task, const std::vector<int>& nodes) {
  ScotchContext context;
  check_scotch(SCOTCH_contextOptionSetNum(context.get(), SCOTCH_OPTIONNUMDETERMINISTIC, 1),
               "be deterministic");
  check_scotch(SCOTCH_contextOptionSetNum(context.get(), SCOTCH_OPTIONNUMRANDOMFIXEDSEED, 1), "fix its seed");
  check_scotch(SCOTCH_contextThreadSpawn(context.get(), 1, nullptr), "work on one thread");
  check_scotch(SCOTCH_contextRandomClone(context.get()), "have random numbers of its own");
  SCOTCH_contextRandomSeed(context.get(), 1);
  SCOTCH_contextRandomReset(context.get());

  const auto n_node = SCOTCH_Num(nodes.size());
  const bool are_alike = task.distances.are_alike();
  ScotchArch arch;
  GraphTables node_tables;
  ScotchGraph node_graph, bound_nodes;
  if (are_alike) {
    std::vector<SCOTCH_Num> loads;
    for (const int node : nodes) loads.push_back(task.size_of_node[std::size_t(node)]);
    check_scotch(SCOTCH_archCmpltw(arch.get(), n_node, loads.data()), "describe the nodes");
  } else {
    node_tables = make_node_graph(task, nodes);
    node_tables.build(node_graph, bound_nodes, context);
    ScotchStrat plain;
    check_scotch(SCOTCH_archBuild0(arch.get(), bound_nodes.get(), 0, nullptr, plain.get()),
                 "describe the nodes");
  }
  GraphTables part_tables = make_part_graph(task, are_alike ? 1 : most_length);
  ScotchGraph part_graph, bound_parts;
  part_tables.build(part_graph, bound_parts, context);
  ScotchStrat strategy;
  check_scotch(
      SCOTCH_stratGraphMapBuild(strategy.get(), SCOTCH_STRATQUALITY | SCOTCH_STRATBALANCE, n_node, 0.01),
      "make a strategy");
  std::vector<SCOTCH_Num> place(std::size_t(task.n_part()), 0);
  check_scotch(SCOTCH_graphMap(bound_parts.get(), arch.get(), strategy.get(), place.data()), "map the ranks");
  return {place.begin(), place.end()};
}

}  // namespace

std::vector<int> map_by_scotch(std::span<const RankLink> links, std::span<const int> node_of_rank,
                               const DistanceMatrix& between_nodes) {
  if (node_of_rank.empty()) return {};
  const MappingTask task(links, node_of_rank, between_nodes);
  NodeMapper as_it_is(task), mapped(task);
  as_it_is.keep();
  std::vector<int> nodes;
  for (int node = 0; node < task.n_node(); ++node)
    if (task.size_of_node[std::size_t(node)] > 0) nodes.push_back(node);
  if (nodes.size() == 1 || links.empty()) return as_it_is.new_ranks();
  std::vector<int> node_of_part = map_parts(task, nodes);
  for (int& node : node_of_part) {
    require(node >= 0 && std::size_t(node) < nodes.size(), "Scotch has put a rank on node ", node, " of ",
            nodes.size(), "; choose another way to place ranks, such as parallel.reorder: nodes");
    node = nodes[std::size_t(node)];
  }
  mapped.put(std::move(node_of_part));
  mapped.improve();
  return mapped.cost() < as_it_is.cost() ? mapped.new_ranks() : as_it_is.new_ranks();
}

}  // namespace groundswell
