// SPDX-License-Identifier: Apache-2.0
// A file of a decomposition: the part of each cell, the halo of each part, and how many cells each part sends
// to each other part.
#pragma once

#include <string>

#include "decomp/decomposed_mesh.hpp"

namespace groundswell {

// Writes a NetCDF file, which `groundswell-bench-view parts` draws. Throws Error, on all ranks, if it cannot
// be written, or if no part touches another. Collective.
void write_parts(const DecomposedMesh& mesh, const std::string& path);

}  // namespace groundswell
