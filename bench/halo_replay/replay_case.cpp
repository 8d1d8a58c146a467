// SPDX-License-Identifier: Apache-2.0
#include "bench/halo_replay/replay_case.hpp"

#include <algorithm>
#include <random>

#include "base/error.hpp"

namespace groundswell {

ReplayCase make_replay_case(const PartPairs& pairs, const std::string& placement, int n_ring,
                            const ReplaySettings& settings) {
  return {pairs, placement, n_ring,
          make_load(pairs, n_ring, settings.cell_bytes,
                    place_parts(placement, pairs.n_part, settings.cluster.cores))};
}

std::vector<double> draw_begins(int n_rank, double late) {
  std::mt19937_64 random(1);
  std::vector<double> begins;
  for (int rank = 0; rank < n_rank; ++rank) begins.push_back(late * double(random() >> 11) * 0x1p-53);
  return begins;
}

RankTimes summarize_times(std::span<const double> begin, std::span<const double> finish) {
  ensure(begin.size() == finish.size() && !begin.empty(), "times of ", begin.size(), " and ", finish.size(),
         " ranks");
  RankTimes times{0.0, 0.0, finish[0] - begin[0]};
  for (std::size_t rank = 0; rank < begin.size(); ++rank) {
    const double seconds = finish[rank] - begin[rank];
    times.mean += seconds / double(begin.size());
    times.most = std::max(times.most, seconds);
    times.least = std::min(times.least, seconds);
  }
  return times;
}

nlohmann::ordered_json to_json(const ReplaySettings& settings) {
  const ClusterModel& cluster = settings.cluster;
  return {{"cores_per_node", cluster.cores},
          {"node_gb_per_s", 1e-9 * cluster.node_bandwidth},
          {"latency_us", 1e6 * cluster.latency},
          {"flag_latency_us", 1e6 * cluster.flag_latency},
          {"copy_gb_per_s", 1e-9 * cluster.copy_bandwidth},
          {"message_overhead_us", 1e6 * cluster.message_overhead},
          {"eager_bytes", cluster.eager_bytes},
          {"cell_bytes", settings.cell_bytes},
          {"late_us", 1e6 * settings.late}};
}

nlohmann::ordered_json to_json(const RankTimes& times) {
  return {{"mean", 1e6 * times.mean}, {"max", 1e6 * times.most}, {"min", 1e6 * times.least}};
}

nlohmann::ordered_json describe_case(const ReplayCase& which, const ReplaySettings& settings) {
  const LoadCount count = count_load(which.load);
  const double link = double(count.most_node_bytes) / settings.cluster.node_bandwidth;
  return {{"cells", which.pairs.n_cell},
          {"ranks", which.pairs.n_part},
          {"partition", which.pairs.partition},
          {"placement", which.placement},
          {"rings", which.n_ring},
          {"late_us", 1e6 * settings.late},
          {"messages", count.messages},
          {"bytes", count.bytes},
          {"messages_between_nodes", count.far_messages},
          {"bytes_between_nodes", count.far_bytes},
          {"node_pairs", count.node_pairs},
          {"busiest_link_bytes", count.most_node_bytes},
          {"busiest_link_us", 1e6 * link}};
}

}  // namespace groundswell
