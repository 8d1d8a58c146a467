// SPDX-License-Identifier: Apache-2.0
#include "probe/memory_copies.hpp"

#include <cstring>

namespace groundswell {
namespace {

int processor_near(const MachineCores& machine, int memory) {
  const int core = machine.core_of_memory()[std::size_t(memory)];
  return machine.cores()[std::size_t(core < 0 ? 0 : core)].processor;
}

std::vector<double> time_between_domains(const MachineCores& machine, int from, int to,
                                         const CoreMessages& messages) {
  const std::size_t bytes = std::size_t(messages.bytes);
  const MachineCores::Buffer source = machine.allocate_in(from, bytes);
  const MachineCores::Buffer target = machine.allocate_in(to, bytes);
  return time_on_processor(processor_near(machine, from), messages,
                           [&] { std::memcpy(target.get(), source.get(), bytes); });
}

std::vector<double> time_with_device(const MachineCores& machine, const DeviceMemories& devices, int domain,
                                     int device, bool is_to_device, const CoreMessages& messages) {
  const std::size_t bytes = std::size_t(messages.bytes);
  const MachineCores::Buffer host = machine.allocate_in(domain, bytes);
  const auto pinned = devices.pin(device, host.get(), bytes);
  const auto room = devices.allocate_on(device, bytes);
  return time_on_processor(processor_near(machine, domain), messages, [&] {
    if (is_to_device)
      devices.copy(host.get(), *room);
    else
      devices.copy(*room, host.get());
  });
}

std::vector<double> time_between_devices(const MachineCores& machine, const DeviceMemories& devices, int from,
                                         int to, const CoreMessages& messages) {
  const auto source = devices.allocate_on(from, std::size_t(messages.bytes));
  const auto target = devices.allocate_on(to, std::size_t(messages.bytes));
  return time_on_processor(machine.cores().front().processor, messages,
                           [&] { devices.copy(*source, *target); });
}

}  // namespace

std::vector<double> time_memory_copies(const MachineCores& machine, const DeviceMemories& devices, int from,
                                       int to, const CoreMessages& messages) {
  const int n_domain = int(machine.core_of_memory().size());
  const bool is_from_device = from >= n_domain, is_to_device = to >= n_domain;
  if (is_from_device && is_to_device)
    return time_between_devices(machine, devices, from - n_domain, to - n_domain, messages);
  if (is_to_device) return time_with_device(machine, devices, from, to - n_domain, true, messages);
  if (is_from_device) return time_with_device(machine, devices, to, from - n_domain, false, messages);
  return time_between_domains(machine, from, to, messages);
}

}  // namespace groundswell
