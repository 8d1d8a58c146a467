// SPDX-License-Identifier: Apache-2.0
// Five days of swell along great circles in local frames: along the equator, along a meridian, obliquely, and
// over the pole, where the cells' frames are those of the polar chart.
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

// A blob, by default so wide in space and direction that 36 directions always resolve it.
inline WaveBlob make_blob(const Course& course, double sd = 1200e3, double spread = 30.0 * degree) {
  WaveBlob blob;
  blob.start = course.start;
  blob.axis = course.axis;
  blob.sd = sd;
  blob.spread = spread;
  blob.settings.sprinkler_age = 0.0;
  return blob;
}

// Waves of 0.1 Hz that start at 35 degrees north and are at 51.5 degrees five days later, 3400 km away.
inline WaveBlob make_northward_blob(double spread) {
  WaveBlob blob = make_blob(make_course(0.5, 35.0 * degree, 44.3 * degree), 600e3, spread);
  blob.frequency = 0.1;
  return blob;
}

// Each step moves the waves in space first and turns them afterwards, so their direction is wrong by half a
// step's turn from the start: in steps of 3600 s, this takes them 10 km off course in five days.
inline WaveBlobResult run_course(const Mesh& mesh, const Course& course, const char* name,
                                 double time_step = 1800.0) {
  WaveBlob blob = make_blob(course);
  blob.time_step = time_step;
  return run_wave_blob(mesh, blob, name);
}

}  // namespace groundswell
