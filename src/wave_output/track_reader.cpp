// SPDX-License-Identifier: Apache-2.0
#include "wave_output/track_reader.hpp"

#include <array>
#include <fstream>
#include <string_view>

#include "base/read_file.hpp"
#include "comm/together.hpp"
#include "wave_output/track_points.hpp"

namespace groundswell {
namespace {

bool is_netcdf(const std::filesystem::path& path) {
  std::array<char, 4> magic{};
  std::ifstream(path, std::ios::binary).read(magic.data(), magic.size());
  const std::string_view start(magic.data(), magic.size());
  return start.starts_with("CDF") || start == "\x89HDF" || to_lower(path.extension()) == ".nc";
}

}  // namespace

std::vector<TrackPoint> read_track_points(const std::filesystem::path& file, Calendar calendar) {
  check_input(file, "a track in a text or netCDF file");
  return is_netcdf(file) ? read_netcdf_track(file, calendar) : read_text_track(file.string(), calendar);
}

TrackPath read_track(const Communicator& communicator, const std::filesystem::path& file, Calendar calendar) {
  std::vector<TrackPoint> points;
  run_on_root(communicator, 0, [&] { points = read_track_points(file, calendar); });
  communicator.broadcast(points, 0);
  return TrackPath(std::move(points));
}

}  // namespace groundswell
