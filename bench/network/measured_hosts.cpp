// SPDX-License-Identifier: Apache-2.0
#include "bench/network/measured_hosts.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "comm/placement.hpp"
#include "comm/together.hpp"
#include "network/host_distances.hpp"
#include "network/node_traffic.hpp"
#include "placement/prediction.hpp"

namespace groundswell {

MeasuredHosts::MeasuredHosts(const Communicator& world, const std::filesystem::path& file) : is_known_(true) {
  const Placement placement = find_placement(world);
  is_one_host_ = placement.hosts.size() == 1;
  host_of_rank_ = placement.host_of_rank;
  run_on_root(world, 0, [&] {
    const NetworkFile network = read_network(file);
    const std::vector<int> places =
        find_hosts(network.between, placement.hosts, text("'", file.string(), "'"));
    between_ = network.between.part(places);
    if (network.under_load.n_place() > 0) under_load_ = network.under_load.part(places);
  });
}

std::vector<int> MeasuredHosts::find_order(const Communicator& world, const BenchPattern& pattern,
                                           std::int64_t bytes, const NodeMapFinder& find) const {
  std::vector<int> order;
  if (is_one_host_) return order;
  run_on_root(world, 0, [&] {
    order = find(pattern(world.size(), bytes), host_of_rank_, between_.distances(double(bytes)));
  });
  world.broadcast(order, 0);
  return order;
}

std::vector<double> MeasuredHosts::predict(const PlacedRanks& ranks, const BenchPattern& pattern,
                                           std::int64_t bytes) const {
  std::vector<double> seconds;
  if (is_one_host_) return seconds;
  run_on_root(ranks.world(), 0, [&] {
    const std::vector<RankLink> links = pattern(ranks.world().size(), bytes);
    for (std::size_t i = 0; i < ranks.n_placement(); ++i) {
      const std::vector<int> host_of_rank =
          i == 0 ? host_of_rank_ : move_nodes(host_of_rank_, ranks.new_rank());
      seconds.push_back(predict_exchange(links, host_of_rank, between_, under_load_).seconds);
    }
  });
  ranks.world().broadcast(seconds, 0);
  return seconds;
}

DistanceMatrix MeasuredHosts::make_rank_distances(double bytes) const {
  const DistanceMatrix between = between_.distances(bytes);
  double least = is_one_host_ ? 1.0 : std::numeric_limits<double>::infinity();
  for (int a = 0; a < between.size(); ++a)
    for (int b = 0; b < between.size(); ++b)
      if (a != b) least = std::min(least, between(a, b));
  DistanceMatrix distances(int(host_of_rank_.size()));
  for (int a = 0; a < distances.size(); ++a)
    for (int b = 0; b < distances.size(); ++b) {
      const int from = host_of_rank_[std::size_t(a)], to = host_of_rank_[std::size_t(b)];
      if (a != b) distances(a, b) = from == to ? 0.1 * least : between(from, to);
    }
  return distances;
}

}  // namespace groundswell
