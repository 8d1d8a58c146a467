// SPDX-License-Identifier: Apache-2.0
// Warnings about settings that are allowed but rarely intended.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model_settings.hpp"
#include "wave_output/wave_output_settings.hpp"

namespace groundswell {

// Inputs of `find_oddities` besides the settings, for the whole mesh.
struct CaseFacts {
  std::int64_t n_open_edge = 0;
  // Number of open edges per box of boundary.boxes; empty if boxes are not used.
  std::vector<std::int64_t> edges_of_box;
  std::int64_t n_out_of_reach = 0;  // open edges too far from all places of boundary.files
  std::string reorder_oddity;       // DecomposedMesh::warning
  std::string boundary_oddity;      // BoundarySource::describe_oddity
  double output_bytes = 0.0;
  std::vector<std::string> output_oddities;  // Product::describe_oddity
};

// One sentence per warning.
std::vector<std::string> find_oddities(const ModelSettings& model, const OutputSettings& output,
                                       const CaseFacts& facts);

}  // namespace groundswell
