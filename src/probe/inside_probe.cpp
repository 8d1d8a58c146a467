// SPDX-License-Identifier: Apache-2.0
#include "probe/inside_probe.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/placement.hpp"
#include "comm/together.hpp"
#include "probe/core_messages.hpp"
#include "probe/device_memories.hpp"
#include "probe/machine_cores.hpp"
#include "probe/memory_copies.hpp"
#include "probe/robust_median.hpp"

namespace groundswell {
namespace {

// Up to this many hosts are measured one after another, because emulated hosts share the same cores.
constexpr int most_hosts_in_turn = 16;
constexpr double least_pair_seconds = 1e-4;     // to create and bind threads and send a few messages
constexpr std::int64_t always_measured = 4096;  // bytes
constexpr double seconds_per_byte = 1e-8;       // of a single measurement, including the allocation of memory

std::vector<NetworkPlace> number_places(const char* what, std::size_t n, const std::string& host) {
  std::vector<NetworkPlace> places;
  for (std::size_t i = 0; i < n; ++i) places.push_back({text(what, " ", i), host});
  return places;
}

// Divides the time left on the stopwatch among all measurements of a node and tells when no time is left.
class InsideClock {
 public:
  InsideClock(std::size_t n_measurement, const ProbeSettings& settings, const Stopwatch& stopwatch)
      : n_left_(n_measurement), settings_(settings), stopwatch_(stopwatch) {
    require(settings.inside_seconds >= double(n_measurement) * least_pair_seconds,
            "measuring between the cores of a node takes ", double(n_measurement) * least_pair_seconds,
            " s or more, but is allowed only ", settings.inside_seconds, " s; give more time or fewer sizes");
  }
  double seconds_left() const { return settings_.inside_seconds - stopwatch_.seconds(); }
  // Small messages are always sent, even if initialising the GPU driver has taken all the time.
  bool has_time_for(std::int64_t bytes, std::int64_t last_bytes) const {
    return bytes <= always_measured || seconds_left() > seconds_per_byte * double(bytes - last_bytes);
  }
  bool is_over(std::int64_t bytes) const { return bytes > always_measured && seconds_left() <= 0; }
  CoreMessages next(std::int64_t bytes) {
    return {bytes, settings_.repetitions, 0.8 * std::max(seconds_left(), 0.0) / double(n_left_--)};
  }

