// SPDX-License-Identifier: Apache-2.0
// Checks the header of a netCDF file in one of the classic formats (CDF-1, -2, -5) before the netCDF library
// reads it, because the library silently returns zeros beyond the end of a truncated file and crashes on some
// damaged headers.
#pragma once

#include <cstdint>
#include <string>

namespace groundswell {

// The offset of the records of a classic file and the size of one record [bytes].
struct RecordPart {
  std::int64_t begin = 0, bytes = 0;
};

// Whether the file must be long enough for its number of records, or only for its fixed-size variables.
enum class CheckedLength { with_records, without_records };

// Throws Error if the file cannot be read (another program may have renamed it), or if a classic, 64-bit
// offset or 64-bit data file is shorter than its variables need or has an impossible header. Ignores files of
// other formats; for netCDF-4 see crash_guard.hpp.
void check_classic_header(const std::string& path, CheckedLength length = CheckedLength::with_records);

// Finds the records, which begin with the first record variable. Throws Error like check_classic_header.
RecordPart find_record_part(const std::string& path);

}  // namespace groundswell
