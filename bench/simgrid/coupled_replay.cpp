// SPDX-License-Identifier: Apache-2.0
#include "bench/simgrid/coupled_replay.hpp"

#include <mpi.h>

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "bench/coupled/coupled_settings.hpp"
#include "bench/simgrid/simulated_transfer.hpp"
#include "bench/transfer/decompositions.hpp"

namespace groundswell {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* orders[] = {"in_turn", "at_once"};

// Times [s] per coupling step.
struct RunTimes {
  double run = 0.0;      // of the slowest process
  double slowest = 0.0;  // computing of the slowest process in each step
  double waiting = 0.0;  // for the slowest one, mean of the processes
  double share() const { return 1.0 - slowest / run; }
};

// The links of a method in both directions.
struct BothLinks {
  std::string method, there, back;
};

class CoupledReplay {
 public:
  CoupledReplay(const Communicator& world, const CoupledReplayOptions& options)
      : world_(world),
        options_(options),
        n_(world.size() / 2),
        reversed_(world.split(0, (world.rank() + n_) % world.size())),
        there_(world, make_case(true), options.wire_bytes),
        back_(reversed_, make_case(false), options.wire_bytes) {
    const bool all = !options.imbalances.empty();
    const std::vector<MethodLinks> there = methods_of(there_, all), back = methods_of(back_, all);
    for (std::size_t i = 0; i < there.size(); ++i)
      methods_.push_back({there[i].method, there[i].links, back[i].links});
  }

  // All processes get the same report. Collective.
  Json report() {
    Json json{{"machine", "simulated cluster " + options_.machine},
              {"side", n_},
              {"steps", options_.n_step},
              {"methods", Json::object()},
              {"runs", Json::array()}};
    for (const BothLinks& links : methods_) {
      Json& method = json["methods"][links.method];
      for (const char* order : orders)
        method["exchange_seconds"][order] = exchange_[order][links.method] =
            time_run(links, order, 0.0, 0.0, 1).run;
      method["there"] = describe(there_, links.there);
      method["back"] = describe(back_, links.back);
    }
    for (const char* order : orders)
      for (const double imbalance : options_.imbalances) add_runs(json["runs"], order, imbalance);
    return json;
  }

 private:
  static std::vector<MethodLinks> methods_of(SimulatedTransfer& transfer, bool all) {
    if (all) return find_links(transfer);
    return {{"p2p", std::string(std::size_t(transfer.n_inner_link()), '0')}};
  }

  // From cells dealt round-robin to rectangles, or back.
  TransferCase make_case(bool there) const {
    const int n = n_;
    const auto dealt = [n](int rank) { return deal_round_robin(gamil_grid.n_cell(), rank, n); };
    const auto blocks = [n](int rank) { return make_rectangles(gamil_grid, rank, n); };
    TransferCase made{"coupled", there ? "there" : "back", n, n, gamil_fields, dealt, blocks};
    if (!there) std::swap(made.source, made.target);
    return made;
  }

  static Json describe(SimulatedTransfer& transfer, const std::string& links) {
    const auto [messages, bytes] = transfer.traffic(links);
    return {{"links", links_in_words(links)},
            {"seconds", transfer.time_of(links)},
            {"messages", to_json(messages)},
            {"bytes", to_json(bytes)}};
  }

  void add_runs(Json& runs, const std::string& order, double imbalance) {
    std::map<std::string, double>& exchange = exchange_[order];
    // The computing [s] of a component per coupling step with which the exchange with p2p takes this share.
    const auto computing_for = [&](double share) { return exchange["p2p"] * (1.0 / share - 1.0) * n_; };
    const auto add = [&](const char* what, double stated, double computing) {
      Json run{{"order", order},
               {"stated", what},
               {what, stated},
               {"computing", computing},
               {"imbalance", imbalance}};
      run["methods"] = time_methods(order, computing, imbalance);
      runs.push_back(run);
    };
    for (const double computing : options_.computing) add("computing", computing, computing);
    for (const double share : options_.shares) add("share", share, computing_for(share));
    for (const double gain : options_.gains)
      if (const double share = gain / (1.0 - exchange["adaptive"] / exchange["p2p"]);
          share > 0.0 && share < 1.0)
        add("gain", gain, computing_for(share));
  }

  Json time_methods(const std::string& order, double computing, double imbalance) {
    Json json;
    std::map<std::string, RunTimes> known;  // by links
    double p2p = 0.0;
    for (const BothLinks& links : methods_) {
      if (links.method != "p2p" && links.method != "adaptive") continue;
      const std::string key = links.there + " " + links.back;
      if (!known.contains(key))
        known[key] = time_run(links, order, computing / n_, imbalance, options_.n_step);
      const RunTimes& times = known[key];
      if (links.method == "p2p") p2p = times.run;
      json[links.method] = {{"step_seconds", times.run},
                            {"slowest_seconds", times.slowest},
                            {"waiting_seconds", times.waiting},
                            {"share", times.share()},
                            {"gain", 1.0 - times.run / p2p}};
    }
    return json;
  }

  RunTimes time_run(const BothLinks& links, const std::string& order, double seconds, double imbalance,
                    int n_step) {
    PlanReplay there = there_.replay_of(links.there), back = back_.replay_of(links.back);
    const std::vector<PlanReplay*> both{&there, &back};
    const std::size_t at_once = order == "in_turn" ? 1 : 2;
    std::vector<double> slowest, own;
    const double begin = begin_together(world_);
    for (int step = 0; step < n_step; ++step) {
      if (seconds > 0.0) smpi_execute(seconds * load_factor(imbalance, world_.rank(), step));
      own.push_back(MPI_Wtime());
      for (std::size_t i = 0; i < both.size(); i += at_once) {
        const auto now = std::span(both).subspan(i, at_once);
        for (PlanReplay* replay : now) replay->begin();
        PlanReplay::finish(now);
      }
    }
    const double end = world_.max(MPI_Wtime());
    slowest = own;
    world_.max_in_place(slowest);
    RunTimes times;
    std::int64_t waited = 0;  // [ns]
    for (int step = 0; step < n_step; ++step) {
      double most = 0.0;
      for (int rank = 0; rank < world_.size(); ++rank)
        most = std::max(most, load_factor(imbalance, rank, step));
      times.slowest += seconds * most / n_step;
      waited += std::int64_t(1e9 * (slowest[std::size_t(step)] - own[std::size_t(step)]));
    }
    times.run = (end - begin) / n_step;
    times.waiting = 1e-9 * double(world_.sum(waited)) / world_.size() / n_step;
    return times;
  }

  const Communicator& world_;
  const CoupledReplayOptions& options_;
  int n_;
  Communicator reversed_;  // with the processes of the second component first
  SimulatedTransfer there_, back_;
  std::vector<BothLinks> methods_;
  std::map<std::string, std::map<std::string, double>> exchange_;  // [s] both ways, by order and method
};

}  // namespace

nlohmann::ordered_json replay_coupled(const Communicator& world, const CoupledReplayOptions& options) {
  return CoupledReplay(world, options).report();
}

}  // namespace groundswell
