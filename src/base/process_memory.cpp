// SPDX-License-Identifier: Apache-2.0
#include "base/process_memory.hpp"

#include <fstream>
#include <limits>
#include <utility>

#include "base/error.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace groundswell {

std::int64_t heap_bytes() {
#ifdef __GLIBC__
  const auto info = mallinfo2();
  return std::int64_t(info.uordblks + info.hblkhd);
#else
  return 0;
#endif
}

// Reads lines such as "VmRSS:     123456 kB" in Linux's /proc/self/status.
ProcessMemory process_memory() {
  ProcessMemory memory;
  std::ifstream status("/proc/self/status");
  for (std::string name; status >> name;) {
    std::int64_t* value = name == "VmRSS:" ? &memory.resident : name == "VmHWM:" ? &memory.highest : nullptr;
    if (value && status >> *value) *value *= 1024;
    status.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return memory;
}

std::int64_t forget_highest_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  std::ofstream refs("/proc/self/clear_refs");
  require(bool(refs << "5" << std::flush),
          "this system cannot measure the memory of a part of a program: '/proc/self/clear_refs' cannot be ",
          "written; use Linux 4.0 or newer, outside of containers that forbid it");
  return process_memory().resident;
}

MemoryLedger::MemoryLedger() : entries_{{"program", process_memory().resident}}, last_(heap_bytes()) {}

void MemoryLedger::mark(std::string name) {
  const std::int64_t now = heap_bytes();
  entries_.push_back({std::move(name), now - last_});
  last_ = now;
}

std::int64_t MemoryLedger::total() const {
  std::int64_t bytes = 0;
  for (const Entry& entry : entries_) bytes += entry.bytes;
  return bytes;
}

}  // namespace groundswell
