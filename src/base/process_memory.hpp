// SPDX-License-Identifier: Apache-2.0
// Memory use of this process: by part of the program as counted by the C library, and in total as counted by
// the system.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace groundswell {

// Memory allocated and not freed [bytes]; 0 with a C library other than glibc.
std::int64_t heap_bytes();

struct ProcessMemory {
  // [bytes] now, and maximum since the start or the last forget_highest_memory(); 0 if unknown
  std::int64_t resident = 0, highest = 0;
};
ProcessMemory process_memory();
// Returns free memory to the system and resets `highest` to the resident size, which is returned. Throws
// Error if the system cannot do that.
std::int64_t forget_highest_memory();

// How much each part of a program has allocated and kept. Parts are distinguished by when they allocate.
class MemoryLedger {
 public:
  struct Entry {
    std::string name;
    std::int64_t bytes = 0;
  };

  // The resident memory at this time becomes the entry "program".
  MemoryLedger();
  // Assigns what has been allocated and not freed since the last mark to the part of this name.
  void mark(std::string name);
  const std::vector<Entry>& entries() const { return entries_; }
  std::int64_t total() const;

 private:
  std::vector<Entry> entries_;
  std::int64_t last_;
};

}  // namespace groundswell
