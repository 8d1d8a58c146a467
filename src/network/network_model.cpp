// SPDX-License-Identifier: Apache-2.0
#include "network/network_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/median.hpp"

namespace groundswell {

NetworkModel::NetworkModel(std::vector<NetworkPlace> places, std::vector<std::int64_t> bytes)
    : places_(std::move(places)), bytes_(std::move(bytes)) {
  std::set<std::string> names;
  for (const NetworkPlace& place : places_)
    require(names.insert(place.name).second, "the network has two places of the name '", place.name,
            "'; each needs its own");
  for (std::size_t i = 0; i < bytes_.size(); ++i)
    require(bytes_[i] >= 1 && (i == 0 || bytes_[i] > bytes_[i - 1]), "the network has messages of ",
            bytes_[i], " bytes as size ", i + 1, "; sizes are 1 byte or more and ascend");
  DistanceMatrix unknown(n_place());
  for (int a = 0; a < n_place(); ++a)
    for (int b = 0; b < n_place(); ++b)
      unknown(a, b) = a == b ? 0.0 : std::numeric_limits<double>::quiet_NaN();
  seconds_.assign(bytes_.size(), unknown);
}

void NetworkModel::set(int size, int from, int to, double seconds) {
  require(std::isfinite(seconds) && seconds >= 0, "a message from ", places_[std::size_t(from)].name, " to ",
          places_[std::size_t(to)].name, " cannot take ", seconds, " s");
  if (from != to) seconds_[std::size_t(size)](from, to) = seconds;
}

bool NetworkModel::has_pair(int from, int to) const {
  const auto is_known = [&](const DistanceMatrix& of_size) { return !std::isnan(of_size(from, to)); };
  return n_place() > 0 && !seconds_.empty() && std::ranges::all_of(seconds_, is_known);
}

bool NetworkModel::is_complete() const {
  for (int a = 0; a < n_place(); ++a)
    for (int b = 0; b < n_place(); ++b)
      if (!has_pair(a, b)) return false;
  return !seconds_.empty();
}

double NetworkModel::seconds(int from, int to, double bytes) const {
  if (from == to) return 0.0;
  const int n_size = int(bytes_.size());
  const auto at = [&](int size) { return measured(size, from, to); };
  for (int size = 0; size < n_size; ++size)
    require(!std::isnan(at(size)), "the network from ", places_[std::size_t(from)].name, " to ",
            places_[std::size_t(to)].name, " was not measured; probe it first");
  require(n_size > 0, "the network has no measured sizes of messages; probe it first");
  if (n_size == 1 || bytes <= double(bytes_[0])) return at(0);
  int above = 1;
  while (above < n_size - 1 && double(bytes_[std::size_t(above)]) < bytes) ++above;
  const double first = double(bytes_[std::size_t(above) - 1]), last = double(bytes_[std::size_t(above)]);
  const double slope = (at(above) - at(above - 1)) / (last - first);
  // Times that fall with size are noise: assume the larger message takes at least as long.
  return at(above - 1) + std::max(slope, 0.0) * (bytes - first);
}

double NetworkModel::bandwidth(int from, int to) const {
  require(from != to, "a place has no bandwidth to itself");
  const double bytes = bytes_.empty() ? 0.0 : double(bytes_.back());
  return bytes / seconds(from, to, bytes);
}

DistanceMatrix NetworkModel::distances(double bytes) const {
  DistanceMatrix all(n_place());
  for (int a = 0; a < n_place(); ++a)
    for (int b = 0; b < n_place(); ++b) all(a, b) = seconds(a, b, bytes);
  return all;
}

NetworkModel NetworkModel::part(std::span<const int> places) const {
  std::vector<NetworkPlace> chosen;
  for (const int place : places) {
    require(place >= 0 && place < n_place(), "the network has no place ", place, "; it has ", n_place());
    chosen.push_back(places_[std::size_t(place)]);
  }
  NetworkModel part(std::move(chosen), bytes_);
  for (std::size_t size = 0; size < bytes_.size(); ++size)
    for (int a = 0; a < part.n_place(); ++a)
      for (int b = 0; b < part.n_place(); ++b)
        part.seconds_[size](a, b) = seconds_[size](places[std::size_t(a)], places[std::size_t(b)]);
  return part;
}

NetworkDrift NetworkModel::update(const NetworkModel& newer, double weight) {
  require(weight > 0 && weight <= 1, "the weight of new values of the network is ", weight,
          "; give one above 0 and at most 1");
  require(newer.places_ == places_,
          "the network was measured again with other places than before; measure the same");
  NetworkDrift drift;
  std::vector<double> ratios;
  std::set<std::pair<int, int>> pairs;
  bool has_common_size = bytes_.empty() && newer.bytes_.empty();
  for (std::size_t size = 0; size < bytes_.size(); ++size) {
    const auto same = std::ranges::find(newer.bytes_, bytes_[size]);
    if (same == newer.bytes_.end()) continue;
    has_common_size = true;
    const DistanceMatrix& found = newer.seconds_[std::size_t(same - newer.bytes_.begin())];
    for (int a = 0; a < n_place(); ++a)
      for (int b = 0; b < n_place(); ++b) {
        const double now = found(a, b);
        double& value = seconds_[size](a, b);
        if (a == b || std::isnan(now)) continue;
        pairs.insert({a, b});
        if (std::isnan(value)) {
          value = now;
          continue;
        }
        const double ratio = now / value, most = std::max(ratio, 1.0 / ratio);
        ratios.push_back(ratio);
        if (most > drift.most_ratio) {
          drift.most_ratio = most;
          drift.from = a;
          drift.to = b;
          drift.bytes = bytes_[size];
        }
        value = value * (1.0 - weight) + now * weight;
      }
  }
  require(has_common_size,
          "the network was measured again with other sizes of messages than before; measure the same");
  drift.n_pair = int(pairs.size());
  if (!ratios.empty()) drift.median_ratio = median(std::move(ratios));
  return drift;
}

}  // namespace groundswell
