// SPDX-License-Identifier: Apache-2.0
// Times the methods of halo exchange on a decomposed mesh, in turns, with warm and with cold caches.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/halo/halo_result.hpp"
#include "bench/measure/turns.hpp"
#include "decomp/decomposed_mesh.hpp"

namespace groundswell {

struct HaloCaseSettings {
  int n_float = 1260;                // per cell
  std::vector<std::string> methods;  // names from halo_method_names()
  bool skips_unavailable = true;     // leave out methods that this machine lacks instead of throwing Error
  // [bytes] read by each rank before an exchange with cold caches; 0: no such exchanges.
  std::int64_t cold_bytes = std::int64_t(64) << 20;
  MeasureSettings measure;
};

// Every rank gets the same result. A warm exchange follows one of the same rows by the same method; before a
// cold exchange, the values are changed and the caches are filled with other data. Throws Error if a halo
// cell has not received its owner's values. Collective.
HaloCaseResult time_halo_case(const DecomposedMesh& mesh, const HaloCaseSettings& settings);

}  // namespace groundswell
