// SPDX-License-Identifier: Apache-2.0
// What a network was measured to do: the time of a message between every two of its places, by the size of
// the message. Places are nodes of a cluster, or single processes. It is the weighted, directed, complete
// graph M = (N, E) of the published network performance model; a distance is the time of a message of one
// size.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "network/distance_matrix.hpp"

namespace groundswell {

struct NetworkPlace {
  std::string name;  // of the node, or of the node and a process on it: "n12", "n12/3"; each once
  std::string host;  // the node

  friend bool operator==(const NetworkPlace&, const NetworkPlace&) = default;
};

// How far a new measurement is from what was known, over all pairs and sizes that both have.
struct NetworkDrift {
  int n_pair = 0;             // with new values
  double median_ratio = 1.0;  // of new seconds to old
  double most_ratio = 1.0;    // the largest, either way: max(new / old, old / new)
  int from = -1, to = -1;     // the pair it belongs to
  std::int64_t bytes = 0;     // and the size
};

class NetworkModel {
 public:
  NetworkModel() = default;
  // Nothing is measured yet. Sizes ascend. Throws Error for places with the same name and for sizes that do
  // not ascend or are below 1 byte.
  NetworkModel(std::vector<NetworkPlace> places, std::vector<std::int64_t> bytes);

  int n_place() const { return int(places_.size()); }
  const std::vector<NetworkPlace>& places() const { return places_; }
  const std::vector<std::int64_t>& bytes() const { return bytes_; }

  // One way [s], of size number `size`; not a number where that was not measured.
  double measured(int size, int from, int to) const { return seconds_[std::size_t(size)](from, to); }
  void set(int size, int from, int to, double seconds);
  // Whether messages from one to the other were measured, of every size.
  bool has_pair(int from, int to) const;
  // Whether every pair has a value of every size, both ways.
  bool is_complete() const;

  // The time of a message [s]: between measured sizes in proportion to the bytes, beyond the largest at the
  // rate between the last two, below the smallest as the smallest; 0 from a place to itself. Throws Error for
  // a pair that was not measured.
  double seconds(int from, int to, double bytes) const;
  double latency(int from, int to) const { return seconds(from, to, 1.0); }  // [s]
  double bandwidth(int from, int to) const;                                  // [B/s], of the largest message
  DistanceMatrix distances(double bytes) const;

  // The part of the network that these places make, in that order.
  NetworkModel part(std::span<const int> places) const;
  // Takes what `newer` has measured of the same places, of sizes that both have: old * (1 - weight) + new *
  // weight, or the new value where there was none. Throws Error for other places, where no size is the same,
  // and for a weight outside (0, 1].
  NetworkDrift update(const NetworkModel& newer, double weight);

 private:
  std::vector<NetworkPlace> places_;
  std::vector<std::int64_t> bytes_;
  std::vector<DistanceMatrix> seconds_;  // of each size; the diagonal is 0
};

}  // namespace groundswell
