// SPDX-License-Identifier: Apache-2.0
#include "probe/machine_cores.hpp"

#include <hwloc.h>

#include <algorithm>
#include <cstring>
#include <functional>

#include "base/error.hpp"

#ifdef __linux__
#include <sched.h>
#endif

namespace groundswell {

struct MachineCores::Topology {
  hwloc_topology_t handle = nullptr;

  Topology() {
    require(hwloc_topology_init(&handle) == 0 && hwloc_topology_load(handle) == 0,
            "hwloc does not know the cores of this machine; measure the network without --inside");
  }
  ~Topology() { hwloc_topology_destroy(handle); }
  Topology(const Topology&) = delete;
  Topology& operator=(const Topology&) = delete;

  int number_above(hwloc_obj_t core, hwloc_obj_type_t type) const {
    const hwloc_obj_t above = hwloc_get_ancestor_obj_by_type(handle, type, core);
    return above ? int(above->logical_index) : -1;
  }
  // The number of a core's largest cache (L3 or, if there is none, L2); without these, the number of the
  // core.
  int cache_of(hwloc_obj_t core) const {
    for (const hwloc_obj_type_t type : {HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L2CACHE})
      if (const int cache = number_above(core, type); cache >= 0) return cache;
    return int(core->logical_index);
  }
  hwloc_obj_t memory(int number) const {
    return hwloc_get_obj_by_type(handle, HWLOC_OBJ_NUMANODE, unsigned(number));
  }
};

MachineCores::MachineCores() : topology_(std::make_shared<Topology>()) {
  const int n_memory = hwloc_get_nbobjs_by_type(topology_->handle, HWLOC_OBJ_NUMANODE);
  core_of_memory_.assign(std::size_t(std::max(n_memory, 0)), -1);
  const int n_core = hwloc_get_nbobjs_by_type(topology_->handle, HWLOC_OBJ_CORE);
  for (int i = 0; i < n_core; ++i) {
    const hwloc_obj_t core = hwloc_get_obj_by_type(topology_->handle, HWLOC_OBJ_CORE, unsigned(i));
    Core found;
    found.processor = hwloc_bitmap_first(core->cpuset);
    found.place.core = i;
    found.place.cache = topology_->cache_of(core);
    found.place.package = std::max(topology_->number_above(core, HWLOC_OBJ_PACKAGE), 0);
    for (int memory = 0; memory < n_memory; ++memory) {
      if (!hwloc_bitmap_isincluded(core->cpuset, topology_->memory(memory)->cpuset)) continue;
      found.place.numa = memory;
      if (core_of_memory_[std::size_t(memory)] < 0) core_of_memory_[std::size_t(memory)] = i;
      break;
    }
    cores_.push_back(found);
  }
  require(!cores_.empty(), "hwloc finds no cores on this machine; measure the network without --inside");
}

MachineCores::Buffer MachineCores::allocate_in(int memory, std::size_t bytes) const {
  const hwloc_obj_t node = topology_->memory(memory);
  void* room = hwloc_alloc_membind(topology_->handle, bytes, node->nodeset, HWLOC_MEMBIND_BIND,
                                   HWLOC_MEMBIND_BYNODESET | HWLOC_MEMBIND_STRICT);
  require(room != nullptr, "the system cannot allocate in memory ", memory,
          " alone; measure the network without --inside");
  std::memset(room, 1, bytes);
  return {static_cast<std::byte*>(room),
          [topology = topology_, bytes](std::byte* at) { hwloc_free(topology->handle, at, bytes); }};
}

bool bind_thread(int processor) {
#ifdef __linux__
  constexpr int most_processors = 32768;
  cpu_set_t* set = CPU_ALLOC(most_processors);
  if (!set) return false;
  const std::size_t bytes = CPU_ALLOC_SIZE(most_processors);
  CPU_ZERO_S(bytes, set);
  CPU_SET_S(std::size_t(processor), bytes, set);
  const bool is_bound = sched_setaffinity(0, bytes, set) == 0;  // 0: this thread
  CPU_FREE(set);
  return is_bound;
#else
  return processor < 0;
#endif
}

}  // namespace groundswell
