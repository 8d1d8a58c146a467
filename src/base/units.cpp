// SPDX-License-Identifier: Apache-2.0
// A unit is a product of names, each with an integer power; one table holds the names.
#include "base/units.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>

#include "base/constants.hpp"
#include "base/error.hpp"

namespace groundswell {
namespace {

struct NamedUnit {
  std::string_view names;  // each between blanks
  Unit unit;
};

constexpr NamedUnit known_units[] = {
    {" m metre metres meter meters ", {1.0, {1, 0, 0, 0, 0}}},
    {" km kilometre kilometres kilometer kilometers ", {1e3, {1, 0, 0, 0, 0}}},
    {" cm centimetre centimetres ", {1e-2, {1, 0, 0, 0, 0}}},
    {" mm millimetre millimetres ", {1e-3, {1, 0, 0, 0, 0}}},
    {" nmi ", {1852.0, {1, 0, 0, 0, 0}}},
    {" s sec secs second seconds ", {1.0, {0, 1, 0, 0, 0}}},
    {" millisecond milliseconds ", {1e-3, {0, 1, 0, 0, 0}}},
    {" microsecond microseconds ", {1e-6, {0, 1, 0, 0, 0}}},
    {" nanosecond nanoseconds ", {1e-9, {0, 1, 0, 0, 0}}},
    {" min mins minute minutes ", {60.0, {0, 1, 0, 0, 0}}},
    {" h hr hrs hour hours ", {3600.0, {0, 1, 0, 0, 0}}},
    {" d day days ", {86400.0, {0, 1, 0, 0, 0}}},
    {" Hz hz hertz ", {1.0, {0, -1, 0, 0, 0}}},
    {" mHz ", {1e-3, {0, -1, 0, 0, 0}}},
    {" kHz ", {1e3, {0, -1, 0, 0, 0}}},
    {" kn kt knot knots ", {1852.0 / 3600.0, {1, -1, 0, 0, 0}}},
    {" rad radian radians ", {1.0, {0, 0, 0, 1, 0}}},
    {" deg degree degrees degrees_east degree_east degrees_north degree_north degrees_e degrees_n ",
     {degree, {0, 0, 0, 1, 0}}},
    {" 1 ", {1.0, {}}},
    {" % percent ", {0.01, {}}},
    {" kg ", {1.0, {0, 0, 1, 0, 0}}},
    {" g ", {1e-3, {0, 0, 1, 0, 0}}},
    {" Pa ", {1.0, {-1, -2, 1, 0, 0}}},
    {" hPa mbar ", {100.0, {-1, -2, 1, 0, 0}}},
    {" B byte bytes ", {1.0, {0, 0, 0, 0, 1}}},
    {" kB ", {1e3, {0, 0, 0, 0, 1}}},
    {" MB ", {1e6, {0, 0, 0, 0, 1}}},
    {" GB ", {1e9, {0, 0, 0, 0, 1}}},
};

const Unit* find_unit(const std::string& name) {
  for (const NamedUnit& known : known_units)
    if (known.names.find(" " + name + " ") != std::string_view::npos) return &known.unit;
  return nullptr;
}

// Old files use capitals ("M/S"): a name that is not known as written is tried in lower case.
const Unit& unit_of_name(const std::string& name, std::string_view written) {
  const Unit* unit = find_unit(name);
  std::string lower = name;
  for (char& c : lower) c = char(std::tolower(static_cast<unsigned char>(c)));
  if (!unit) unit = find_unit(lower);
  require(unit, "unit '", written, "' is not known");
  return *unit;
}

bool is_separator(char c) {
  return c == ' ' || c == '.' || c == '*' || c == '/';
}

// Multiplies the product by a name with its power, such as "s-1", "s^-1", "m2" or "%"; divides by it if
// `sign` is -1.
void multiply_factor(Unit& product, std::string_view factor, int sign, std::string_view written) {
  std::size_t end = 0;
  while (end < factor.size() && (std::isalpha(static_cast<unsigned char>(factor[end])) ||
                                 factor[end] == '_' || factor[end] == '%' || factor == "1"))
    ++end;
  const Unit& unit = unit_of_name(std::string(factor.substr(0, end)), written);
  std::string_view exponent = factor.substr(end);
  if (!exponent.empty() && exponent[0] == '^') exponent.remove_prefix(1);
  if (!exponent.empty() && exponent[0] == '+') exponent.remove_prefix(1);
  int power = 1;
  if (!exponent.empty()) {
    const auto [stop, problem] = std::from_chars(exponent.data(), exponent.data() + exponent.size(), power);
    require(problem == std::errc() && stop == exponent.data() + exponent.size(), "unit '", written,
            "' is not known");
  }
  product.factor *= std::pow(unit.factor, sign * power);
  for (std::size_t i = 0; i < product.powers.size(); ++i) product.powers[i] += sign * power * unit.powers[i];
}

}  // namespace

Unit parse_unit(std::string_view written) {
  Unit product;
  int sign = 1;
  std::size_t i = 0;
  std::string spelled(written);
  for (std::size_t at; (at = spelled.find("**")) != std::string::npos;) {
    spelled[at] = '^';
    spelled.erase(at + 1, 1);
  }
  while (i < spelled.size()) {
    if (is_separator(spelled[i])) {
      if (spelled[i] == '/') sign = -1;
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < spelled.size() && !is_separator(spelled[end])) ++end;
    multiply_factor(product, std::string_view(spelled).substr(i, end - i), sign, written);
    i = end;
  }
  return product;
}

double conversion_factor(std::string_view from, std::string_view to) {
  if (from == to) return 1.0;
  const Unit a = parse_unit(from), b = parse_unit(to);
  require(a.measures_the_same_as(b), "'", from, "' cannot be converted to '", to,
          "': they measure different things");
  return a.factor / b.factor;
}

std::string format_bytes(double bytes) {
  const char* unit = "B";
  for (const char* larger : {"kB", "MB", "GB", "TB"}) {
    if (bytes < 999.5) break;
    bytes /= 1000.0;
    unit = larger;
  }
  char digits[32];
  const int behind_point = *unit == 'B' || bytes >= 99.95 ? 0 : bytes >= 9.995 ? 1 : 2;
  std::snprintf(digits, sizeof digits, "%.*f %s", behind_point, bytes, unit);
  return digits;
}

}  // namespace groundswell
