// SPDX-License-Identifier: Apache-2.0
#include "bench/coupled/coupled_bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <random>

#include "base/error.hpp"
#include "base/median.hpp"
#include "bench/measure/turns.hpp"
#include "transfer/transfer_method.hpp"

namespace groundswell {
namespace {

using Json = nlohmann::ordered_json;

constexpr int n_apart = 3;  // runs in which all meet

const CoupledMethodResult* find_method(const CoupledResult& result, const char* name) {
  const auto found = std::ranges::find(result.methods, name, &CoupledMethodResult::name);
  return found == result.methods.end() ? nullptr : &*found;
}

CoupledResult gather_results(const std::vector<std::unique_ptr<CoupledMethod>>& methods) {
  CoupledResult result;
  for (const auto& method : methods) result.methods.push_back(method->result());
  const CoupledMethodResult *p2p = find_method(result, "p2p"), *adaptive = find_method(result, "adaptive");
  if (p2p && adaptive) result.adaptive_to_p2p = ratio_to_best(adaptive->seconds, {p2p->seconds});
  return result;
}

Json to_json(const CoupledDirection& direction) {
  return {{"links", links_in_words(direction.links)},
          {"messages", to_json(direction.messages)},
          {"bytes", to_json(direction.bytes)}};
}

Json to_json(const CoupledMethodResult& method) {
  const CoupledParts& parts = method.parts;
  return {{"median_seconds", median(method.seconds)},
          {"seconds", method.seconds},
          {"apart",
           {{"run_seconds", parts.run},
            {"computing_seconds", parts.computing},
            {"component_computing_seconds", parts.component_computing},
            {"component_imbalance", parts.component_imbalance},
            {"slowest_seconds", parts.slowest},
            {"waiting_seconds", parts.waiting},
            {"transfer_seconds", parts.transfer},
            {"share", parts.share()}}},
          {"set_up_seconds", method.set_up},
          {"choice_seconds", method.choice},
          {"choice_transfers", method.n_choice_transfer},
          {"there", to_json(method.there)},
          {"back", to_json(method.back)}};
}

}  // namespace

CoupledResult run_coupled(const CoupledSettings& settings, const Communicator& both) {
  const int n = both.size() / 2;
  require(both.size() >= 2 && both.size() % 2 == 0,
          "two components of equal size are measured, but this run has ", both.size(),
          " process(es); start an even number: mpirun -n 2 groundswell-bench coupled");
  const bool is_first = both.rank() < n;
  const Communicator mine = both.split(is_first ? 0 : 1, both.rank());
  const auto component = make_bench_component(settings, both, mine, is_first);
  // The first messages between two processes take longer, whatever the method.
  CoupledMethod(both, *component, is_first, settings.at_once, "p2p");
  std::vector<std::unique_ptr<CoupledMethod>> methods;
  for (const std::string& name : settings.methods)
    methods.push_back(std::make_unique<CoupledMethod>(both, *component, is_first, settings.at_once, name));
  for (int i = 0; i < n_apart; ++i)
    for (const auto& method : methods) method->run_apart(settings.n_step);
  std::mt19937 random(1);
  CoupledResult result;
  for (int round = 1; round <= settings.most; ++round) {
    take_turns(methods.size(), 1, random, [&](std::size_t k) { methods[k]->run(settings.n_step); });
    result = gather_results(methods);
    if (round >= settings.least && (!result.adaptive_to_p2p || result.is_decided(settings))) break;
  }
  return result;
}

Json to_json(const CoupledSettings& settings, const CoupledResult& result) {
  Json json{{"kind", settings.waves.empty() ? "loop" : "waves"},
            {"fields", settings.n_field},
            {"steps", settings.n_step},
            {"order", settings.at_once ? "at_once" : "in_turn"},
            {"imbalance", settings.imbalance},
            {"rounds", result.methods.front().seconds.size()}};
  if (!settings.waves.empty()) json["case"] = settings.waves;
  for (const CoupledMethodResult& method : result.methods) json["methods"][method.name] = to_json(method);
  if (const auto& ratio = result.adaptive_to_p2p)
    json["adaptive_to_p2p"] = {{"median", ratio->value},
                               {"interval", {ratio->low, ratio->high}},
                               {"decided", result.is_decided(settings)}};
  return json;
}

void print(const CoupledSettings& settings, const CoupledResult& result) {
  fmt::print("{:16} {:>9} {:>9} {:>10} {:>9} {:>9} {:>8}  {}\n", "method", "run s", "slowest", "waiting",
             "transfer", "share", "set-up", "messages there, back; links");
  for (const CoupledMethodResult& method : result.methods)
    fmt::print("{:16} {:9.4f} {:9.4f} {:10.4f} {:9.4f} {:8.2f}% {:8.4f}  {}, {}; {}, {}\n", method.name,
               median(method.seconds), method.parts.slowest, method.parts.waiting, method.parts.transfer,
               100.0 * method.parts.share(), method.set_up + method.choice, method.there.messages.total,
               method.back.messages.total, links_in_words(method.there.links),
               links_in_words(method.back.links));
  if (const auto& ratio = result.adaptive_to_p2p)
    fmt::print("adaptive / p2p: {:.3f} ({:.3f} to {:.3f}){} after {} rounds\n", ratio->value, ratio->low,
               ratio->high, result.is_decided(settings) ? "" : ", undecided",
               result.methods.front().seconds.size());
}

}  // namespace groundswell
