// SPDX-License-Identifier: Apache-2.0
#include "bench/halo/halo_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/error.hpp"
#include "base/median.hpp"

namespace groundswell {
namespace {

using Json = nlohmann::ordered_json;

// Spread, over the ranks, of each rank's median of one member of its samples.
RankSpread spread_of_medians(std::span<const HaloSample> samples, int n_rank, double HaloSample::*part) {
  const std::size_t n = samples.size() / std::size_t(n_rank);
  std::vector<double> medians;
  for (int rank = 0; rank < n_rank; ++rank) {
    std::vector<double> seconds;
    for (const HaloSample& sample : samples.subspan(std::size_t(rank) * n, n))
      seconds.push_back(sample.*part);
    medians.push_back(median(std::move(seconds)));
  }
  return find_spread(medians);
}

// Spread, over the ranks, of each rank's total time, which includes every lost time slice, as in the
// published figures.
RankSpread spread_of_sums(std::span<const HaloSample> samples, int n_rank) {
  std::vector<double> sums(std::size_t(n_rank), 0.0);
  for (std::size_t i = 0; i < samples.size(); ++i)
    sums[i * std::size_t(n_rank) / samples.size()] += samples[i].seconds;
  return find_spread(sums);
}

Json json_of(const RankSpread& spread) {
  return {{"mean", spread.mean}, {"max", spread.most}, {"min", spread.least}};
}

Json json_of(const HaloTimes& times) {
  if (times.seconds.empty()) return nullptr;
  const auto [fastest, slowest] = std::ranges::minmax(times.seconds);
  return {{"median", times.median()},        {"fastest", fastest},          {"slowest", slowest},
          {"ranks", json_of(times.of_rank)}, {"pack", json_of(times.pack)}, {"wait", json_of(times.wait)},
          {"unpack", json_of(times.unpack)}, {"sums", json_of(times.sums)}};
}

Json json_of(const HaloMethodResult& method) {
  return {{"set_up", method.set_up}, {"warm", json_of(method.warm)}, {"cold", json_of(method.cold)}};
}

Json json_of(const HaloChoice& choice) {
  return {{"method", choice.method},
          {"regret", choice.regret.value},
          {"interval", {choice.regret.low, choice.regret.high}}};
}

void print_method(const HaloMethodResult& method, double copy, const HaloTimes* ordered) {
  const HaloTimes& warm = method.warm;
  const auto us = [](double seconds) { return 1e6 * seconds; };
  const std::string cold =
      method.cold.seconds.empty() ? "-" : fmt::format("{:.1f}", us(method.cold.median()));
  const std::string ratio =
      ordered ? fmt::format("{:.2f}", ordered->sums.mean / warm.sums.mean) : std::string("-");
  fmt::print("{:24} {:9.1f} {:>9} {:>9} {:8.2f} {:9.1f} {:9.1f} {:9.1f} {:8.1f} {:8.1f} {:8.1f}\n",
             method.name, us(warm.median()), cold, ratio, copy > 0.0 ? warm.median() / copy : 0.0,
             us(warm.of_rank.least), us(warm.of_rank.mean), us(warm.of_rank.most), us(warm.pack.mean),
             us(warm.wait.mean), us(warm.unpack.mean));
}

}  // namespace

RankSpread find_spread(std::span<const double> of_rank) {
  ensure(!of_rank.empty(), "a spread over no ranks");
  RankSpread spread{0.0, of_rank.front(), of_rank.front()};
  for (const double value : of_rank) {
    spread.mean += value / double(of_rank.size());
    spread.least = std::min(spread.least, value);
    spread.most = std::max(spread.most, value);
  }
  return spread;
}

double HaloTimes::median() const {
  return groundswell::median(seconds);
}

HaloTimes summarise(std::span<const HaloSample> samples, int n_rank) {
  HaloTimes times;
  if (samples.empty()) return times;
  ensure(samples.size() % std::size_t(n_rank) == 0, samples.size(), " samples of ", n_rank, " ranks");
  times.seconds.assign(samples.size() / std::size_t(n_rank), 0.0);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    double& slowest = times.seconds[i % times.seconds.size()];
    slowest = std::max(slowest, samples[i].seconds);
  }
  times.of_rank = spread_of_medians(samples, n_rank, &HaloSample::seconds);
  times.pack = spread_of_medians(samples, n_rank, &HaloSample::pack);
  times.wait = spread_of_medians(samples, n_rank, &HaloSample::wait);
  times.unpack = spread_of_medians(samples, n_rank, &HaloSample::unpack);
  times.sums = spread_of_sums(samples, n_rank);
  return times;
}

