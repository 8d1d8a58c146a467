// SPDX-License-Identifier: Apache-2.0
#include "bench/network/all_to_all.hpp"

#include <algorithm>
#include <memory>

#include "base/block.hpp"
#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "bench/network/message_pattern.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// One rank's part in the MPI_Alltoall of its group, with its buffers.
class AllToAllRun {
 public:
  AllToAllRun(const Communicator& all, const AllToAllSettings& settings)
      : group_number_(rank_of_block(all.rank(), all.size(), settings.n_group)),
        group_(all.split(group_number_, all.rank())),
        bytes_(std::size_t(settings.bytes)),
        sent_(bytes_ * std::size_t(group_.size())),
        received_(sent_.size()) {
    for (int to = 0; to < group_.size(); ++to) fill_pattern(part(sent_, to), key(group_.rank(), to));
  }

  int group_number() const { return group_number_; }
  double run() {
    const Stopwatch stopwatch;
    group_.all_to_all(std::span<const std::byte>(sent_), std::span(received_));
    return stopwatch.seconds();
  }
  // Clears the receive buffer and repeats the exchange. Throws Error if any data have not arrived.
  void check() {
    std::ranges::fill(received_, std::byte{});
    run();
    for (int from = 0; from < group_.size(); ++from)
      require(has_pattern(part(received_, from), key(from, group_.rank())), "of ", bytes_,
              " bytes that rank ", from, " of group ", group_number_, " sent to rank ", group_.rank(),
              " by MPI_Alltoall, some did not come");
  }

 private:
  std::span<std::byte> part(std::vector<std::byte>& bytes, int rank) const {
    return std::span(bytes).subspan(std::size_t(rank) * bytes_, bytes_);
  }
  std::uint64_t key(int from, int to) const {
    return (std::uint64_t(group_number_) * 4194304u + std::uint64_t(from)) * 4194304u + std::uint64_t(to);
  }

  int group_number_;
  Communicator group_;
  std::size_t bytes_;
  std::vector<std::byte> sent_, received_;
};

// For each group, the times of its slowest rank in the repetitions, without outliers.
std::vector<KeptTimes> group_times(const Communicator& world, int group_number, int n_group,
                                   const std::vector<double>& mine) {
  const std::vector<int> group_of = world.all_gather(group_number);
  const std::vector<double> all = world.all_gather(std::span(mine));
  std::vector<std::vector<double>> slowest(std::size_t(n_group), std::vector<double>(mine.size(), 0.0));
  for (std::size_t rank = 0; rank < group_of.size(); ++rank)
    for (std::size_t i = 0; i < mine.size(); ++i) {
      double& time = slowest[std::size_t(group_of[rank])][i];
      time = std::max(time, all[rank * mine.size() + i]);
    }
  std::vector<KeptTimes> groups;
  for (const std::vector<double>& seconds : slowest) groups.push_back(keep_times(seconds));
  return groups;
}

}  // namespace

double AllToAllResult::group_variation(std::size_t placement) const {
  const auto [least, most] = std::ranges::minmax_element(groups[placement], {}, &KeptTimes::median);
  return most->median() / least->median();
}

AllToAllResult time_all_to_all(const PlacedRanks& ranks, const AllToAllSettings& settings) {
  const Communicator& world = ranks.world();
  require(settings.n_group >= 1 && settings.n_group <= world.size(), "--groups asks for ", settings.n_group,
          " groups of ", world.size(), " ranks; give 1 to ", world.size());
  std::vector<std::unique_ptr<AllToAllRun>> runs;
  std::vector<PlacedWay> ways;
  for (std::size_t i = 0; i < ranks.n_placement(); ++i) {
    runs.push_back(std::make_unique<AllToAllRun>(ranks[i], settings));
    ways.push_back({[run = runs.back().get()] { return run->run(); }, {}, {}});
  }
  for (const auto& run : runs) run_together(world, [&] { run->check(); });
  time_in_turns(world, ways, settings.repetitions);
  for (const auto& run : runs) run_together(world, [&] { run->check(); });
  AllToAllResult result;
  result.settings = settings;
  std::vector<std::vector<double>> seconds;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    seconds.push_back(ways[i].seconds);
    result.groups.push_back(group_times(world, runs[i]->group_number(), settings.n_group, ways[i].mine));
  }
  result.times = compare_placements(seconds);
  return result;
}

nlohmann::ordered_json to_json(const AllToAllResult& result) {
  nlohmann::ordered_json json;
  json["bytes"] = result.settings.bytes;
  json["repetitions"] = result.settings.repetitions;
  json.update(to_json(result.times));
  if (result.settings.n_group == 1) return json;
  for (std::size_t i = 0; i < result.groups.size(); ++i) {
    nlohmann::ordered_json groups;
    groups["variation"] = result.group_variation(i);
    for (const KeptTimes& times : result.groups[i]) groups["times"].push_back(to_json(times));
    json["groups"][PlacedRanks::name(i)] = groups;
  }
  return json;
}

}  // namespace groundswell
