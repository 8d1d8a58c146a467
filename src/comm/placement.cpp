// SPDX-License-Identifier: Apache-2.0
#include "comm/placement.hpp"

#ifdef __linux__
#include <sched.h>
#endif

#include <algorithm>
#include <array>
#include <fstream>

#include "base/error.hpp"
#include "comm/mpi_check.hpp"

namespace groundswell {
namespace {

std::string find_host() {
  char name[MPI_MAX_PROCESSOR_NAME] = {};
  int length = 0;
  check_mpi(MPI_Get_processor_name(name, &length), "MPI_Get_processor_name");
  return std::string(name, std::size_t(length));
}

std::vector<int> find_cpus() {
  std::vector<int> cpus;
#ifdef __linux__
  std::array<cpu_set_t, 32> sets = {};  // 32,768 CPUs
  if (sched_getaffinity(0, sizeof(sets), sets.data()) != 0) return cpus;
  for (int cpu = 0; cpu < int(8 * sizeof(sets)); ++cpu)
    if (CPU_ISSET_S(std::size_t(cpu), sizeof(sets), sets.data())) cpus.push_back(cpu);
#endif
  return cpus;
}

// The binding of a rank that may run on these CPUs.
std::string find_binding(std::span<const int> cpus) {
  if (cpus.empty()) return "none";
  std::ifstream file(text("/sys/devices/system/cpu/cpu", cpus[0], "/topology/thread_siblings_list"));
  std::string core;
  std::getline(file, core);
  if (core.empty()) core = text(cpus[0]);
  if (format_cpus(cpus) == core) return "core";
  return cpus.size() == 1 ? "hardware_thread" : "none";
}

// Gathers one text from each rank; texts must not contain line breaks.
std::vector<std::string> gather_texts(const Communicator& communicator, const std::string& mine) {
  const std::string line = mine + "\n";
  const std::vector<char> all = communicator.all_gather(std::span<const char>(line));
  std::vector<std::string> texts(1);
  for (const char c : all)
    if (c == '\n')
      texts.emplace_back();
    else
      texts.back() += c;
  texts.pop_back();
  return texts;
}

}  // namespace

std::string format_cpus(std::span<const int> cpus) {
  std::string list;
  for (std::size_t i = 0, last; i < cpus.size(); i = last + 1) {
    for (last = i; last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1;) ++last;
    list += text(list.empty() ? "" : ",", cpus[i]);
    if (last > i) list += text("-", cpus[last]);
  }
  return list;
}

Placement find_placement(const Communicator& communicator) {
  const std::vector<int> cpus = find_cpus();
  Placement placement;
  placement.cpus_of_rank = gather_texts(communicator, format_cpus(cpus));
  for (const std::string& host : gather_texts(communicator, find_host())) {
    const auto found = std::ranges::find(placement.hosts, host);
    placement.host_of_rank.push_back(int(found - placement.hosts.begin()));
    if (found == placement.hosts.end()) placement.hosts.push_back(host);
  }
  const std::vector<std::string> bindings = gather_texts(communicator, find_binding(cpus));
  const bool alike = std::ranges::count(bindings, bindings[0]) == std::ptrdiff_t(bindings.size());
  placement.binding = alike ? bindings[0] : "none";
  return placement;
}

}  // namespace groundswell
