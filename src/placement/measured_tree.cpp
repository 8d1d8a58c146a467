// SPDX-License-Identifier: Apache-2.0
#include "placement/measured_tree.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include "base/error.hpp"
#include "base/median.hpp"

namespace groundswell {
namespace {

constexpr double clear_ratio = 1.5;
constexpr std::size_t least_hosts = 3;

// One host's distance from another.
struct SeenHost {
  double seconds = 0;  // sum of both directions
  int place = 0;
};

double median_of(const std::vector<SeenHost>& hosts) {
  std::vector<double> seconds;
  for (const SeenHost& host : hosts) seconds.push_back(host.seconds);
  return median(std::move(seconds));
}

std::string list_hosts(const NetworkModel& model, const std::vector<SeenHost>& hosts) {
  std::string list;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, hosts.size()); ++i)
    list += (i > 0 ? ", " : "") + model.places()[std::size_t(hosts[i].place)].host;
  return hosts.size() > 3 ? text(list, " and ", hosts.size() - 3, " more") : list;
}

std::string count_switches(int hops) {
  return hops == 1 ? "1 switch" : text(hops, " switches");
}

// The clearest contradiction for one host.
struct Contradiction {
  double ratio = clear_ratio;
  std::string sentence;
};

// For each number of switches in between, compares the hosts at that distance with those farther away.
void compare(const NetworkModel& model, const SwitchTree& tree, int place, int size,
             const std::map<int, std::vector<SeenHost>>& at_hops, Contradiction& worst) {
  const auto by_time = [](const SeenHost& a, const SeenHost& b) {
    return std::pair(a.seconds, a.place) < std::pair(b.seconds, b.place);
  };
  for (auto level = at_hops.begin(); std::next(level) != at_hops.end(); ++level) {
    std::vector<SeenHost> near = level->second, beyond;
    for (auto other = std::next(level); other != at_hops.end(); ++other)
      beyond.insert(beyond.end(), other->second.begin(), other->second.end());
    std::ranges::sort(near, by_time);
    std::ranges::sort(beyond, by_time);
    beyond.resize(std::min(beyond.size(), std::max(near.size(), least_hosts)));
    const double to_near = median_of(near), to_beyond = median_of(beyond);
    if (!(to_near > worst.ratio * to_beyond)) continue;
    worst.ratio = to_near / to_beyond;
    worst.sentence =
        text("according to the tree of switches in '", tree.file(), "', ",
             model.places()[std::size_t(place)].host, " is nearer (", count_switches(level->first), ") to ",
             list_hosts(model, near), " than (", count_switches(std::next(level)->first), " or more) to ",
             list_hosts(model, beyond), ", but a message of ", model.bytes()[std::size_t(size)],
             " bytes there and back takes ", 1e6 * to_near, " us to the former and ", 1e6 * to_beyond,
             " us to the latter; correct the tree, or probe again");
  }
}

Contradiction find_contradiction(const SwitchTree& tree, const NetworkModel& model,
                                 std::span<const int> places, int place) {
  Contradiction worst;
  const std::set<int> sizes{0, int(model.bytes().size()) - 1};
  for (const int size : sizes) {
    std::map<int, std::vector<SeenHost>> at_hops;
    for (const int other : places) {
      const double seconds = model.measured(size, place, other) + model.measured(size, other, place);
      const auto host = [&](int which) { return model.places()[std::size_t(which)].host; };
      if (other != place && !std::isnan(seconds))
        at_hops[tree.hops(host(place), host(other))].push_back({seconds, other});
    }
    if (at_hops.size() > 1) compare(model, tree, place, size, at_hops, worst);
  }
  return worst;
}

// Places below each switch.
std::vector<std::vector<int>> list_places_below(const SwitchTree& tree,
                                                std::span<const NetworkPlace> places) {
  std::vector<std::vector<int>> below(tree.switches().size());
  for (std::size_t place = 0; place < places.size(); ++place) {
    int at = tree.find_switch_of(places[place].host);
    require(at >= 0, "the tree of switches in '", tree.file(), "' does not name the host '",
            places[place].host, "', which was measured; add it after a 'Nodes='");
    for (; at >= 0; at = tree.above(at)) below[std::size_t(at)].push_back(int(place));
  }
  return below;
}

}  // namespace

std::vector<std::string> find_contradictions(const SwitchTree& tree, const NetworkModel& model) {
  std::vector<std::string> sentences;
  std::vector<int> first_places;
  std::set<std::string> hosts;
  for (int place = 0; place < model.n_place(); ++place) {
    const std::string& host = model.places()[std::size_t(place)].host;
    if (!hosts.insert(host).second) continue;
    if (tree.find_switch_of(host) >= 0)
      first_places.push_back(place);
    else
      sentences.push_back(text("the tree of switches in '", tree.file(), "' does not name the host '", host,
                               "', which was measured; add it after a 'Nodes='"));
  }
  if (model.bytes().empty()) return sentences;
  std::vector<Contradiction> found;
  for (const int place : first_places)
    if (Contradiction one = find_contradiction(tree, model, first_places, place); !one.sentence.empty())
      found.push_back(std::move(one));
  std::ranges::stable_sort(found, std::greater<>(), &Contradiction::ratio);
  for (Contradiction& one : found) sentences.push_back(std::move(one.sentence));
  return sentences;
}

std::vector<int> choose_in_tree(const SwitchTree& tree, std::span<const NetworkPlace> places,
                                const DistanceMatrix& distances, int k, const NodeChooser& choose,
                                const NodeMeasure& measure) {
  require(int(places.size()) == distances.size(), "there are ", places.size(), " places, but distances of ",
          distances.size(), "; give those of the same network");
  require(k >= 1 && k <= int(places.size()), k, " nodes are wanted, but the network has ", places.size(),
          "; ask for at least 1 and no more than these");
  const std::vector<std::vector<int>> below = list_places_below(tree, places);
  std::vector<bool> is_smallest(below.size(), true);
  for (int i = 0; i < int(below.size()); ++i)
    if (tree.above(i) >= 0 && int(below[std::size_t(i)].size()) >= k)
      is_smallest[std::size_t(tree.above(i))] = false;
  std::vector<int> best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < below.size(); ++i) {
    if (!is_smallest[i] || int(below[i].size()) < k) continue;
    std::vector<int> chosen;
    for (const int which : choose(distances.part(below[i]), k))
      chosen.push_back(below[i][std::size_t(which)]);
    const double measured = measure(distances, chosen);
    if (measured >= least) continue;
    least = measured;
    best = std::move(chosen);
  }
  return best;
}

}  // namespace groundswell
