// SPDX-License-Identifier: Apache-2.0
// Lines of best tracks (b-decks), and a file of them.
#pragma once

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/netcdf_file.hpp"

namespace groundswell::test {

// A line with the centre, the maximum wind [kt], its radius [nautical miles], and the radii of one wind.
inline std::string deck_line(const std::string& date, const std::string& lat, const std::string& lon,
                             int max_wind, int isotach = 0, const std::array<int, 4>& radii = {},
                             int radius = 20, int pressure = 960, const std::string& minute = "") {
  char line[200];
  std::snprintf(
      line, sizeof line,
      "AL, 05, %s, %2s, BEST, %3d, %4s, %5s, %3d, %4d, HU, %3d, NEQ, %4d, %4d, %4d, %4d, 1010,  200, %3d, "
      "  0,   0,   L,   0,    ,   0,   0,       TEST,\n",
      date.c_str(), minute.c_str(), 0, lat.c_str(), lon.c_str(), max_wind, pressure, isotach, radii[0],
      radii[1], radii[2], radii[3], radius);
  return line;
}

inline std::string of_technique(std::string line, const std::string& technique) {
  return line.replace(line.find("BEST"), 4, technique);
}

inline std::filesystem::path write_deck(const std::string& content, const std::string& name = "deck.dat") {
  const std::filesystem::path path = scratch_path(name);
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

}  // namespace groundswell::test
