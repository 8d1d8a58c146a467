// SPDX-License-Identifier: Apache-2.0
#include "apps/network_text.hpp"

#include <fmt/format.h>

#include <functional>
#include <map>

#include "base/median.hpp"
#include "placement/network_groups.hpp"
#include "run/drift_watch.hpp"

namespace groundswell {
namespace {

constexpr int most_shown = 16;  // maximum number of places in a table, and of hosts in a list

std::string join_names(const NetworkModel& model, const std::vector<int>& places) {
  std::string names;
  for (std::size_t i = 0; i < places.size() && i < most_shown; ++i)
    names += " " + model.places()[std::size_t(places[i])].name;
  return places.size() > most_shown ? names + " .." : names;
}

using Pairs = std::vector<std::pair<int, int>>;

void print_head() {
  fmt::print("  {:24} {:>12} {:>12} {:>14} {:>8}\n", "medians", "latency [us]", "rate [MB/s]", "message [us]",
             "pairs");
}

// Prints one line: medians over pairs of places.
void print_pairs(const NetworkModel& model, const std::string& what, const Pairs& pairs, double bytes) {
  std::vector<double> latency, bandwidth, seconds;
  for (const auto& [from, to] : pairs) {
    latency.push_back(model.latency(from, to));
    bandwidth.push_back(model.bandwidth(from, to));
    seconds.push_back(model.seconds(from, to, bytes));
  }
  fmt::print("  {:24} {:12.3f} {:12.1f} {:14.2f} {:8}\n", what, 1e6 * median(latency),
             1e-6 * median(bandwidth), 1e6 * median(seconds), pairs.size());
}

// Prints one line per kind of pair; only measured pairs count.
void print_kinds(const NetworkModel& model, double bytes, const std::function<std::string(int, int)>& kind) {
  std::map<std::string, Pairs> kinds;
  for (int from = 0; from < model.n_place(); ++from)
    for (int to = 0; to < model.n_place(); ++to)
      if (from != to && model.has_pair(from, to)) kinds[kind(from, to)].emplace_back(from, to);
  for (const auto& [name, pairs] : kinds) print_pairs(model, name, pairs, bytes);
}

void print_groups(const NetworkModel& model, double bytes) {
  const auto groups = find_groups(model, bytes);
  fmt::print("{} places in {} group{} by messages of {:.0f} bytes:\n", model.n_place(), groups.size(),
             groups.size() == 1 ? "" : "s", bytes);
  if (groups.size() > most_shown) {
    fmt::print("  (more groups than can be shown; try other --bytes)\n");
    return;
  }
  for (std::size_t i = 0; i < groups.size(); ++i)
    fmt::print("  group {}:{}\n", i + 1, join_names(model, groups[i]));
  std::vector<std::size_t> group_of(std::size_t(model.n_place()));
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (const int place : groups[i]) group_of[std::size_t(place)] = i + 1;
  print_head();
  print_kinds(model, bytes, [&](int from, int to) {
    const std::size_t a = group_of[std::size_t(from)], b = group_of[std::size_t(to)];
    return a == b ? fmt::format("within group {}", a) : fmt::format("from group {} to {}", a, b);
  });
}

void print_times(const NetworkModel& model, double bytes) {
  if (model.n_place() > most_shown) return;
  fmt::print("messages of {:.0f} bytes, from rows to columns [us]:\n  {:>12}", bytes, "");
  for (const NetworkPlace& place : model.places()) fmt::print(" {:>10}", place.name);
  for (int from = 0; from < model.n_place(); ++from) {
    fmt::print("\n  {:>12}", model.places()[std::size_t(from)].name);
    for (int to = 0; to < model.n_place(); ++to)
      fmt::print(" {:10.1f}", 1e6 * model.seconds(from, to, bytes));
  }
  fmt::print("\n");
}

// The smallest resource that two cores share.
std::string meeting_of(const CorePlace& a, const CorePlace& b) {
  if (a.cache == b.cache) return "cores, same cache";
  if (a.numa == b.numa) return "cores, same memory";
  return a.package == b.package ? "cores, same package" : "cores of other packages";
}

// Source and destination of a copy.
std::string copy_of(const NetworkPlace& from, const NetworkPlace& to) {
  if (is_device(from)) return is_device(to) ? "devices" : "device to memory";
  return is_device(to) ? "memory to device" : "memories";
}

void print_inside(const NodeInside& inside, double bytes) {
  const auto& memories = inside.between_memories.places();
  const auto n_device = std::ranges::count_if(memories, is_device);
  fmt::print("inside of {}, {} cores{}:\n", inside.host, inside.cores.size(),
             n_device > 0 ? fmt::format(", {} device{}", n_device, n_device > 1 ? "s" : "") : "");
  print_head();
  print_kinds(inside.between_cores, bytes, [&](int from, int to) {
    return meeting_of(inside.cores[std::size_t(from)], inside.cores[std::size_t(to)]);
  });
  print_kinds(inside.between_memories, bytes, [&](int from, int to) {
    return copy_of(memories[std::size_t(from)], memories[std::size_t(to)]);
  });
}

}  // namespace

void print_network(const NetworkFile& file, double bytes) {
  fmt::print("{}\nmeasured {}, {} probe{}, {} messages, of which {} were an order of magnitude off\n",
             file.machine, file.date, file.n_probe, file.n_probe == 1 ? "" : "s", file.n_sample,
             file.n_outlier);
  if (file.between.is_complete() && file.between.n_place() > 1) {
    print_groups(file.between, bytes);
    print_times(file.between, bytes);
  } else {
    fmt::print("{} places, not all of them measured\n", file.between.n_place());
  }
  if (file.under_load.n_place() > 0) {
    const Contention load = compute_contention(file.between, file.under_load, bytes);
    if (load.n_pair > 0)
      fmt::print(
          "while many talk at once a message takes {:.2f} times as long, at most {:.2f} times (from {} to "
          "{})\n",
          load.median, load.most, file.between.places()[std::size_t(load.from)].name,
          file.between.places()[std::size_t(load.to)].name);
  }
  for (std::size_t i = 0; i < file.inside.size() && i < most_shown; ++i) print_inside(file.inside[i], bytes);
}

void print_drift(const NetworkDrift& drift, const NetworkModel& model) {
  if (drift.n_pair == 0 || drift.from < 0) {
    fmt::print("drift: {} pairs measured again, none differs\n", drift.n_pair);
    return;
  }
  fmt::print("drift: {} pairs measured again take {}\n", drift.n_pair, compare_times(drift, model, "before"));
}

void print_prediction(const std::vector<PredictionError>& errors, const NetworkModel& model) {
  fmt::print("predicted and measured:\n{:>12} {:>14} {:>14} {:>8}  {}\n", "bytes", "predicted [us]",
             "measured [us]", "error", "largest error");
  for (const PredictionError& error : errors)
    fmt::print("{:12} {:14.1f} {:14.1f} {:+7.0f}%  {:+.0f}% from {} to {}\n", error.bytes,
               1e6 * error.predicted, 1e6 * error.measured, 100 * error.median, 100 * error.most,
               model.places()[std::size_t(error.from)].name, model.places()[std::size_t(error.to)].name);
}

}  // namespace groundswell
