// SPDX-License-Identifier: Apache-2.0
// Data transfer on clusters simulated by SimGrid (smpirun): times the methods on the experiments of
// `groundswell-bench transfer` and prints JSON with the same keys. transfer.sh compiles and runs it. Usage:
// replay MACHINE WIRE_BYTES EXPERIMENTS. EXPERIMENTS are prefixes of case names, separated by commas.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bench/simgrid/simulated_transfer.hpp"
#include "bench/transfer/case_result.hpp"
#include "transfer/link_search.hpp"
#include "tuner/tuner.hpp"

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

std::string links_text(const KeptLinks& kept) {
  std::string links;
  for (const bool link : kept) links += link ? '1' : '0';
  return links;
}

// The links found by the search. Simulated times do not vary: one sample is enough.
template <class Search>
std::string search_links(SimulatedTransfer& transfer, Search search, double margin) {
  std::map<int, double> seconds;
  const auto links_of = [&](int choice) {
    return links_text(links_of_number(choice, transfer.n_inner_link()));
  };
  for (std::vector<int> round = search.first_round(); !round.empty(); round = search.next_round(seconds))
    for (const int choice : round) seconds[choice] = transfer.time_of(links_of(choice));
  double least = 1e30;
  for (const auto& [choice, time] : seconds) least = std::min(least, time);
  for (const auto& [choice, time] : seconds)
    if (time <= least * (1.0 + margin)) return links_of(choice);
  return {};
}

class CaseReplay {
 public:
  CaseReplay(const Communicator& world, const TransferCase& which, std::size_t wire_bytes,
             const std::vector<MessageTime>& single)
      : which_(which), single_(single), transfer_(world, which, wire_bytes) {}

  // All processes get the same report. Collective.
  Json report() {
    const int n = transfer_.n_inner_link();
    const std::string none(std::size_t(n), '0'), all(std::size_t(n), '1');
    const std::string best = search_links(transfer_, LinkSearch(n), TunerSettings().margin);
    const std::string greedy = search_links(transfer_, GreedySearch(n), 0.0);
    Json json{{"name", which_.name()},    {"experiment", which_.experiment}, {"setting", which_.setting},
              {"ranks", which_.n_rank()}, {"source", which_.n_source},       {"target", which_.n_target},
              {"fields", which_.n_field}, {"medians", Json::object()},       {"chosen", links_in_words(best)},
              {"methods", Json::object()}};
    add_method(json, "p2p", none, transfer_.p2p_set_up());
    add_method(json, "butterfly", all, transfer_.set_up());
    add_method(json, "adaptive", best, transfer_.set_up());
    add_method(json, "published_greedy", greedy, transfer_.set_up());
    return json;
  }

 private:
  void add_method(Json& json, const char* name, const std::string& links, const TrafficCount& set_up) {
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

}  // namespace
}  // namespace groundswell

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  {
    groundswell::ReplayOptions options;
    if (argc != 4) return std::fprintf(stderr, "usage: replay MACHINE WIRE_BYTES EXPERIMENTS\n"), 2;
    options.machine = argv[1];
    options.wire_bytes = std::strtoul(argv[2], nullptr, 10);
    std::istringstream words(argv[3]);
    for (std::string word; std::getline(words, word, ',');) options.experiments.push_back(word);
    const groundswell::Communicator world(MPI_COMM_WORLD);
    groundswell::replay(world, options);
  }
  MPI_Finalize();
}
