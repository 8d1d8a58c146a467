// SPDX-License-Identifier: Apache-2.0
#include "probe/network_watch.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/names.hpp"
#include "base/stopwatch.hpp"

namespace groundswell {

namespace {

// The indices of the places in `known`.
std::vector<int> find_places(const NetworkModel& known, const std::vector<NetworkPlace>& places,
                             const std::string& source) {
  std::vector<int> numbers;
  for (const NetworkPlace& place : places)
    numbers.push_back(
        int(std::ranges::find(known.places(), place.name, &NetworkPlace::name) - known.places().begin()));
  for (std::size_t i = 0; i < places.size(); ++i)
    require(numbers[i] < known.n_place(), source, " has the places ", listed_names(known.places()),
            ", but these processes are on ", listed_names(places), "; probe the network that they run on");
  return numbers;
}

}  // namespace

NetworkWatch::NetworkWatch(const Communicator& communicator, const NetworkModel& known,
                           const WatchSettings& settings, const std::string& source)
    : crew_(communicator, settings.places, settings.answer_seconds),
      model_(known.part(find_places(known, crew_.places(), source))),
      settings_(settings) {
  ProbeSettings one_by_one;
  one_by_one.quiet = QuietProbe::pairs;
  one_by_one.bytes = model_.bytes();
  one_by_one.seconds = 1e9;
  pairs_ = plan_probe(model_.places(), one_by_one).quiet;
}

void NetworkWatch::measure_pair(std::vector<Measurement>& found, double seconds) {
  const int n_size = int(model_.bytes().size());
  for (int size = 0; size < n_size; ++size) {
    PingSettings ping;
    ping.bytes = model_.bytes()[std::size_t(size)];
    ping.answer_bytes = model_.bytes().front();
    ping.repetitions = settings_.repetitions;
    ping.seconds = seconds / n_size;
    ping.answer_seconds = settings_.answer_seconds;
    for (Measurement& one : crew_.measure(pairs_[next_], ping)) {
      one.size = size;
      found.push_back(one);
    }
  }
  if (++next_ < pairs_.size()) return;
  next_ = 0;
  ++n_turn_;
}

NetworkDrift NetworkWatch::go_on(double seconds) {
  if (pairs_.empty()) return {};
  std::vector<Measurement> found;
  crew_.run(seconds + 4.0 * settings_.answer_seconds, [&] {
    const Stopwatch stopwatch;
    std::size_t n_pair = 0;
    do {
      measure_pair(found, seconds);
      ++n_pair;
    } while (n_pair < pairs_.size() && stopwatch.seconds() * double(n_pair + 1) / double(n_pair) < seconds);
  });
  crew_.communicator().broadcast(found, 0);
  std::vector<std::size_t> state{next_, std::size_t(n_turn_)};
  crew_.communicator().broadcast(state, 0);
  next_ = state[0];
  n_turn_ = int(state[1]);
  NetworkModel newer(model_.places(), model_.bytes());
  for (const Measurement& one : found) newer.set(one.size, one.from, one.to, one.seconds);
  return model_.update(newer, settings_.weight);
}

}  // namespace groundswell
