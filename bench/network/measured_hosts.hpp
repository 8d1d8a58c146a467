// SPDX-License-Identifier: Apache-2.0
// What a file of `groundswell network probe` tells about the hosts of a benchmark: an order of the ranks and
// predicted times are computed from it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "bench/network/placed_ranks.hpp"
#include "comm/rank_link.hpp"
#include "network/distance_matrix.hpp"
#include "network/network_model.hpp"
#include "placement/job_map.hpp"

namespace groundswell {

// The messages between the ranks of a benchmark; `bytes` is the size stated by the benchmark's case.
using BenchPattern = std::function<std::vector<RankLink>(int n_rank, std::int64_t bytes)>;

class MeasuredHosts {
 public:
  // Without a file, nothing is known.
  MeasuredHosts() = default;
  // The first rank reads the file. Throws Error, on all ranks, if it lacks a host of the run. Collective,
  // like find_order() and predict().
  MeasuredHosts(const Communicator& world, const std::filesystem::path& file);

  bool is_known() const { return is_known_; }
  // The new rank of each rank, chosen by `find` for messages of `bytes`; empty if nothing is known, or all
  // ranks are on one host.
  std::vector<int> find_order(const Communicator& world, const BenchPattern& pattern, std::int64_t bytes,
                              const NodeMapFinder& find) const;
  // The predicted time of the exchange in each placement [s]; empty if nothing is known, or all ranks are on
  // one host.
  std::vector<double> predict(const PlacedRanks& ranks, const BenchPattern& pattern,
                              std::int64_t bytes) const;
  // Distances between ranks [s]: those between their hosts or, within a host, a tenth of the smallest of
  // these (0.1 if there is only one host). For the first rank only; not collective.
  DistanceMatrix make_rank_distances(double bytes) const;

 private:
  bool is_known_ = false;
  bool is_one_host_ = true;
  std::vector<int> host_of_rank_;
  NetworkModel between_, under_load_;  // on the first rank
};

}  // namespace groundswell