 private:
  std::size_t n_left_;
  const ProbeSettings& settings_;
  Stopwatch stopwatch_;
};

// Measures the one-way times between all cores for one size; returns false if time runs out.
bool measure_cores(const std::vector<Core>& cores, int size, NetworkModel& model, InsideClock& clock) {
  const std::int64_t bytes = model.bytes()[std::size_t(size)];
  for (int from = 0; from < model.n_place(); ++from)
    for (int to = 0; to < model.n_place(); ++to) {
      if (from == to) continue;
      if (clock.is_over(bytes)) return false;
      const double both =
          compute_robust_median(time_core_messages(cores[std::size_t(from)].processor,
                                                   cores[std::size_t(to)].processor, clock.next(bytes)))
              .value;
      const double flag = size == 0 ? 0.5 * both : model.measured(0, from, to);
      model.set(size, from, to, std::max(0.5 * both, both - flag));
    }
  return true;
}

std::vector<NetworkPlace> list_memories(const MachineCores& machine, const DeviceMemories& devices,
                                        const std::string& host) {
  std::vector<NetworkPlace> places = number_places("memory", machine.core_of_memory().size(), host);
  for (int device = 0; device < devices.count(); ++device)
    places.push_back({text("device ", device, " (", devices.name(device), ")"), host});
  return places;
}

bool measure_memories(const MachineCores& machine, const DeviceMemories& devices, int size,
                      NetworkModel& model, InsideClock& clock) {
  const std::int64_t bytes = model.bytes()[std::size_t(size)];
  for (int from = 0; from < model.n_place(); ++from)
    for (int to = 0; to < model.n_place(); ++to) {
      if (from == to) continue;
      if (clock.is_over(bytes)) return false;
      model.set(
          size, from, to,
          compute_robust_median(time_memory_copies(machine, devices, from, to, clock.next(bytes))).value);
    }
  return true;
}

// Several models packed one after another, to be gathered from all ranks.
struct PackedModels {
  std::vector<double> times;  // for each model, its numbers of places and sizes first
  std::vector<char> names;    // of places, each terminated by a null character
};

void pack(const NetworkModel& model, PackedModels& packed) {
  packed.times.push_back(model.n_place());
  packed.times.push_back(double(model.bytes().size()));
  for (const NetworkPlace& place : model.places())
    packed.names.insert(packed.names.end(), place.name.c_str(), place.name.c_str() + place.name.size() + 1);
  for (int size = 0; size < int(model.bytes().size()); ++size)
    for (int from = 0; from < model.n_place(); ++from)
      for (int to = 0; to < model.n_place(); ++to)
        if (from != to) packed.times.push_back(model.measured(size, from, to));
}

struct PackedPosition {
  const double* time;
  const char* name;
};

NetworkModel unpack(PackedPosition& next, const std::string& host, const ProbeSettings& settings) {
  const int n = int(*next.time++), n_size = int(*next.time++);
  std::vector<NetworkPlace> places;
  for (int i = 0; i < n; ++i) {
    places.push_back({next.name, host});
    next.name += places.back().name.size() + 1;
  }
  NetworkModel model(std::move(places), {settings.bytes.begin(), settings.bytes.begin() + n_size});
  for (int size = 0; size < n_size; ++size)
    for (int from = 0; from < n; ++from)
      for (int to = 0; to < n; ++to)
        if (from != to) model.set(size, from, to, *next.time++);
  return model;
}

// The model restricted to the first sizes.
NetworkModel keep_sizes(const NetworkModel& model, int n_size) {
  NetworkModel kept(model.places(), {model.bytes().begin(), model.bytes().begin() + n_size});
  kept.update(model, 1.0);
  return kept;
}

// Says which sizes were left out on the first host that lacks some; empty if no host does.
std::string say_left_out(const std::vector<NodeInside>& all, const ProbeSettings& settings, double seconds) {
  for (const NodeInside& inside : all)
    if (const std::size_t n = inside.between_cores.bytes().size(); n < settings.bytes.size())
      return text("inside of ", inside.host, " messages of ", settings.bytes[n], " bytes",
                  n + 1 < settings.bytes.size() ? " and more" : "", " did not fit in ", seconds,
                  " s; give --inside more time");
  return "";
}

// Measures all pairs of cores, in both directions, and all pairs of memories, size by size. An Error names
// the host.
NodeInside probe_inside(const std::string& host, const ProbeSettings& settings) try {
  const Stopwatch stopwatch;  // includes the start of the device driver, which may be slow
  const MachineCores machine;
  const DeviceMemories devices;
  const std::size_t n_core = machine.cores().size();
  NetworkModel cores(number_places("core", n_core, host), settings.bytes),
      memories(list_memories(machine, devices, host), settings.bytes);
  const auto n_memory = std::size_t(memories.n_place());
  const std::size_t n_pair = n_core * (n_core - 1) + n_memory * (n_memory - 1);
  const int n_size = int(settings.bytes.size());
  InsideClock clock(n_pair * settings.bytes.size(), settings, stopwatch);
  int n_done = 0;
  for (std::int64_t last = 0; n_done < n_size; last = settings.bytes[std::size_t(n_done++)])
    if ((n_pair > 0 && !clock.has_time_for(settings.bytes[std::size_t(n_done)], last)) ||
        !measure_cores(machine.cores(), n_done, cores, clock) ||
        !measure_memories(machine, devices, n_done, memories, clock))
      break;
  require(n_done > 0, "messages of ", settings.bytes.front(),
          " bytes between the cores of a node did not fit in ", settings.inside_seconds,
          " s; give --inside more time, or begin with smaller messages");
  NodeInside inside;
  inside.host = host;
  for (const Core& core : machine.cores()) inside.cores.push_back(core.place);
  inside.between_cores = keep_sizes(cores, n_done);
  inside.between_memories = keep_sizes(memories, n_done);
  return inside;
} catch (const Error& error) {
  throw Error(text("on ", host, ": ", error.what()));
}

}  // namespace

std::vector<NodeInside> probe_inside_of_all(const Communicator& communicator, const ProbeSettings& settings) {
  const Placement placement = find_placement(communicator);
  const auto& host_of_rank = placement.host_of_rank;
  const int host = host_of_rank[std::size_t(communicator.rank())];
  const bool is_first = std::ranges::find(host_of_rank, host) - host_of_rank.begin() == communicator.rank();
  const int n_host = int(placement.hosts.size()), n_turn = n_host <= most_hosts_in_turn ? n_host : 1;
  ProbeSettings in_turn = settings;
  in_turn.inside_seconds /= n_turn;
  PackedModels packed;
  std::vector<CorePlace> cores;
  for (int turn = 0; turn < n_turn; ++turn)
    run_together_napping(communicator, [&] {
      if (!is_first || host % n_turn != turn) return;
      const NodeInside mine = probe_inside(placement.hosts[std::size_t(host)], in_turn);
      cores = mine.cores;
      pack(mine.between_cores, packed);
      pack(mine.between_memories, packed);
    });
  packed.times = communicator.all_gather(std::span<const double>(packed.times));
  packed.names = communicator.all_gather(std::span<const char>(packed.names));
  cores = communicator.all_gather(std::span<const CorePlace>(cores));
  std::vector<NodeInside> all;
  PackedPosition next{packed.times.data(), packed.names.data()};
  auto core = cores.begin();
  for (const std::string& name : placement.hosts) {
    NodeInside& inside = all.emplace_back();
    inside.host = name;
    inside.between_cores = unpack(next, name, settings);
    inside.between_memories = unpack(next, name, settings);
    inside.cores.assign(core, core + inside.between_cores.n_place());
    core += inside.between_cores.n_place();
  }
  const std::string left_out = say_left_out(all, settings, in_turn.inside_seconds);
  if (communicator.rank() == 0 && settings.announce && !left_out.empty()) settings.announce(left_out);
  return all;
}

}  // namespace groundswell
