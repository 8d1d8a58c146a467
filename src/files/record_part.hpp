// SPDX-License-Identifier: Apache-2.0
// Accesses the records of a CDF-5 file by plain system calls: one rank reads them or cuts them off before all
// ranks continue the file. Reference: NetCDF User's Guide, appendix "The NetCDF Classic Format
// Specification".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/written_file.hpp"
#include "files/classic_header.hpp"

namespace groundswell {

// Throws Error unless the file is a CDF-5 file with a sound header and is long enough for its fixed-size
// variables.
void check_cdf5_file(const std::string& path);

// The number of records according to the header, but no more than the file's length has room for: a crash of
// the machine may have saved one without the other.
std::int64_t count_records(const std::string& path, const RecordPart& records);

// Reads a double from each of the first `n_record` records; that of the first record is at byte `begin` of
// the file.
std::vector<double> read_from_records(const std::string& path, const RecordPart& records, std::int64_t begin,
                                      std::int64_t n_record);

// Cuts off all records but the first `n_record`, and optionally waits until that is on disk. The header is
// changed first, so that the file is sound after a crash in between.
void cut_records(int descriptor, const std::string& path, const RecordPart& records, std::int64_t n_record,
                 OnDisk on_disk = OnDisk::at_once);

}  // namespace groundswell
