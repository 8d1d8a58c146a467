// SPDX-License-Identifier: Apache-2.0
#include "model/diagnostics.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "field/field_info.hpp"

namespace groundswell {
namespace {

std::optional<Parameter> find_parameter(std::string_view name) {
  for (int p = 0; p < n_parameter; ++p)
    if (parameter_info(Parameter(p)).name == name) return Parameter(p);
  return std::nullopt;
}

}  // namespace

Diagnostics::Diagnostics(Backend backend, const SpectralGrid& grid, const ParameterSettings& settings,
                         std::size_t n_owned)
    : backend_(backend), grid_(grid), settings_(settings), n_owned_(n_owned), parameters_(n_owned) {}

void Diagnostics::compute(const ParameterInputs& inputs, const std::vector<std::string>& names) {
  ParameterArrays all = parameters_.arrays(), wanted;
  wanted[Parameter::significant_height] = all[Parameter::significant_height];
  for (const std::string& name : names)
    if (const auto parameter = find_parameter(name)) wanted[*parameter] = all[*parameter];
  compute_parameters(backend_, {0, std::int64_t(n_owned_)}, grid_, inputs, wanted, settings_);
}

bool Diagnostics::has_depth(Parameter parameter) const {
  return stokes_depth_of(parameter) <= int(settings_.stokes_depths.size());
}

std::vector<std::string> Diagnostics::names() const {
  std::vector<std::string> names;
  for (int p = 0; p < n_parameter; ++p)
    if (has_depth(Parameter(p))) names.emplace_back(parameter_info(Parameter(p)).name);
  for (const auto& [name, values] : given_) names.push_back(name);
  return names;
}

View<float> Diagnostics::make(const std::string& name, const std::vector<std::string>& wanted) {
  View<float> values;
  if (std::ranges::find(wanted, name) != wanted.end()) {
    Array<float>& kept = made_[name];
    if (kept.size() == 0) kept = Array<float>(n_owned_);
    values = kept.view();
  }
  given_[name] = values;
  return values;
}

View<const float> Diagnostics::field(const std::string& name) const {
  if (const auto parameter = find_parameter(name)) {
    require(has_depth(*parameter), "the field '", name,
            "' is requested, but not its depth; remove it, or state more depths in output.stokes_depths, "
            "which has ",
            settings_.stokes_depths.size());
    return parameters_[*parameter].view();
  }
  const auto found = given_.find(name);
  require(found != given_.end(), "the field '", name,
          "' is requested, but this run has nothing to compute it from; ",
          "remove it from the lists of output, or give its forcing");
  return found->second;
}

std::vector<float> make_variance_spectrum(const SpectralGrid& grid, const float* action, double frame_angle) {
  const int n_dir = grid.n_dir();
  // The geographic direction theta is theta - frame_angle in the frame: a shift by this many bins.
  const double shift = frame_angle / grid.direction_width();
  const int whole = int(std::floor(shift));
  const float fraction = float(shift - whole);
  std::vector<float> spectrum(std::size_t(grid.n_bin()));
  for (int freq = 0; freq < grid.n_freq(); ++freq)
    for (int dir = 0; dir < n_dir; ++dir) {
      const int upper = ((dir - whole) % n_dir + n_dir) % n_dir, lower = (upper + n_dir - 1) % n_dir;
      const float* row = action + std::size_t(freq) * n_dir;
      spectrum[std::size_t(freq) * n_dir + dir] =
          float(grid.sigma()[freq]) * ((1.0f - fraction) * row[upper] + fraction * row[lower]);
    }
  return spectrum;
}

}  // namespace groundswell
