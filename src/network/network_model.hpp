// SPDX-License-Identifier: Apache-2.0
// The measured performance of a network: the time of a message between each pair of its places, by message
// size. Places are nodes of a cluster, single processes, or cores or memories of a node. The model is the
// weighted, directed, complete graph M = (N, E) of the published network performance model; a distance is the
// time of a message of one size.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "network/distance_matrix.hpp"

namespace groundswell {

struct NetworkPlace {
  // Unique. Names a node, a process on a node or a part of a node: "n12", "n12/3", "core 5".
  std::string name;
  std::string host;  // the node

  friend bool operator==(const NetworkPlace&, const NetworkPlace&) = default;
};

// How far a new measurement is from the known values, over all pairs and sizes that both contain.
struct NetworkDrift {
  int n_pair = 0;             // pairs with new values
  double median_ratio = 1.0;  // of new to old times
  double most_ratio = 1.0;    // the largest change in either direction: max(new / old, old / new)
  int from = -1, to = -1;     // the pair with most_ratio
  std::int64_t bytes = 0;     // the message size with most_ratio
};

class NetworkModel {
 public:
  NetworkModel() = default;
  // A model without measurements. Throws Error if two places have the same name, or if sizes are not in
  // ascending order or are below 1 byte.
  NetworkModel(std::vector<NetworkPlace> places, std::vector<std::int64_t> bytes);

  int n_place() const { return int(places_.size()); }
  const std::vector<NetworkPlace>& places() const { return places_; }
  const std::vector<std::int64_t>& bytes() const { return bytes_; }

  // One-way time [s] for size number `size`; NaN if not measured.
  double measured(int size, int from, int to) const { return seconds_[std::size_t(size)](from, to); }
  void set(int size, int from, int to, double seconds);
  // Whether messages of every size were measured from one place to the other.
  bool has_pair(int from, int to) const;
  // Whether every pair has a value of every size in both directions.
  bool is_complete() const;

  // The time of a message [s]: linear in the bytes between measured sizes, extrapolated beyond the largest
  // from the last two, constant below the smallest and where the measured times fall with size; 0 from a
  // place to itself. Throws Error unless messages of every size were measured for the pair.
  double seconds(int from, int to, double bytes) const;
  double latency(int from, int to) const { return seconds(from, to, 1.0); }  // [s]
  double bandwidth(int from, int to) const;                                  // [B/s], of the largest message
  DistanceMatrix distances(double bytes) const;

  // The sub-network of these places, in that order.
  NetworkModel part(std::span<const int> places) const;
  // Merges in the measurements of `newer`, between the same places, for sizes that both have: old * (1 -
  // weight) + new * weight, or the new value if there was none. Throws Error if the places differ, if there
  // is no common size or if the weight is outside (0, 1].
  NetworkDrift update(const NetworkModel& newer, double weight);

 private:
  std::vector<NetworkPlace> places_;
  std::vector<std::int64_t> bytes_;
  std::vector<DistanceMatrix> seconds_;  // for each size; the diagonal is 0
};

}  // namespace groundswell
