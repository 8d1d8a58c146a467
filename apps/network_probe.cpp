// SPDX-License-Identifier: Apache-2.0
// groundswell network probe: measures the network and writes the results to a file.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <sstream>

#include "apps/late_target.hpp"
#include "apps/network_text.hpp"
#include "apps/subcommands.hpp"
#include "comm/together.hpp"
#include "config/option_value.hpp"
#include "probe/probe.hpp"

namespace groundswell {
namespace {

struct NetworkProbeOptions {
  ProbeSettings probe;
  std::string output, update, groups;
  std::string places = name_of(place_kinds, ProbeSettings().places);
  std::string quiet = name_of(quiet_probes, ProbeSettings().quiet);
  bool has_bytes = false;
  double weight = 0.5;
};

// "n1,n2/n3,n4"
std::vector<std::vector<std::string>> split_groups(const std::string& text) {
  std::vector<std::vector<std::string>> groups;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, '/');) {
    groups.emplace_back();
    std::istringstream names(part);
    for (std::string name; std::getline(names, name, ',');) groups.back().push_back(name);
  }
  return groups;
}

// Whether values can be weighed in: those of the same places, for messages from the same size on.
bool can_be_weighed_in(const NetworkModel& a, const NetworkModel& b) {
  return a.places() == b.places() && !a.bytes().empty() && !b.bytes().empty() &&
         a.bytes().front() == b.bytes().front();
}

// Whether `newer` has all pairs that `old` has.
bool has_all_pairs(const NetworkModel& newer, const NetworkModel& old) {
  for (int from = 0; from < old.n_place(); ++from)
    for (int to = 0; to < old.n_place(); ++to)
      if (old.has_pair(from, to) && !newer.has_pair(from, to)) return false;
  return true;
}

// Weighs in the values under load. If more sizes were probed than the old values have, the new values replace
// the old ones, unless a pair would be lost.
void weigh_in_load(NetworkModel& old, const NetworkModel& probed, double weight) {
  const bool has_more = probed.bytes().size() > old.bytes().size();
  if (old.n_place() == 0 || (has_more && has_all_pairs(probed, old)))
    old = probed.n_place() > 0 ? probed : old;
  else if (probed.n_place() > 0)
    old.update(probed, weight);
}

// Replaces the values of a host whose cores, memories or smallest message size have changed; otherwise weighs
// the new ones in.
void weigh_in_inside(std::vector<NodeInside>& old, const NodeInside& probed, double weight) {
  const auto same = std::ranges::find(old, probed.host, &NodeInside::host);
  if (same == old.end()) {
    old.push_back(probed);
    return;
  }
  if (!can_be_weighed_in(same->between_cores, probed.between_cores) ||
      !can_be_weighed_in(same->between_memories, probed.between_memories)) {
    *same = probed;
    return;
  }
  same->cores = probed.cores;
  same->between_cores.update(probed.between_cores, weight);
  same->between_memories.update(probed.between_memories, weight);
}

// Returns the old content with the new values weighed in for the sizes that were measured. Prints how much
// old and new values differ.
NetworkFile weigh_in(NetworkFile old, const NetworkFile& probed, double weight) {
  const NetworkDrift drift = old.between.update(probed.between, weight);
  print_drift(drift, old.between);
  if (probed.between.bytes().size() < old.between.bytes().size())
    fmt::print("the file keeps its times of messages of {} bytes and more\n",
               old.between.bytes()[probed.between.bytes().size()]);
  weigh_in_load(old.under_load, probed.under_load, weight);
  for (const NodeInside& inside : probed.inside) weigh_in_inside(old.inside, inside, weight);
  old.machine = probed.machine;
  old.date = probed.date;
  old.n_sample += probed.n_sample;
  old.n_outlier += probed.n_outlier;
  old.n_probe += probed.n_probe;
  return old;
}

// An error is reported by the first rank alone. The other ranks wait until the first one ends them, which
// takes a while if one of them does not respond.
NetworkFile probe_or_give_way(const Communicator& world, const ProbeSettings& settings) {
  try {
    return probe_network(world, settings);
  } catch (const Error&) {
    give_way(world.rank() == 0, 3.0);
    throw;
  }
}

