// SPDX-License-Identifier: Apache-2.0
// A wrong graph would silently send values to the wrong places. First the neighbours that MPI names are
// compared with those requested, as an exchange along wrong links may hang; then each rank sends its identity
// along its links and checks what arrives.
#include "comm/graph_topology.hpp"

#include <algorithm>
#include <climits>
#include <numeric>
#include <optional>

#include "comm/machine.hpp"
#include "comm/mpi_check.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

constexpr const char *create_call = "MPI_Dist_graph_create_adjacent",
                     *exchange_call = "MPI_Ineighbor_alltoallv";

// The links of one rank, in the order of exchanges. MPI requires all ranks to agree on whether links have
// weights, even if some ranks have no neighbours: here links always have weights.
struct GraphLinks {
  std::vector<int> sources, source_weights, destinations, destination_weights;
};

struct GraphRequest {
  GraphLinks mine;  // of this rank
  bool reorder = false;
  std::string remedy;  // what the user can do if a call hangs or the graph is wrong
};

struct MadeGraph {
  std::optional<Communicator> communicator;
  std::string fault;  // the same on all ranks
};

const int* weights_of(const std::vector<int>& neighbours, const std::vector<int>& weights) {
  return neighbours.empty() ? MPI_WEIGHTS_EMPTY : weights.data();
}

// The error message for a call that hangs.
std::string describe_hang(const HangWatch& watch, const char* call, const std::string& remedy) {
  return text(call, " has not come back on all ranks after ", watch.seconds, " s: this MPI library (",
              describe_mpi_library(), ") seems to hang in a graph of ranks; ", remedy);
}

std::string fault_of_library(const std::string& what) {
  return text("this MPI library (", describe_mpi_library(), ") ", what);
}

// The error message of a call that has returned this code; "" if the call succeeded.
std::string describe_code(int code, const char* call) {
  return code == MPI_SUCCESS ? "" : fault_of_library(text("fails in ", call, ": ", mpi_error_text(code)));
}

MadeGraph make_graph(const Communicator& communicator, const GraphRequest& request, const HangWatch& watch) {
  const Watchdog watchdog(watch, describe_hang(watch, create_call, request.remedy), communicator.rank() == 0);
  const GraphLinks& mine = request.mine;
  MPI_Comm handle = MPI_COMM_NULL;
  const int code = MPI_Dist_graph_create_adjacent(
      communicator.handle(), int(mine.sources.size()), mine.sources.data(),
      weights_of(mine.sources, mine.source_weights), int(mine.destinations.size()), mine.destinations.data(),
      weights_of(mine.destinations, mine.destination_weights), MPI_INFO_NULL, request.reorder ? 1 : 0,
      &handle);
  MadeGraph made;
  if (code == MPI_SUCCESS) made.communicator.emplace(Communicator::adopt(handle));
  made.fault = first_message(communicator, describe_code(code, create_call));
  return made;
}

// The first few ranks as text.
std::string listed(std::span<const int> ranks) {
  constexpr std::size_t most = 16;
  std::string list;
  for (std::size_t i = 0; i < std::min(ranks.size(), most); ++i) list += text(i > 0 ? " " : "", ranks[i]);
  return ranks.empty() ? "none" : list + (ranks.size() > most ? " ..." : "");
}

// Returns what is wrong with the neighbours that MPI names; "" if they are as expected, in the same
// order.
std::string compare_neighbours(const Communicator& graph, const GraphLinks& expected) {
  int n_from = 0, n_to = 0, weighted = 0;
  std::string fault = describe_code(MPI_Dist_graph_neighbors_count(graph.handle(), &n_from, &n_to, &weighted),
                                    "MPI_Dist_graph_neighbors_count");
  if (!fault.empty()) return fault;
  std::vector<int> from(std::size_t(std::max(n_from, 0))), to(std::size_t(std::max(n_to, 0)));
  std::vector<int> from_weights(from.size() + 1), to_weights(to.size() + 1);
  fault = describe_code(MPI_Dist_graph_neighbors(graph.handle(), n_from, from.data(), from_weights.data(),
                                                 n_to, to.data(), to_weights.data()),
                        "MPI_Dist_graph_neighbors");
  if (!fault.empty() || (from == expected.sources && to == expected.destinations)) return fault;
  return fault_of_library(text("makes a graph of ranks with other neighbours than requested: rank ",
                               graph.rank(), " has sources ", listed(from), " and destinations ", listed(to),
                               ", but should have ", listed(expected.sources), " and ",
                               listed(expected.destinations)));
}

