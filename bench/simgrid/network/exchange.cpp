// SPDX-License-Identifier: Apache-2.0
// Exchanges as MPI calls (Irecv, Isend, Waitall) on a network simulated by SimGrid (smpirun), for comparison
// with the replay of the same messages by bench/network_replay; prints JSON. bench/scripts/network_replay.sh
// compiles and runs it, with one rank per node. Usage: exchange SHAPE ROUNDS, e.g. 'fat_tree;16,4;1,4' 63 or
// 'dragonfly;4;4;4;50;25' 63: children and parents of each level; groups, routers, nodes, GB/s within and
// between groups. ROUNDS: the number of replayed rounds of an all-to-all.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <simgrid/s4u.hpp>
#include <sstream>

#include "base/error.hpp"
#include "bench/network_replay/dragonfly.hpp"
#include "bench/network_replay/exchange_patterns.hpp"
#include "bench/network_replay/fat_tree.hpp"

namespace groundswell {
namespace {

using ReplaySteps = std::vector<std::vector<ReplayMessage>>;

// All simulated ranks are threads of one program that run one at a time; they share this variable.
struct SimulatedSteps {
  std::unique_ptr<ModelledNetwork> network;
  std::vector<int> node_of_rank, rank_at_node;  // each MPI rank acts for the rank on its node
  ReplaySteps steps;
  double unit_bytes = 0.0, start = 0.0, last = 0.0;  // `start` and `last` in s
} simulated;

std::vector<std::string> split(const std::string& words, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(words);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

std::vector<int> read_numbers(const std::string& words) {
  std::vector<int> numbers;
  for (const std::string& word : split(words, ','))
    numbers.push_back(int(std::strtol(word.c_str(), nullptr, 10)));
  return numbers;
}

std::unique_ptr<ModelledNetwork> make_network(const std::string& shape) {
  const std::vector<std::string> words = split(shape, ';');
  if (words.at(0) == "fat_tree")
    return std::make_unique<FatTree>(FatTreeShape{read_numbers(words.at(1)), read_numbers(words.at(2))});
  const auto number = [&](std::size_t i) { return int(std::strtol(words.at(i).c_str(), nullptr, 10)); };
  DragonflyShape dragonfly;
  dragonfly.groups = number(1);
  dragonfly.routers = number(2);
  dragonfly.nodes = number(3);
  dragonfly.local_bandwidth = 1e9 * std::strtod(words.at(4).c_str(), nullptr);
  dragonfly.global_bandwidth = 1e9 * std::strtod(words.at(5).c_str(), nullptr);
  return std::make_unique<Dragonfly>(dragonfly);
}

// Executes one step; with a barrier, all ranks post their receives before any rank sends. Collective.
void take_step(const std::vector<ReplayMessage>& messages, int mpi_rank, bool has_barrier, char* buffer) {
  const int me = simulated.rank_at_node[std::size_t(mpi_rank)];
  const auto node = [&](int rank) { return simulated.node_of_rank[std::size_t(rank)]; };
  const auto bytes = [&](const ReplayMessage& message) { return int(message.units * simulated.unit_bytes); };
  std::vector<MPI_Request> requests;
  int tag = 0;
  for (const ReplayMessage& message : messages) {
    ++tag;
    if (message.to == me)
      MPI_Irecv(buffer, bytes(message), MPI_BYTE, node(message.from), tag, MPI_COMM_WORLD,
                &requests.emplace_back());
  }
  if (has_barrier) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (mpi_rank == 0) simulated.start = simulated.last = simgrid::s4u::Engine::get_clock() + 1.0;
    MPI_Barrier(MPI_COMM_WORLD);
    simgrid::s4u::this_actor::sleep_until(simulated.start);
  }
  tag = 0;
  for (const ReplayMessage& message : messages) {
    ++tag;
    if (message.from == me)
      MPI_Isend(buffer, bytes(message), MPI_BYTE, node(message.to), tag, MPI_COMM_WORLD,
                &requests.emplace_back());
  }
  MPI_Waitall(int(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  simulated.last = std::max(simulated.last, simgrid::s4u::Engine::get_clock());
}

// Time [s] of all steps: separated by barriers, or with each rank continuing as soon as its own messages have
// arrived.
double simulate(int mpi_rank, bool has_barriers) {
  const std::size_t most = std::size_t(9.0 * simulated.unit_bytes);
  char* buffer = static_cast<char*>(SMPI_SHARED_MALLOC(most));
  double sum = 0.0;
  bool is_first = true;
  for (const std::vector<ReplayMessage>& step : simulated.steps) {
    take_step(step, mpi_rank, has_barriers || is_first, buffer);
    is_first = false;
    if (!has_barriers) continue;
    MPI_Barrier(MPI_COMM_WORLD);
    sum += simulated.last - simulated.start;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (!has_barriers) sum = simulated.last - simulated.start;
  SMPI_SHARED_FREE(buffer);
  return sum;
}

nlohmann::ordered_json time_steps(const std::string& pattern, ReplaySteps steps, double bytes, int mpi_rank,
                                  bool is_free_too) {
  if (mpi_rank == 0) {
    simulated.steps = std::move(steps);
    simulated.unit_bytes = bytes;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const double stepped = simulate(mpi_rank, true);
  const double free = is_free_too ? simulate(mpi_rank, false) : 0.0;
  if (mpi_rank != 0) return {};
  ExchangeCosts costs;
  costs.overhead = 0.0;
  double replayed = 0.0;
  for (const std::vector<ReplayMessage>& step : simulated.steps)
    replayed += replay_exchange(*simulated.network, simulated.node_of_rank, step, costs).seconds(bytes);
  nlohmann::ordered_json json{
      {"pattern", pattern}, {"bytes", bytes}, {"replay_us", 1e6 * replayed}, {"smpi_us", 1e6 * stepped}};
  if (is_free_too) json["smpi_without_barriers_us"] = 1e6 * free;
  return json;
}

// Assigns ranks to nodes in order or at random.
void seat_ranks(int n, bool is_random) {
  simulated.node_of_rank.resize(std::size_t(n));
  std::iota(simulated.node_of_rank.begin(), simulated.node_of_rank.end(), 0);
  std::mt19937_64 random(1);
  if (is_random)
    for (std::size_t left = std::size_t(n); left > 1; --left)
      std::swap(simulated.node_of_rank[left - 1], simulated.node_of_rank[random() % left]);
  simulated.rank_at_node.resize(std::size_t(n));
  for (int rank = 0; rank < n; ++rank)
    simulated.rank_at_node[std::size_t(simulated.node_of_rank[std::size_t(rank)])] = rank;
}

ReplaySteps make_rounds(int n, int n_round) {
  ReplaySteps steps;
  for (const int round : sample_rounds(n, n_round)) steps.push_back(make_all_to_all_round(n, round));
  return steps;
}

// Times all patterns; in a step, all messages have the same number of units.
nlohmann::ordered_json time_patterns(int n, int n_round, int mpi_rank) {
  nlohmann::ordered_json cases;
  const auto add = [&](const nlohmann::ordered_json& json, bool is_random) {
    if (mpi_rank != 0) return;
    cases.push_back(json);
    cases.back()["ranks"] = n;
    cases.back()["placement"] = is_random ? "random" : "in order";
  };
  for (const bool is_random : {false, true}) {
    if (mpi_rank == 0) seat_ranks(n, is_random);
    MPI_Barrier(MPI_COMM_WORLD);
    // Sent data are copied: larger messages of that many ranks would exhaust the memory.
    for (const double bytes : {1024.0, n < 1024 ? 1048576.0 : 65536.0}) {
      add(time_steps("all_to_all", make_rounds(n, n_round), bytes, mpi_rank, n_round >= n - 1), is_random);
      for (const StencilSteps& mode : stencil_steps()) {
        ReplaySteps steps;
        for (const StencilStep& step : mode.steps) {
          steps.push_back(make_stencil_messages(make_alike_sides(n), step.directions));
          for (ReplayMessage& message : steps.back()) message.units = step.units;
        }
        add(time_steps(std::string("stencil ") + mode.name, steps, bytes, mpi_rank, false), is_random);
      }
    }
  }
  return cases;
}

void run(const std::string& shape, int n_round) {
  int mpi_rank = 0, n = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &mpi_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  if (mpi_rank == 0) simulated.network = make_network(shape);
  MPI_Barrier(MPI_COMM_WORLD);
  require(simulated.network->n_node() == n, "the network ", shape, " has ", simulated.network->n_node(),
          " nodes, but there are ", n, " ranks; both must be the same number");
  const nlohmann::ordered_json cases = time_patterns(n, n_round, mpi_rank);
  if (mpi_rank == 0)
    std::printf("%s\n", nlohmann::ordered_json{{"shape", shape}, {"checks", cases}}.dump(1).c_str());
}

}  // namespace
}  // namespace groundswell

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: exchange SHAPE ROUNDS\n"), 2;
  MPI_Init(&argc, &argv);
  try {
    groundswell::run(argv[1], int(std::strtol(argv[2], nullptr, 10)));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
