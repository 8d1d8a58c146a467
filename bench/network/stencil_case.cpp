// SPDX-License-Identifier: Apache-2.0
#include "bench/network/stencil_case.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "base/error.hpp"
#include "base/names.hpp"
#include "base/stopwatch.hpp"
#include "bench/network/message_pattern.hpp"
#include "bench/network/stencil_exchange.hpp"
#include "comm/exact_sum.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

class StencilRun {
 public:
  StencilRun(const Communicator& communicator, const StencilSettings& settings, const StencilMode& mode)
      : computes_(settings.computes),
        mode_(mode),
        exchange_(communicator, RankGrid(settings.extent, parse_axes(settings.axes)),
                  std::size_t(settings.unit_bytes)),
        average_(computes_ ? std::size_t(settings.unit_bytes) / sizeof(float) : 0) {
    fill_pattern(exchange_.unit(StencilExchange::own), key(communicator.rank()));
  }

  double run() {
    const Stopwatch stopwatch;
    exchange_.run(mode_);
    if (!computes_) return stopwatch.seconds();
    const double exchanged = stopwatch.seconds();
    compute();
    computing_seconds_.push_back(stopwatch.seconds() - exchanged);
    return stopwatch.seconds();
  }
  // Repeats the exchange into cleared buffers. Throws Error if any data have not arrived.
  void check() {
    for (int unit = 0; unit < StencilExchange::n_unit; ++unit)
      if (unit != StencilExchange::own) std::ranges::fill(exchange_.unit(unit), std::byte{});
    exchange_.run(mode_);
    const int rank = exchange_.communicator().rank();
    for (int unit = 0; unit < StencilExchange::n_unit; ++unit) {
      const GridPlace direction = StencilExchange::direction_of(unit);
      const int from = exchange_.grid().neighbour(rank, direction);
      require(has_pattern(exchange_.unit(unit), key(from)), "mode ", mode_.name,
              " did not bring the unit of rank ", from, " to rank ", rank,
              ", whose neighbour it is in direction (", direction[0], ", ", direction[1], ", ", direction[2],
              ")");
    }
  }
  double computing_seconds() const {
    return computing_seconds_.empty() ? 0.0 : keep_times(computing_seconds_).median();
  }

 private:
  static std::uint64_t key(int rank) { return std::uint64_t(rank) + 1; }
  // Reads the bytes as integers: as floats, some would be NaN, which would slow the arithmetic.
  void compute() {
    std::ranges::fill(average_, 0.0f);
    for (int unit = 0; unit < StencilExchange::n_unit; ++unit) {
      const std::span<const std::byte> bytes = exchange_.unit(unit);
      for (std::size_t i = 0; i < average_.size(); ++i) {
        std::int32_t value = 0;
        std::memcpy(&value, bytes.data() + i * sizeof(value), sizeof(value));
        average_[i] += float(value) / float(StencilExchange::n_unit);
      }
    }
  }

  bool computes_;
  const StencilMode& mode_;
  StencilExchange exchange_;
  std::vector<float> average_;
  std::vector<double> computing_seconds_;
};

}  // namespace

StencilResult time_stencil(const PlacedRanks& ranks, StencilSettings settings) {
  const Communicator& world = ranks.world();
  if (settings.modes.empty()) settings.modes = names_of(stencil_modes());
  std::vector<std::unique_ptr<StencilRun>> runs;
  std::vector<PlacedWay> ways;
  for (const std::string& mode : settings.modes)
    for (std::size_t i = 0; i < ranks.n_placement(); ++i) {
      runs.push_back(std::make_unique<StencilRun>(ranks[i], settings, find_stencil_mode(mode)));
      ways.push_back({[run = runs.back().get()] { return run->run(); }, {}, {}});
    }
  for (const auto& run : runs) run_together(world, [&] { run->check(); });
  time_in_turns(world, ways, settings.repetitions);
  for (const auto& run : runs) run_together(world, [&] { run->check(); });
  StencilResult result;
  for (std::size_t mode = 0; mode < settings.modes.size(); ++mode) {
    std::vector<std::vector<double>> seconds;
    for (std::size_t i = 0; i < ranks.n_placement(); ++i)
      seconds.push_back(ways[mode * ranks.n_placement() + i].seconds);
    result.times.push_back(compare_placements(seconds));
    const double computing = runs[mode * ranks.n_placement()]->computing_seconds();
    result.computing_seconds.push_back(sum_exact(world, std::span(&computing, 1)) / world.size());
  }
  result.settings = std::move(settings);
  return result;
}

nlohmann::ordered_json to_json(const StencilResult& result) {
  const StencilSettings& settings = result.settings;
  nlohmann::ordered_json json;
  json["grid"] = settings.extent;
  json["axes"] = settings.axes;
  json["unit_bytes"] = settings.unit_bytes;
  json["computes"] = settings.computes;
  json["repetitions"] = settings.repetitions;
  for (std::size_t mode = 0; mode < settings.modes.size(); ++mode) {
    nlohmann::ordered_json& one = json["modes"][settings.modes[mode]];
    one = to_json(result.times[mode]);
    if (settings.computes) one["computing_seconds"] = result.computing_seconds[mode];
  }
  return json;
}

}  // namespace groundswell
