// SPDX-License-Identifier: Apache-2.0
// Data transfer on clusters simulated by SimGrid (smpirun): times the methods on the experiments of
// `groundswell-bench transfer` and prints JSON with the same keys. transfer.sh compiles and runs it. Usage:
// replay MACHINE WIRE_BYTES EXPERIMENTS. EXPERIMENTS are prefixes of case names, separated by commas. Whole
// coupled runs (coupled_replay.hpp), for bench/scripts/coupled_replay.py: replay MACHINE WIRE_BYTES STEPS
// IMBALANCES COMPUTING SHARES GAINS; the last four are lists with commas, "-" if empty.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bench/simgrid/coupled_replay.hpp"
#include "bench/simgrid/simulated_transfer.hpp"
#include "bench/transfer/case_result.hpp"

namespace groundswell {
namespace {

using Json = nlohmann::ordered_json;

struct ReplayOptions {
  std::string machine;
  std::size_t wire_bytes = 0;
  std::vector<std::string> experiments;
  bool contains(const TransferCase& which) const {
    for (const std::string& experiment : experiments)
      if (which.name().starts_with(experiment)) return true;
    return false;
  }
};

class CaseReplay {
 public:
  CaseReplay(const Communicator& world, const TransferCase& which, std::size_t wire_bytes,
             const std::vector<MessageTime>& single)
      : which_(which), single_(single), transfer_(world, which, wire_bytes) {}

  // All processes get the same report. Collective.
  Json report() {
    const std::vector<MethodLinks> found = find_links(transfer_);
    Json json{{"name", which_.name()},
              {"experiment", which_.experiment},
              {"setting", which_.setting},
              {"ranks", which_.n_rank()},
              {"source", which_.n_source},
              {"target", which_.n_target},
              {"fields", which_.n_field},
              {"medians", Json::object()},
              {"chosen", links_in_words(found[2].links)},
              {"methods", Json::object()}};
    for (const auto& [method, links] : found)
      add_method(json, method, links, method == "p2p" ? transfer_.p2p_set_up() : transfer_.set_up());
    return json;
  }

 private:
  void add_method(Json& json, const std::string& name, const std::string& links, const TrafficCount& set_up) {
    const double seconds = transfer_.time_of(links);
    json["medians"][name] = 1e6 * seconds;
    const auto [messages, bytes] = transfer_.traffic(links);
    const double mean = double(bytes.total) / double(std::max<std::int64_t>(messages.total, 1));
    json["methods"][name] = {{"links", links},
                             {"messages", to_json(messages)},
                             {"bytes", to_json(bytes)},
                             {"mean_message_bytes", mean},
                             {"actual_mb_per_s", 1e-6 * double(bytes.total) / which_.n_source / seconds},
                             {"ideal_mb_per_s", 1e-6 * ideal_bandwidth(single_, mean)},
                             {"set_up_messages", set_up.messages},
                             {"set_up_bytes", set_up.bytes}};
  }

  TransferCase which_;
  const std::vector<MessageTime>& single_;
  SimulatedTransfer transfer_;
};

void replay(const Communicator& world, const ReplayOptions& options) {
  const std::vector<MessageTime> single = time_single_messages(world, options.wire_bytes);
  Json json{{"machine", "simulated cluster " + options.machine}};
  for (const MessageTime& message : single)
    json["single_messages"].push_back({{"bytes", message.bytes}, {"microseconds", 1e6 * message.seconds}});
  json["cases"] = Json::array();
  CaseRanges ranges;
  ranges.message_values.pop_back();  // on 384 processes, its case would have 100 million cells
  for (const TransferCase& which : make_transfer_cases(world.size() / 2, ranges))
    if (options.contains(which))
      json["cases"].push_back(CaseReplay(world, which, options.wire_bytes, single).report());
  if (world.rank() == 0) std::printf("%s\n", json.dump(1).c_str());
}

std::vector<double> read_list(const char* text) {
  std::vector<double> numbers;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');)
    if (word != "-") numbers.push_back(std::strtod(word.c_str(), nullptr));
  return numbers;
}

void replay_runs(const Communicator& world, char** argv) {
  const CoupledReplayOptions options{argv[1],
                                     std::strtoul(argv[2], nullptr, 10),
                                     std::atoi(argv[3]),
                                     read_list(argv[4]),
                                     read_list(argv[5]),
                                     read_list(argv[6]),
                                     read_list(argv[7])};
  const Json json = replay_coupled(world, options);
  if (world.rank() == 0) std::printf("%s\n", json.dump(1).c_str());
}

}  // namespace
}  // namespace groundswell

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  {
    groundswell::ReplayOptions options;
    if (argc != 4 && argc != 8)
      return std::fprintf(stderr, "usage: replay MACHINE WIRE_BYTES EXPERIMENTS\n"), 2;
    options.machine = argv[1];
    options.wire_bytes = std::strtoul(argv[2], nullptr, 10);
    std::istringstream words(argv[3]);
    for (std::string word; std::getline(words, word, ',');) options.experiments.push_back(word);
    const groundswell::Communicator world(MPI_COMM_WORLD);
    argc == 4 ? groundswell::replay(world, options) : groundswell::replay_runs(world, argv);
  }
  MPI_Finalize();
}
