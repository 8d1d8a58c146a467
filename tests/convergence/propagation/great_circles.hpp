// SPDX-License-Identifier: Apache-2.0
// Five days of swell along great circles in local frames: along the equator, along a meridian, obliquely, and
// over the pole, where the cells' frames are of another chart.
#pragma once

#include "wave_blob.hpp"

namespace groundswell {

struct Course {
  Vec3 start, axis;
};

inline Course make_course(double lon, double lat, double bearing) {  // [rad], bearing from east
  const Vec3 start = point_at(lon, lat);
  const Vec3 to = east_at(lon) * std::cos(bearing) + north_at(lon, lat) * std::sin(bearing);
  return {start, cross(start, to)};
}

// As wide in space and direction that 36 directions resolve it throughout.
inline WaveBlobResult run_course(const Mesh& mesh, const Course& course, const char* name, double sd = 1200e3,
                                 double spread = 30.0 * degree) {
  WaveBlob blob;
  blob.start = course.start;
  blob.axis = course.axis;
  blob.sd = sd;
  blob.spread = spread;
  blob.settings.sprinkler_age = 0.0;
  return run_wave_blob(mesh, blob, name);
}

}  // namespace groundswell
