// SPDX-License-Identifier: Apache-2.0
// Halo exchanges as MPI calls on a cluster simulated by SimGrid (smpirun), for comparison with the replay of
// the same schedules by bench/halo_replay/schedule_replay.cpp; prints JSON. bench/scripts/halo_replay.sh
// compiles it and runs it with ranks that fill one node after another; each MPI rank acts for a part that is
// placed on its node. Usage: exchange PLATFORM FILE PLACEMENTS RINGS LATE, e.g. star 40962.64.flat.pairs
// block,random 1 0. LATE: microseconds within which ranks begin, at random.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <simgrid/s4u.hpp>
#include <sstream>

#include "base/error.hpp"
#include "bench/halo_replay/halo_schedules.hpp"
#include "bench/halo_replay/replay_case.hpp"
#include "bench/halo_replay/schedule_replay.hpp"

namespace groundswell {
namespace {

// All simulated ranks are threads of one program that run one at a time; they share this variable.
struct SimulatedExchange {
  std::vector<int> part_of_rank, rank_of_part;
  std::vector<RankSchedule> schedules;
  std::vector<double> begin, finish;  // [s] after `start`, of each part
  double start = 0.0;                 // [s]
  std::int64_t most_bytes = 0;        // size of the largest message
} simulated;

// Assigns the parts to MPI ranks, in the order of their nodes.
void seat_parts(const std::vector<int>& node_of_part) {
  simulated.part_of_rank.resize(node_of_part.size());
  std::iota(simulated.part_of_rank.begin(), simulated.part_of_rank.end(), 0);
  std::ranges::stable_sort(simulated.part_of_rank, {},
                           [&](int part) { return node_of_part[std::size_t(part)]; });
  simulated.rank_of_part.resize(node_of_part.size());
  for (std::size_t rank = 0; rank < node_of_part.size(); ++rank)
    simulated.rank_of_part[std::size_t(simulated.part_of_rank[rank])] = int(rank);
}

void take_step(const ScheduleStep& step, MPI_Request& mine, std::vector<MPI_Request>& requests,
               char* buffer) {
  const auto partner = [&] { return simulated.rank_of_part[std::size_t(step.partner)]; };
  const int bytes = int(step.bytes);
  switch (step.kind) {
    case StepKind::work:
      simgrid::s4u::this_actor::sleep_for(step.seconds);
      break;
    case StepKind::post_receive:
      MPI_Irecv(buffer, bytes, MPI_BYTE, partner(), step.tag, MPI_COMM_WORLD, &mine);
      break;
    case StepKind::start_send:
      MPI_Isend(buffer, bytes, MPI_BYTE, partner(), step.tag, MPI_COMM_WORLD, &mine);
      break;
    case StepKind::send:
      MPI_Send(buffer, bytes, MPI_BYTE, partner(), step.tag, MPI_COMM_WORLD);
      break;
    case StepKind::wait:
      MPI_Wait(&requests[std::size_t(step.awaited)], MPI_STATUS_IGNORE);
      break;
  }
}

// All ranks execute the steps of their schedules. Collective.
void exchange(int rank) {
  const std::size_t part = std::size_t(simulated.part_of_rank[std::size_t(rank)]);
  const std::vector<ScheduleStep>& steps = simulated.schedules[part].steps();
  std::vector<MPI_Request> requests(steps.size(), MPI_REQUEST_NULL);
  char* buffer = static_cast<char*>(SMPI_SHARED_MALLOC(std::size_t(simulated.most_bytes)));
  if (rank == 0) simulated.start = simgrid::s4u::Engine::get_clock() + 1.0;
  MPI_Barrier(MPI_COMM_WORLD);
  simgrid::s4u::this_actor::sleep_until(simulated.start + simulated.begin[part]);
  for (std::size_t i = 0; i < steps.size(); ++i) take_step(steps[i], requests[i], requests, buffer);
  simulated.finish[part] = simgrid::s4u::Engine::get_clock() - simulated.start;
  MPI_Barrier(MPI_COMM_WORLD);
  SMPI_SHARED_FREE(buffer);
}

std::int64_t largest_message(const std::vector<RankSchedule>& schedules) {
  std::int64_t most = 1;
  for (const RankSchedule& schedule : schedules)
    for (const ScheduleStep& step : schedule.steps()) most = std::max(most, step.bytes);
  return most;
}

nlohmann::ordered_json time_schedule(const std::string& name, const ReplayCase& which,
                                     const ReplaySettings& settings, int rank) {
  if (rank == 0) {
    simulated.schedules = make_halo_schedules(name, which.load, settings.cluster);
    simulated.most_bytes = largest_message(simulated.schedules);
    simulated.begin = draw_begins(which.pairs.n_part, settings.late);
    simulated.finish.assign(simulated.begin.size(), 0.0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  exchange(rank);
  if (rank != 0) return {};
  const std::vector<double> replayed =
      replay_schedules(settings.cluster, which.load.node_of_rank, simulated.schedules, simulated.begin);
  return {{"smpi", to_json(summarize_times(simulated.begin, simulated.finish))},
          {"replay", to_json(summarize_times(simulated.begin, replayed))}};
}

nlohmann::ordered_json time_case(const ReplayCase& which, const ReplaySettings& settings, int rank) {
  if (rank == 0) seat_parts(which.load.node_of_rank);
  nlohmann::ordered_json json = describe_case(which, settings);
  for (const std::string& name : halo_schedule_names())
    json["schedules"][name] = time_schedule(name, which, settings, rank);
  return json;
}

void run(char** words) {
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  ReplaySettings settings;
  settings.late = 1e-6 * std::strtod(words[5], nullptr);
  static PartPairs pairs;
  if (rank == 0) pairs = read_part_pairs(words[2]);
  MPI_Barrier(MPI_COMM_WORLD);
  require(pairs.n_part == size && size % settings.cluster.cores == 0, words[2], " has ", pairs.n_part,
          " parts, but there are ", size, " ranks; both must be the same number of whole nodes of ",
          settings.cluster.cores, " cores");
  nlohmann::ordered_json json{{"platform", words[1]}, {"cluster", to_json(settings)}};
  std::istringstream placements(words[3]);
  for (std::string placement; std::getline(placements, placement, ',');)
    json["cases"].push_back(
        time_case(make_replay_case(pairs, placement, int(std::strtol(words[4], nullptr, 10)), settings),
                  settings, rank));
  if (rank == 0) std::printf("%s\n", json.dump(1).c_str());
}

}  // namespace
}  // namespace groundswell

int main(int argc, char** argv) {
  if (argc != 6) return std::fprintf(stderr, "usage: exchange PLATFORM FILE PLACEMENTS RINGS LATE\n"), 2;
  MPI_Init(&argc, &argv);
  try {
    groundswell::run(argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
