// SPDX-License-Identifier: Apache-2.0
// Compressed NetCDF-4 files, made from complete classic files. One process writes them, one chunk at a time:
// the HDF5 library of most systems cannot write in parallel. The bytes depend only on the content, the
// packing and the versions of the libraries. References: NetCDF-C 4.9, nc_def_var_deflate and
// nc_def_var_quantize; Kouznetsov 2021, doi:10.5194/gmd-14-377-2021 (rounding to bits).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace groundswell {

struct Packing {
  int deflate = 1;  // level of lossless compression after a shuffle of bytes; 0 = none
  // Mantissa bits to which each float in a record is rounded; 0 = all 23.
  int significant_bits = 0;
};

// Writes a NetCDF-4 file with all content of the classic file `from`, called <to>.part until it is complete
// and on disk, and syncs its folder. If it throws Error, the .part is removed, which frees its space on a
// full disk.
void write_packed_file(const std::string& from, const std::string& to, const Packing& packing);

// The values of `time` in a packed file. Throws Error if the file is missing or damaged.
std::vector<double> read_packed_times(const std::string& path);

// Throws Error if the variables of a packed file differ from those of the classic file in name, type or
// dimensions.
void require_same_variables(const std::vector<std::string>& packed, const std::string& classic);

// Copies the first `n_record` records of a packed file to the classic file `to`, which has the same variables
// and no records yet. Throws Error if its variables differ, or if reading or writing fails.
void unpack_records(const std::string& packed, const std::string& to, std::int64_t n_record);

}  // namespace groundswell
