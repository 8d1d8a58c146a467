// SPDX-License-Identifier: Apache-2.0
// Measures the network between the nodes of a cluster or between processes: M = (N, E) of the published
// network performance model. One process per place takes part; the others sleep. The first process leads: it
// asks one pair at a time, or many pairs at the same time, to measure, and gathers their results. If a
// process does not answer within a limit announced beforehand, the probe ends with an error that names this
// process.
//
// One-way times need no synchronised clocks: a message of the given size goes one way and one of the smallest
// size comes back, whose time is subtracted. For the smallest size the latency is half the round trip, so
// that a difference between the two directions cannot be seen.
//
// Each size is measured between all pairs before a larger one is begun. Sizes that do not fit into the time
// are left out, which is reported.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/names.hpp"
#include "comm/communicator.hpp"
#include "network/network_file.hpp"

namespace groundswell {

// The places measured: nodes, or all processes.
enum class PlaceKind { nodes, ranks };
inline constexpr NamedValue<PlaceKind> place_kinds[] = {{"nodes", PlaceKind::nodes},
                                                        {"ranks", PlaceKind::ranks}};

// How the quiet network is measured: pairs one after another, rounds of disjoint pairs (the pairs of a round
// measure at the same time and may disturb each other if they share a link), or automatic: pairs for up to 16
// places, otherwise rounds.
enum class QuietProbe { automatic, pairs, rounds };
inline constexpr NamedValue<QuietProbe> quiet_probes[] = {
    {"auto", QuietProbe::automatic}, {"pairs", QuietProbe::pairs}, {"rounds", QuietProbe::rounds}};

struct ProbeSettings {
  PlaceKind places = PlaceKind::nodes;
  std::vector<std::int64_t> bytes{8, 1024, 16384, 262144, 2097152};
  int repetitions = 20;          // fewer if time is short
  double seconds = 60.0;         // at most, for all pairs
  double answer_seconds = 10.0;  // a process that is silent for this long ends the probe
  QuietProbe quiet = QuietProbe::automatic;
  bool under_load = false;  // measure again with all pairs of each round at the same time
  // If given, only pairs within these groups of places (by name) are measured under load, all groups at the
  // same time.
  std::vector<std::vector<std::string>> groups;
  // If not empty, the places measured must be these: the places of a file to be updated.
  std::vector<NetworkPlace> known;
  bool inside = false;           // measure between the cores and the memories of each node
  double inside_seconds = 10.0;  // maximum for these measurements
  // Receives messages on the first process: before the probe, what is measured and how long it may take; at
  // its end, which sizes are left out.
  std::function<void(const std::string&)> announce;
};

// Pairs of places that measure at the same time.
using ProbeStep = std::vector<std::pair<int, int>>;

struct ProbePlan {
  std::vector<ProbeStep> quiet, under_load;
  double quiet_seconds = 0.0;  // share of the total time; the rest is kept for under_load
  double most_seconds = 0.0;   // maximum, even if a process does not answer
  std::string sentence;        // what is measured and how long it may take
};

// Throws Error for settings that no network can satisfy.
void check_probe_settings(const ProbeSettings& settings);
// Throws Error for settings that these places cannot satisfy.
ProbePlan plan_probe(const std::vector<NetworkPlace>& places, const ProbeSettings& settings);

// Returns the same file on all ranks, with the sizes that are complete: under load there may be fewer, or
// none. Throws Error on all ranks that still answer, also if there was no time for the smallest size.
// Collective: a rank that does not take part is named after settings.answer_seconds. After a failure the
// communicator should not be probed again, and must be abandoned (Communicator::abandon).
NetworkFile probe_network(const Communicator& communicator, const ProbeSettings& settings);

}  // namespace groundswell
