// SPDX-License-Identifier: Apache-2.0
// Names of the integral parameters, as in WAVEWATCH III's field output and in field/field_info.cpp, which has
// their CF metadata.
#include <array>

#include "base/names.hpp"
#include "spectrum/parameters.hpp"

namespace groundswell {
namespace {

const std::array<ParameterInfo, n_parameter> all_parameters{{
    {"hs", "m"},      {"tp", "s"},      {"fp", "s-1"},     {"t01", "s"},      {"t02", "s"},
    {"t0m1", "s"},    {"dir", "rad"},   {"dp", "rad"},     {"spr", "rad"},    {"phs0", "m"},
    {"pt0m1_0", "s"}, {"pt02_0", "s"},  {"pdir0", "rad"},  {"phs1", "m"},     {"pt0m1_1", "s"},
    {"pt02_1", "s"},  {"pdir1", "rad"}, {"uuss", "m s-1"}, {"vuss", "m s-1"}, {"lm", "m"},
    {"cge", "W m-1"}, {"ptp0", "s"},    {"ptp1", "s"},     {"mssu", "1"},     {"mssc", "1"},
}};

}  // namespace

const ParameterInfo& parameter_info(Parameter parameter) {
  return all_parameters[std::size_t(parameter)];
}

Parameter parameter_from_name(std::string_view name) {
  const ParameterInfo& found = find_named(all_parameters, name, "parameter '", name, "' is not known");
  return Parameter(&found - all_parameters.data());
}

}  // namespace groundswell