const HaloMethodResult& HaloCaseResult::method(const std::string& name) const {
  for (const HaloMethodResult& each : methods)
    if (each.name == name) return each;
  throw Error(text("halo method '", name, "' was not timed on ", n_rank, " ranks"));
}

double HaloCaseResult::widest_interval() const {
  double widest = 0.0;
  for (const HaloChoice& choice : choices) widest = std::max(widest, choice.regret.width());
  return widest;
}

Ratio find_regret(const std::vector<HaloMethodResult>& methods, const std::string& chosen) {
  const std::vector<double>* times = nullptr;
  std::vector<std::vector<double>> all;
  for (const HaloMethodResult& method : methods) {
    if (method.name == halo_chooser) continue;
    all.push_back(method.warm.seconds);
    if (method.name == chosen) times = &method.warm.seconds;
  }
  require(times != nullptr, "auto has chosen the halo method '", chosen,
          "', which was not timed itself; name it in --methods too");
  return ratio_to_best(*times, all);
}

Json to_json(const HaloCaseResult& result) {
  Json json;
  json["cells"] = result.n_cell;
  json["ranks"] = result.n_rank;
  json["floats"] = result.n_float;
  json["rings"] = result.n_ring;
  json["partition"] = result.partition;
  json["reorder"] = result.reorder;
  json["repetitions"] = result.copy.warm.seconds.size();
  for (const HaloMethodResult& method : result.methods) json["medians"][method.name] = method.warm.median();
  for (const HaloMethodResult& method : result.methods)
    if (!method.cold.seconds.empty()) json["cold_medians"][method.name] = method.cold.median();
  if (!result.choices.empty()) {
    const HaloChoice& timed = result.choices.back();
    json["chosen"] = timed.method;
    json["regret"] = timed.regret.value;
    json["interval"] = {timed.regret.low, timed.regret.high};
    for (const HaloChoice& choice : result.choices) json["choices"].push_back(json_of(choice));
  }
  json["copy_bound"] = json_of(result.copy);
  json["neighbours"] = json_of(result.neighbours);
  json["sent_bytes"] = json_of(result.sent_bytes);
  for (const HaloMethodResult& method : result.methods) json["methods"][method.name] = json_of(method);
  if (!result.unavailable.empty()) json["unavailable"] = result.unavailable;
  json["seconds"] = result.seconds;
  return json;
}

void print_halo_case(const HaloCaseResult& result) {
  fmt::print(
      "{} cells on {} ranks, {} floats per cell, {} ring{} of halo: a rank sends up to {:.3f} MB to {} "
      "neighbours; {} repetitions\n",
      result.n_cell, result.n_rank, result.n_float, result.n_ring, result.n_ring == 1 ? "" : "s",
      1e-6 * result.sent_bytes.most, result.neighbours.most, result.copy.warm.seconds.size());
  fmt::print("{:24} {:>9} {:>9} {:>9} {:>8} {:>9} {:>9} {:>9} {:>8} {:>8} {:>8}\n", "method (times in us)",
             "warm", "cold", "speed-up", "/ copy", "min", "mean", "max", "pack", "wait", "unpack");
  const double copy = result.copy.warm.median();
  const HaloTimes* ordered = nullptr;
  for (const HaloMethodResult& method : result.methods)
    if (method.name == "point_to_point_ordered") ordered = &method.warm;
  for (const HaloMethodResult& method : result.methods) print_method(method, copy, ordered);
  print_method(result.copy, copy, nullptr);
  for (const HaloChoice& choice : result.choices)
    fmt::print("auto has chosen {}: {:.2f} ({:.2f} to {:.2f}) of the best\n", choice.method,
               choice.regret.value, choice.regret.low, choice.regret.high);
  for (const auto& [method, why] : result.unavailable) fmt::print("{} is left out: {}\n", method, why);
  std::fflush(stdout);
}

}  // namespace groundswell
