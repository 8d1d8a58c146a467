// SPDX-License-Identifier: Apache-2.0
// Makes the published fields from the state: integral parameters, forcing fields and spectra, by their names
// in files.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "exec/array.hpp"
#include "exec/for_cells.hpp"
#include "spectrum/parameters.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {

class Diagnostics {
 public:
  Diagnostics(Backend backend, const SpectralGrid& grid, const ParameterSettings& settings,
              std::size_t n_owned);

  // Computes those integral parameters that are among `names`, and always the significant height.
  void compute(const ParameterInputs& inputs, const std::vector<std::string>& names);
  // Registers a field that is not made from spectra, such as wind or depth. The view must stay valid until
  // the field is published.
  void set(const std::string& name, View<const float> values) { given_[name] = values; }
  // Registers a field. If it is among the `wanted` names, returns an array for its values, which is stored
  // here and which the caller fills; otherwise returns an empty view.
  View<float> make(const std::string& name, const std::vector<std::string>& wanted);
  // The names of the available fields: the integral parameters, but not the Stokes drift at a depth that is
  // not stated, and the registered fields.
  std::vector<std::string> names() const;
  // Throws Error if a field is neither such a parameter nor registered.
  View<const float> field(const std::string& name) const;
  View<const float> height() const { return parameters_[Parameter::significant_height].view(); }

 private:
  bool has_depth(Parameter parameter) const;

  Backend backend_;
  SpectralGrid grid_;
  ParameterSettings settings_;
  std::size_t n_owned_;
  ParameterFields parameters_;
  std::map<std::string, View<const float>> given_;
  std::map<std::string, Array<float>> made_;
};

// Variance density E [freq * dir] of one cell in geographic directions, from its action density in the cell's
// frame (interpolated linearly in direction if the frame is rotated, which happens only poleward of 60
// degrees).
std::vector<float> make_variance_spectrum(const SpectralGrid& grid, const float* action, double frame_angle);

}  // namespace groundswell
