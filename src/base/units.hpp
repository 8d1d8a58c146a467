// SPDX-License-Identifier: Apache-2.0
// Units of measure as people and files write them ("km", "m s-1", "M/S", "degrees_north"): enough to convert
// between units of the same quantity and to refuse others. Reference: CF conventions 1.8, section 3.1, whose
// spellings are a subset of UDUNITS.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace groundswell {

struct Unit {
  double factor = 1.0;          // one of this unit, in m, s, kg, rad and byte
  std::array<int, 5> powers{};  // of length, time, mass, angle and data

  bool measures_the_same_as(const Unit& other) const { return powers == other.powers; }
};

// Reads products such as "m/s", "m s-1", "m s^-1", "degree/h", "%", "" (a plain number). Throws Error for an
// unknown unit.
Unit parse_unit(std::string_view written);

// The factor that converts a number from unit `from` to unit `to`. Throws Error if one is unknown (unless
// both are the same text), or, naming both, if they measure different things.
double conversion_factor(std::string_view from, std::string_view to);

// A size as text, with at most three digits if it is below 1000 TB: "950 B", "12.3 kB", "203 MB", "1.25 GB".
std::string format_bytes(double bytes);

}  // namespace groundswell
