// SPDX-License-Identifier: Apache-2.0
// The records of a CDF-5 file by plain system calls: those that one rank reads or cuts off before all ranks
// go on in the file. Reference: NetCDF User's Guide, appendix "The NetCDF Classic Format Specification".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/written_file.hpp"
#include "files/classic_header.hpp"

namespace groundswell {

// Throws Error unless it is a CDF-5 file with a sound header, as long as its variables without records need.
void check_cdf5_file(const std::string& path);

// How many records the file has by its header, but no more than its length has room for: a crash of the
// machine may have saved the one without the other.
std::int64_t count_records(const std::string& path, const RecordPart& records);

// A number of type double in each of the first records, at byte `begin` of the file in the first of them.
std::vector<double> read_from_records(const std::string& path, const RecordPart& records, std::int64_t begin,
                                      std::int64_t n_record);

// Cuts off all records but the first ones, and waits, if wanted, until that is on disk. The header is changed
// first, so that after a crash in between the file is sound.
void cut_records(int descriptor, const std::string& path, const RecordPart& records, std::int64_t n_record,
                 OnDisk on_disk = OnDisk::at_once);

}  // namespace groundswell
