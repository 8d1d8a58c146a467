// SPDX-License-Identifier: Apache-2.0
// What this process holds in memory: by part of the program as the C library counts it, and in all as the
// system does.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace groundswell {

// Allocated and not freed [bytes]; 0 where the C library does not tell (it is not glibc).
std::int64_t heap_bytes();

struct ProcessMemory {
  std::int64_t resident = 0, highest = 0;  // [bytes] now, and at most since the start; 0 where unknown
};
ProcessMemory process_memory();
// Gives what is free back to the system and starts `highest` anew from what is resident, which it returns.
// Throws Error where the system cannot do that.
std::int64_t forget_highest_memory();

// How much each part of a program has allocated and kept. Parts are told apart by when they allocate.
class MemoryLedger {
 public:
  struct Entry {
    std::string name;
    std::int64_t bytes = 0;
  };

  // What is there already is the entry "program".
  MemoryLedger();
  // What has been allocated and not freed since the last mark belongs to the part of this name.
  void mark(std::string name);
  const std::vector<Entry>& entries() const { return entries_; }
  std::int64_t total() const;

 private:
  std::vector<Entry> entries_;
  std::int64_t last_;
};

}  // namespace groundswell
