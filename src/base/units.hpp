// SPDX-License-Identifier: Apache-2.0
// Units of measure as people and files write them ("km", "m s-1", "M/S", "degrees_north"): enough to convert
// between spellings of one kind of quantity and to refuse another kind. Reference: CF conventions 1.8,
// section 3.1, whose spellings are a subset of UDUNITS.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace groundswell {

struct Unit {
  double factor = 1.0;          // one of this unit in SI units (m, s, kg, rad, byte)
  std::array<int, 5> powers{};  // of length, time, mass, angle and data

  bool measures_the_same_as(const Unit& other) const { return powers == other.powers; }
};

// Reads products such as "m/s", "m s-1", "m s^-1", "degree/h", "%", "" (a plain number). Throws Error for a
// unit that is not known.
Unit parse_unit(std::string_view written);

// What a number in unit `from` is multiplied with to be in unit `to`. Throws Error with both where they
// measure different things.
double conversion_factor(std::string_view from, std::string_view to);

// "950 B", "12.3 kB", "203 MB", "1.25 GB": three digits.
std::string format_bytes(double bytes);

}  // namespace groundswell
