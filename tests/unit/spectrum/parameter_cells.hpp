// SPDX-License-Identifier: Apache-2.0
// Seas of tests in the arrays of a model, and their integral parameters.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "parameters_reference.hpp"
#include "spectrum/dispersion.hpp"
#include "spectrum/parameters.hpp"
#include "spectrum/shapes.hpp"

namespace groundswell::test {

// Cells with given seas, in the model's arrays.
struct Cells {
  Cells(const SpectralGrid& g, const std::vector<ReferenceSea>& seas)
      : grid(g),
        action(seas.size(), std::size_t(g.n_bin())),
        u_star(seas.size()),
        x(seas.size()),
        y(seas.size()),
        angle(seas.size()),
        water(seas.size()),
        fields(seas.size()) {
    std::vector<double> depth;
    for (std::size_t cell = 0; cell < seas.size(); ++cell) {
      const ReferenceSea& sea = seas[cell];
      for (int bin = 0; bin < g.n_bin(); ++bin)
        action(cell, bin) = float(sea.variance[bin] / g.sigma()[bin / g.n_dir()]);
      depth.push_back(sea.depth);
      u_star[cell] = float(sea.friction_velocity);
      x[cell] = float(12.0 * std::cos(sea.wind_direction));
      y[cell] = float(12.0 * std::sin(sea.wind_direction));
      angle[cell] = float(sea.frame_angle);
      water[cell] = float(sea.depth);
    }
    dispersion = DispersionTable(g, depth);
  }
  ParameterInputs inputs() const {
    return {action.rows(), dispersion.wavenumber(), u_star.view(), x.view(), y.view(), angle.view(),
            water.view()};
  }
  void compute(const ParameterSettings& settings = {}, Backend backend = Backend::serial) {
    compute_parameters(backend, {0, std::int64_t(u_star.size())}, grid, inputs(), fields.arrays(), settings);
  }
  float value(Parameter parameter, std::size_t cell = 0) const { return fields[parameter][cell]; }

  const SpectralGrid& grid;
  RowArray<float> action;
  DispersionTable dispersion;
  Array<float> u_star, x, y, angle, water;
  ParameterFields fields;
};

inline ReferenceSea make_sea(const SpectralGrid& grid, const SpectrumShape& shape) {
  ReferenceSea sea;
  const std::vector<float> action = make_action(grid, shape);
  for (int bin = 0; bin < grid.n_bin(); ++bin)
    sea.variance.push_back(double(action[bin]) * grid.sigma()[bin / grid.n_dir()]);
  return sea;
}

}  // namespace groundswell::test
