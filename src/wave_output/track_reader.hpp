// SPDX-License-Identifier: Apache-2.0
// Reads the path of a ship or satellite. A text file has a line `time,lon,lat` (further columns are ignored),
// then one line per position; lines that begin with # are comments. A netCDF file has one trajectory
// following CF: time, longitude and latitude along one dimension. Reference: CF 1.8, section 9 and appendix
// H.4.
#pragma once

#include <filesystem>

#include "comm/communicator.hpp"
#include "wave_output/track_path.hpp"

namespace groundswell {

// Throws Error for a file that cannot be read as a track; for positions that are missing, invalid or not
// sorted in time, with file and line (or the number of the position); and for fewer than two positions.
std::vector<TrackPoint> read_track_points(const std::filesystem::path& file, Calendar calendar);

// The first rank reads the file; all ranks get the path. Collective.
TrackPath read_track(const Communicator& communicator, const std::filesystem::path& file, Calendar calendar);

}  // namespace groundswell
