// SPDX-License-Identifier: Apache-2.0
// What is allowed in a case, but not what most people want.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/run_config.hpp"

namespace groundswell {

// Whether there is any wind in what the settings describe; that of files may always be some.
bool blows(const WindSettings& wind);

// What `find_oddities` needs beside the settings, of the whole mesh.
struct CaseFacts {
  std::int64_t n_open_edge = 0;
  std::vector<std::int64_t> edges_of_box;  // open edges by box of boundary.boxes, where these are in use
  double output_bytes = 0.0;
};

// A sentence for each.
std::vector<std::string> find_oddities(const RunConfig& config, const CaseFacts& facts);

}  // namespace groundswell
