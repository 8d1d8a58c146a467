// SPDX-License-Identifier: Apache-2.0
#include "placement/prediction.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace groundswell {
namespace {

// The times of one node by direction.
struct OneWay {
  double out = 0.0, in = 0.0;
  double longer() const { return std::max(out, in); }
};

// The time under load, or the quiet time if the pair was not measured under load. Beyond the largest size
// measured under load, the quiet time is multiplied by the slowdown at that size if quiet times reach to
// larger sizes; otherwise the times under load are extrapolated.
double seconds_of(const NetworkModel& between, const NetworkModel& under_load, int from, int to,
                  double bytes) {
  const double quiet = between.seconds(from, to, bytes);
  if (!under_load.has_pair(from, to)) return quiet;
  const auto most = double(under_load.bytes().back());
  if (bytes <= most || under_load.bytes().back() >= between.bytes().back())
    return under_load.seconds(from, to, bytes);
  return quiet * under_load.seconds(from, to, most) / std::max(between.seconds(from, to, most), 1e-12);
}

double longest(const std::vector<OneWay>& nodes) {
  double most = 0.0;
  for (const OneWay& node : nodes) most = std::max(most, node.longer());
  return most;
}

void check_places(std::span<const RankLink> links, std::span<const int> node_of_rank,
                  const NetworkModel& between, const NetworkModel& under_load) {
  require(under_load.n_place() == 0 || under_load.places() == between.places(),
          "the network has different places with and without load; probe it again");
  const int n_rank = int(node_of_rank.size());
  for (const RankLink& link : links)
    require(
        std::min(link.rank, link.other) >= 0 && std::max(link.rank, link.other) < n_rank && link.weight >= 0,
        "a message from rank ", link.rank, " to ", link.other, " with ", link.weight,
        " bytes cannot be among ", n_rank, " ranks; ranks go from 0 to ", n_rank - 1,
        ", bytes are not negative");
  for (const int node : node_of_rank)
    require(node >= 0 && node < between.n_place(), "a rank lies on node ", node, ", but the network has ",
            between.n_place(), "; probe all nodes of the run");
}

}  // namespace

ExchangePrediction predict_exchange(std::span<const RankLink> links, std::span<const int> node_of_rank,
                                    const NetworkModel& between, const NetworkModel& under_load) {
  check_places(links, node_of_rank, between, under_load);
  const auto n_node = std::size_t(between.n_place());
  std::vector<OneWay> quiet(n_node), loaded(n_node);
  std::vector<std::int64_t> n_message(n_node, 0);
  ExchangePrediction prediction;
  for (const RankLink& link : links) {
    const int from = node_of_rank[std::size_t(link.rank)], to = node_of_rank[std::size_t(link.other)];
    if (from == to) continue;
    const double seconds = between.seconds(from, to, double(link.weight));
    const double busy = seconds_of(between, under_load, from, to, double(link.weight));
    quiet[std::size_t(from)].out += seconds;
    quiet[std::size_t(to)].in += seconds;
    loaded[std::size_t(from)].out += busy;
    loaded[std::size_t(to)].in += busy;
    prediction.sum += busy;
    ++prediction.n_message;
    for (const int node : {from, to})
      prediction.most_messages = std::max(prediction.most_messages, ++n_message[std::size_t(node)]);
  }
  for (const OneWay& node : loaded) prediction.node_seconds.push_back(node.longer());
  prediction.seconds = longest(loaded);
  if (prediction.n_message == 0) return prediction;
  prediction.slowest =
      int(std::ranges::max_element(prediction.node_seconds) - prediction.node_seconds.begin());
  if (longest(quiet) > 0.0) prediction.contention = prediction.seconds / longest(quiet);
  return prediction;
}

}  // namespace groundswell
