// SPDX-License-Identifier: Apache-2.0
// All that is kept about a machine in one file: what was measured between its nodes, also while all were
// busy, and inside a node.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "network/network_model.hpp"

namespace groundswell {

// A processor core, or a memory, as hwloc tells: which of each kind it belongs to.
struct CorePlace {
  int core = 0, cache = 0, numa = 0, package = 0;
};

struct NodeInside {
  std::string host;
  std::vector<CorePlace> cores;  // one per place of the model
  NetworkModel between_cores;
  NetworkModel between_memories = {};  // NUMA domains by number, then those of devices; may have no places
};

// Whether a place of NodeInside::between_memories belongs to an accelerator: "device 0 (name of its model)".
inline bool is_device(const NetworkPlace& memory) {
  return memory.name.starts_with("device ");
}

struct NetworkFile {
  std::string machine;      // a line that describes it (comm/machine.hpp)
  std::string date;         // UTC, ISO 8601, of the last measurement
  NetworkModel between;     // nodes, or ranks
  NetworkModel under_load;  // the same while all pairs of a round talk at once; may have no places
  std::vector<NodeInside> inside;
  std::int64_t n_sample = 0, n_outlier = 0;  // taken, and dropped as an order of magnitude off
  int n_probe = 1;                           // whole probes that the values come from
};

// Whether the files of launchers can hold this name of a host: letters, digits, '.', '-' and '_' alone.
bool is_host_name(std::string_view name);
inline constexpr const char* what_host_names_have = "such names have letters, digits, '.', '-' and '_' alone";

// JSON: the parts above by name, with tables microseconds[size][from][to] of five digits; null stands for
// what was not measured. The file is complete or not there (base/written_file.hpp). Throws Error.
void write_network(const std::filesystem::path& path, const NetworkFile& network);
// Throws Error, with the file and the key, for anything else than write_network() may have written, for
// messages that take no time, and for names of hosts that the files of launchers cannot hold.
NetworkFile read_network(const std::filesystem::path& path);

inline constexpr const char* network_file_format = "groundswell network";
inline constexpr int network_file_version = 1;

}  // namespace groundswell