void run_network_probe(NetworkProbeOptions options, const Communicator& world) {
  const std::filesystem::path target =
      parse_path(options.output.empty() ? options.update : options.output, "");
  NetworkFile old;
  run_together(world, [&] {
    require(!options.output.empty() || !options.update.empty(),
            "say where the network is to be written: --output net.json");
    require(options.update.empty() || !options.has_bytes,
            "--bytes and --update contradict each other: the sizes are those of '", options.update,
            "'; leave --bytes out, or measure a new file with --output");
    require(options.groups.empty() || options.probe.places == PlaceKind::nodes,
            "--groups names nodes, but --places is ranks; leave one of the two out");
    if (world.rank() == 0) check_late_target("--output", target);
    if (!options.update.empty()) old = read_network(parse_path(options.update, ""));
  });
  options.probe.known = old.between.places();
  if (!options.update.empty()) options.probe.bytes = old.between.bytes();
  options.probe.groups = split_groups(options.groups);
  options.probe.announce = [](const std::string& sentence) {
    fmt::print("{}\n", sentence);
    std::fflush(stdout);
  };
  NetworkFile found = probe_or_give_way(world, options.probe);
  run_on_root(world, 0, [&] {
    if (!options.update.empty()) found = weigh_in(old, found, options.weight);
    write_network(target, found);
    print_network(found, double(found.between.bytes().back()));
  });
}

void add_times(CLI::App& probe, ProbeSettings& settings) {
  const auto add = [&](const char* name, double& seconds, const char* text) {
    probe.add_option(name, seconds, text)->check(CLI::Range(0.001, 1e6))->capture_default_str();
  };
  add("--seconds", settings.seconds,
      "Maximum time for all pairs; to keep to it, repetitions are left out, then sizes");
  add("--answer-seconds", settings.answer_seconds, "A process that is silent for this long ends the probe");
  add("--inside-seconds", settings.inside_seconds, "Maximum time for --inside");
}

}  // namespace

void add_network_probe(CLI::App& network, Program& program) {
  auto* probe = network.add_subcommand("probe", "Measure the network between nodes or processes");
  probe->footer(
      "Start it with mpirun. One process of each node takes part, the others sleep. It says first how long "
      "it may take.\n"
      "Example: mpirun -n 8 groundswell network probe --load --output net.json");
  auto options = std::make_shared<NetworkProbeOptions>();
  ProbeSettings& settings = options->probe;
  probe->add_option("--output", options->output, "File to write [that of --update]");
  probe->add_option("--places", options->places, "What to measure between")
      ->check(CLI::IsMember(names_of(place_kinds)))
      ->capture_default_str();
  auto* bytes = probe->add_option("--bytes", settings.bytes, "Sizes of messages, ascending");
  bytes->check(CLI::Range(std::int64_t(1), std::int64_t(1) << 30))->delimiter(',')->capture_default_str();
  probe->add_option("--repetitions", settings.repetitions, "Messages of each size, each way")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  probe
      ->add_option("--quiet", options->quiet,
                   "pairs: one after another; rounds: disjoint pairs at once; auto: pairs up to 16 places")
      ->check(CLI::IsMember(names_of(quiet_probes)))
      ->capture_default_str();
  add_times(*probe, settings);
  probe->add_flag("--load", settings.under_load, "Measure again while all pairs of a round talk at once");
  probe->add_option("--groups", options->groups,
                    "Under load only within these groups, all at once: n1,n2/n3,n4");
  probe->add_flag("--inside", settings.inside,
                  "Also measure between the cores and the memories of each node, those of GPUs included");
  probe->add_option("--update", options->update,
                    "A network file with which the new values are averaged; it also gives the sizes");
  probe->add_option("--weight", options->weight, "Weight of new values against old ones")
      ->check(CLI::Range(0.001, 1.0))
      ->capture_default_str();
  probe->callback([options, bytes, &program] {
    options->has_bytes = bytes->count() > 0;
    options->probe.places = find_named(place_kinds, options->places).value;
    options->probe.quiet = find_named(quiet_probes, options->quiet).value;
    run_network_probe(*options, program.world());
  });
}

}  // namespace groundswell
