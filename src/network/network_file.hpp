// SPDX-License-Identifier: Apache-2.0
// Everything known about a machine, in one file: the measurements between its nodes, when the network is
// quiet and under load, and inside each node.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "network/network_model.hpp"

namespace groundswell {

// Where a processor core is in the hierarchy of its node, as reported by hwloc.
struct CorePlace {
  int core = 0, cache = 0, numa = 0, package = 0;
};

struct NodeInside {
  std::string host;
  std::vector<CorePlace> cores;  // one per place of between_cores
  NetworkModel between_cores;
  NetworkModel between_memories = {};  // NUMA domains by number, then devices; may have no places
};

// Whether a place of NodeInside::between_memories belongs to an accelerator: "device 0 (name of its model)".
inline bool is_device(const NetworkPlace& memory) {
  return memory.name.starts_with("device ");
}

struct NetworkFile {
  std::string machine;      // one-line description (comm/machine.hpp)
  std::string date;         // of the last measurement, UTC, ISO 8601
  NetworkModel between;     // nodes, or ranks
  NetworkModel under_load;  // while all pairs of a round communicate; may have no places
  std::vector<NodeInside> inside;
  std::int64_t n_sample = 0, n_outlier = 0;  // all samples, and those dropped (off by an order of magnitude)
  int n_probe = 1;                           // number of complete probes that the values are based on
};

// Whether launcher files can hold this host name: only letters, digits, '.', '-' and '_'.
bool is_host_name(std::string_view name);
inline constexpr const char* what_host_names_have = "such names have only letters, digits, '.', '-' and '_'";

// Writes the members above as JSON, with tables microseconds[size][from][to] rounded to five digits and null
// for values not measured. The file is either complete or absent (see base/written_file.hpp). Throws Error if
// it cannot be written.
void write_network(const std::filesystem::path& path, const NetworkFile& network);
// Throws an Error that names the file, and the key if there is one, if the file is not one that
// write_network() could have written, if a message takes no time, or if launcher files cannot hold a host
// name.
NetworkFile read_network(const std::filesystem::path& path);

inline constexpr const char* network_file_format = "groundswell network";
inline constexpr int network_file_version = 1;

}  // namespace groundswell
