// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <set>

#include "base/error.hpp"
#include "probe/probe.hpp"
#include "probe/tournament.hpp"

namespace groundswell {
namespace {

constexpr int most_places_one_by_one = 16;
constexpr double least_measurement = 1e-3;  // [s] both directions, with orders and reports

std::vector<ProbeStep> list_rounds(int n) {
  std::vector<ProbeStep> steps;
  for (const std::vector<Pairing>& round : make_tournament(n)) {
    steps.emplace_back();
    for (const Pairing& pairing : round) steps.back().emplace_back(pairing.a, pairing.b);
  }
  return steps;
}

std::vector<ProbeStep> list_pairs(int n) {
  std::vector<ProbeStep> steps;
  for (const ProbeStep& round : list_rounds(n))
    for (const auto& pair : round) steps.push_back({pair});
  return steps;
}

// The place numbers of each group.
std::vector<std::vector<int>> number_groups(const std::vector<std::vector<std::string>>& groups,
                                            const std::vector<NetworkPlace>& places) {
  std::vector<std::vector<int>> numbers;
  std::set<std::string> taken;
  for (const std::vector<std::string>& group : groups) {
    numbers.emplace_back();
    for (const std::string& name : group) {
      const auto found = std::ranges::find(places, name, &NetworkPlace::name);
      require(found != places.end(), "a group of the probe names the place '", name,
              "', on which no process runs");
      require(taken.insert(name).second, "the groups of the probe name '", name,
              "' twice; a place can be in one group");
      numbers.back().push_back(int(found - places.begin()));
    }
  }
  return numbers;
}

// The tournaments of all groups run side by side.
std::vector<ProbeStep> list_group_rounds(const std::vector<std::vector<int>>& groups) {
  std::vector<ProbeStep> steps;
  for (const std::vector<int>& group : groups) {
    const std::vector<ProbeStep> own = list_rounds(int(group.size()));
    if (own.size() > steps.size()) steps.resize(own.size());
    for (std::size_t round = 0; round < own.size(); ++round)
      for (const auto& [first, second] : own[round])
        steps[round].emplace_back(group[std::size_t(first)], group[std::size_t(second)]);
  }
  return steps;
}

std::string name_some(const std::vector<NetworkPlace>& places) {
  constexpr std::size_t most_named = 6;
  std::string names;
  for (std::size_t i = 0; i < std::min(places.size(), most_named); ++i)
    names += text(i == 0 ? "'" : ", '", places[i].name, "'");
  return places.size() > most_named ? text(names, " and ", places.size() - most_named, " others") : names;
}

std::string count(std::size_t n, const std::string& what) {
  return text(n, " ", what, n == 1 ? "" : "s");
}

std::string join(const std::vector<std::string>& parts) {
  std::string joined;
  for (const std::string& part : parts) joined += (joined.empty() ? "" : ", ") + part;
  return joined;
}

// Says what is measured, how often, and how long it takes at most.
std::string describe(const ProbePlan& plan, int n_place, const ProbeSettings& settings, double seconds) {
  const bool is_nodes = settings.places == PlaceKind::nodes;
  std::vector<std::string> parts;
  if (!plan.quiet.empty() && plan.quiet.front().size() > 1)
    parts.push_back(count(plan.quiet.size(), "round") + " of pairs at once");
  else if (!plan.quiet.empty())
    parts.push_back(count(plan.quiet.size(), "pair"));
  if (!plan.under_load.empty()) parts.push_back(count(plan.under_load.size(), "round") + " under load");
  if (settings.inside) parts.emplace_back("cores and memories of each node");
  if (parts.empty())
    return text("nothing is measured: a ", is_nodes ? "node" : "process", " that is alone has no pairs");
  const std::string where =
      n_place == 1 ? "inside of one node" : text("between ", n_place, is_nodes ? " nodes" : " processes");
  return text("measuring ", where, ", ", count(settings.bytes.size(), "size"), " of messages, up to ",
              count(std::size_t(settings.repetitions), "repetition"), ": ", join(parts), "; at most ",
              seconds, " s, or ", plan.most_seconds, " s if one does not answer for ",
              settings.answer_seconds, " s");
}

}  // namespace

void check_probe_settings(const ProbeSettings& settings) {
  require(!settings.bytes.empty() && settings.bytes.front() >= 1 &&
              std::ranges::is_sorted(settings.bytes, std::less_equal<>()) &&
              settings.bytes.back() <= (std::int64_t(1) << 30),
          "the sizes of the probe's messages must ascend, from 1 byte to 1 GiB");
  require(settings.repetitions >= 1, "the probe has ", settings.repetitions, " repetitions; use 1 or more");
  require(settings.seconds > 0 && settings.answer_seconds > 0 && settings.inside_seconds > 0,
          "the times that the probe may take must be above 0 s");
}

ProbePlan plan_probe(const std::vector<NetworkPlace>& places, const ProbeSettings& settings) {
  check_probe_settings(settings);
  for (const NetworkPlace& place : places)
    require(is_host_name(place.host), "the host '", place.host,
            "' has a name that no network file can hold; ", what_host_names_have,
            "; give the host another name");
  require(settings.known.empty() || places == settings.known, "the network is to be measured again between ",
          name_some(places), ", but was measured before between ", name_some(settings.known),
          "; these are other places: start the probe on the same, in the same order");
  const int n_place = int(places.size());
  ProbePlan plan;
  const bool one_by_one = settings.quiet == QuietProbe::pairs ||
                          (settings.quiet == QuietProbe::automatic && n_place <= most_places_one_by_one);
  plan.quiet = one_by_one ? list_pairs(n_place) : list_rounds(n_place);
  if (!settings.groups.empty())
    plan.under_load = list_group_rounds(number_groups(settings.groups, places));
  else if (settings.under_load)
    plan.under_load = list_rounds(n_place);
  const std::size_t n_step = plan.quiet.size() + plan.under_load.size();
  const double least = double(n_step * settings.bytes.size()) * least_measurement;
  require(settings.seconds >= least, "the probe of ", n_place, " places needs ", least,
          " s or more, but is allowed only ", settings.seconds,
          " s; give more time, fewer sizes, or probe nodes rather than ranks");
  if (n_step > 0) plan.quiet_seconds = settings.seconds * double(plan.quiet.size()) / double(n_step);
  const double seconds =
      (n_step > 0 ? settings.seconds : 0.0) + (settings.inside ? settings.inside_seconds : 0.0);
  plan.most_seconds = seconds + 4.0 * settings.answer_seconds;
  plan.sentence = describe(plan, n_place, settings, seconds);
  return plan;
}

}  // namespace groundswell
