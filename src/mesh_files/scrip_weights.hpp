// SPDX-License-Identifier: Apache-2.0
// Weights between two grids from a netCDF file of SCRIP, as CDO's gencon, genbil, gennn and others
// write. Reference: Jones 1998, A User's Guide for SCRIP, Los Alamos National Laboratory.
#pragma once

#include <string>

#include "mesh/grid_weights.hpp"

namespace groundswell {

// Reads the addresses src_address and dst_address (from 1 in the file, from 0 in the result) and the first of
// the weights per link in remap_matrix; further ones belong to gradients, which are not used. The sizes of
// the grids come from the dimensions src_grid_size and dst_grid_size (0 in the result if the file lacks
// them). Throws Error, naming the file, if it cannot be read, lacks a variable, its variables differ in
// length, an address lies outside the grid, or a weight is missing.
GridWeights read_scrip_weights(const std::string& path);

}  // namespace groundswell