// Each rank sends `mine` to its destinations; what arrives from source s must be identity_of[s]. Returns what
// is wrong, or "".
std::string prove_links(const Communicator& graph, const GraphLinks& links, int mine,
                        std::span<const int> identity_of) {
  const std::size_t n_from = links.sources.size(), n_to = links.destinations.size();
  const std::vector<int> send(n_to, mine), ones(std::max(n_from, n_to), 1);
  std::vector<int> receive(n_from, -1), begins(ones.size());
  std::iota(begins.begin(), begins.end(), 0);
  MPI_Request handle = MPI_REQUEST_NULL;
  const int code = MPI_Ineighbor_alltoallv(send.data(), ones.data(), begins.data(), MPI_INT, receive.data(),
                                           ones.data(), begins.data(), MPI_INT, graph.handle(), &handle);
  std::string fault = describe_code(code, exchange_call);
  if (fault.empty()) fault = describe_code(MPI_Wait(&handle, MPI_STATUS_IGNORE), exchange_call);
  if (!fault.empty()) return fault;
  for (std::size_t i = 0; i < n_from; ++i) {
    const int expected = identity_of[std::size_t(links.sources[i])];
    if (receive[i] != expected)
      return fault_of_library(text("mixes up the ranks of a graph: what rank ", graph.rank(),
                                   " receives as from rank ", links.sources[i], " comes from process ",
                                   receive[i], ", but should come from process ", expected));
  }
  return "";
}

// Checks that every rank of a graph has the neighbours that it should have. Returns what is wrong, the same
// on all ranks, or "".
std::string find_fault(const Communicator& communicator, const Communicator& graph, const GraphLinks& links,
                       std::span<const int> identity_of, const HangWatch& watch, const std::string& remedy) {
  std::string fault = first_message(communicator, compare_neighbours(graph, links));
  if (!fault.empty()) return fault;
  const Watchdog watchdog(watch, describe_hang(watch, exchange_call, remedy), communicator.rank() == 0);
  return first_message(communicator, prove_links(graph, links, communicator.rank(), identity_of));
}

std::vector<int> count_up(int n) {
  std::vector<int> numbers(std::size_t(n), 0);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

Communicator make_proven_graph(const Communicator& communicator, std::span<const int> sources,
                               std::span<const int> destinations, const HangWatch& watch) {
  GraphRequest request;
  request.mine.sources.assign(sources.begin(), sources.end());
  request.mine.destinations.assign(destinations.begin(), destinations.end());
  request.mine.source_weights.assign(sources.size(), 1);
  request.mine.destination_weights.assign(destinations.size(), 1);
  request.remedy = "choose a halo method that needs no graph of ranks, or another MPI library";
  MadeGraph made = make_graph(communicator, request, watch);
  if (made.fault.empty())
    made.fault = find_fault(communicator, *made.communicator, request.mine, count_up(communicator.size()),
                            watch, request.remedy);
  if (!made.fault.empty() && made.communicator) made.communicator->abandon();
  require(made.fault.empty(), made.fault, "; ", request.remedy);
  return std::move(*made.communicator);
}

// Selects the links of one rank from `links`, those of all ranks.
GraphLinks links_of(int rank, std::span<const RankLink> links) {
  GraphLinks mine;
  for (const RankLink& link : links) {
    const int weight = int(std::clamp<std::int64_t>(link.weight, 1, INT_MAX));
    if (link.other == rank) {
      mine.sources.push_back(link.rank);
      mine.source_weights.push_back(weight);
    }
    if (link.rank == rank) {
      mine.destinations.push_back(link.other);
      mine.destination_weights.push_back(weight);
    }
  }
  return mine;
}

// The process that gets each new rank; empty unless the new ranks are a permutation.
std::vector<int> invert(std::span<const int> new_rank) {
  std::vector<int> process_of(new_rank.size(), -1);
  for (std::size_t process = 0; process < new_rank.size(); ++process) {
    const int rank = new_rank[process];
    if (rank < 0 || rank >= int(new_rank.size()) || process_of[std::size_t(rank)] >= 0) return {};
    process_of[std::size_t(rank)] = int(process);
  }
  return process_of;
}

// Asks the graph for the new ranks; returns what is wrong with them or with the links, the same on all ranks,
// or "".
std::string take_order(const Communicator& communicator, const Communicator& graph,
                       std::span<const RankLink> links, const HangWatch& watch, const std::string& remedy,
                       std::vector<int>& new_rank) {
  new_rank = communicator.all_gather(graph.rank());
  const std::vector<int> process_of = invert(new_rank);
  if (process_of.empty())
    return fault_of_library(text("reorders ranks wrongly: the new ranks of ranks 0 to ",
                                 communicator.size() - 1, " are ", listed(new_rank),
                                 ", which is not a permutation"));
  return find_fault(communicator, graph, links_of(graph.rank(), links), process_of, watch, remedy);
}

}  // namespace

GraphTopology::GraphTopology(const Communicator& communicator, std::span<const int> sources,
                             std::span<const int> destinations, const HangWatch& watch)
    : communicator_(make_proven_graph(communicator, sources, destinations, watch)) {}

RankOrder find_mpi_order(const Communicator& communicator, std::span<const RankLink> links,
                         const HangWatch& watch) {
  const GraphRequest request{
      links_of(communicator.rank(), links), true,
      "let MPI not reorder ranks (parallel.reorder: none, or nodes), or use another MPI library"};
  MadeGraph made = make_graph(communicator, request, watch);
  RankOrder order{{}, made.fault};
  if (order.fault.empty())
    order.fault = take_order(communicator, *made.communicator, links, watch, request.remedy, order.new_rank);
  if (order.fault.empty()) return order;
  if (made.communicator) made.communicator->abandon();  // freeing a wrong graph is not safe either
  order.new_rank = count_up(communicator.size());
  return order;
}

}  // namespace groundswell
