// SPDX-License-Identifier: Apache-2.0
// The processes of a probe: the first one leads, one per place measures when asked to, and all others sleep
// until the probe ends. Every wait has a deadline.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "network/distance_matrix.hpp"
#include "probe/ping.hpp"
#include "probe/probe.hpp"

namespace groundswell {

// The result of one place for its messages to another.
struct Measurement {
  int size = 0, from = 0, to = 0;
  double seconds = 0.0;       // one way
  double both_seconds = 0.0;  // including the answer
  double room_seconds = 0.0;  // [s] to allocate buffers before the first message this large
  std::int64_t n_sample = 0, n_outlier = 0;
};

class ProbeCrew {
 public:
  // Collective. Throws Error on all ranks present if one is missing after `answer_seconds`.
  ProbeCrew(const Communicator& communicator, PlaceKind places, double answer_seconds);

  const std::vector<NetworkPlace>& places() const { return places_; }
  bool leads() const { return communicator_.rank() == 0; }
  // Whether this process represents a place.
  bool is_place() const;
  const Communicator& communicator() const { return communicator_; }

  // Collective: calls lead() on the first process while the others do what measure() asks of them. Throws
  // Error on all ranks that answer: what lead() throws, or that the first process was silent for
  // `most_seconds`; after an Error the crew cannot be used any more.
  void run(double most_seconds, const std::function<void()>& lead);

  // To be called within lead(): measures all pairs of the step at the same time, each in both directions. An
  // answer is assumed to take as long as the smallest message, which must be measured first. Throws an Error
  // that names a pair that does not answer.
  std::vector<Measurement> measure(const ProbeStep& step, const PingSettings& settings);

 private:
  struct Order;
  struct Report;
  struct Posted;

  void lead_all(const std::function<void()>& lead);
  void follow(double most_seconds);
  Report obey(const Order& order);
  void post(Posted& posted, const ProbeStep& step, const PingSettings& settings) const;
  void await(Posted& posted, const ProbeStep& step, double seconds) const;
  [[noreturn]] void name_silent(const Posted& posted, const ProbeStep& step) const;
  void end(const std::string& failure) const;
  double one_way(const Report& report, const PingSettings& settings, int from, int to);

  double answer_seconds_;
  Communicator communicator_;
  std::vector<NetworkPlace> places_;
  std::vector<int> rank_of_place_;
  PingBuffers buffers_;
  DistanceMatrix answers_;  // one-way time of the smallest message
};

}  // namespace groundswell
