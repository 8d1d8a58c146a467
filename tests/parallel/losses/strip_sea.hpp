// SPDX-License-Identifier: Apache-2.0
// A strip of hexagons, periodic in y, which waves enter from the west: its mesh and settings, a steady
// opposing current, and the fields of all cells.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/constants.hpp"
#include "mesh/analytic_meshes.hpp"
#include "model/model.hpp"
#include "support/gather_cells.hpp"
#include "support/parallel_world.hpp"

namespace groundswell::test {

inline Mesh make_strip_sea(int length, double spacing, const std::function<double(double)>& depth_at) {
  PlanarHexSettings hexagons;
  hexagons.nx = length;
  hexagons.ny = 4;
  hexagons.spacing = spacing;
  hexagons.periodic_y = true;
  Mesh mesh = make_planar_hex_mesh(hexagons);
  for (double x : mesh.x_cell) mesh.depth_cell.push_back(depth_at(x));
  return mesh;
}

// Waves of this height [m] and period [s] enter from the west; no wind.
inline ModelSettings make_incoming_waves(double height, double period, std::int64_t step) {
  ModelSettings config;
  config.time.start = "2000-01-01";
  config.time.end = "2000-02-01";
  config.time.step = step;
  config.boundary.kind = BoundaryKind::jonswap;
  config.boundary.sea.height = height;
  config.boundary.sea.period = period;
  return config;
}

// A current towards the west, `speed` [m s-1] at its middle, Gaussian in x.
class JetFromTheEast : public DatedSource {
 public:
  JetFromTheEast(const LocalMesh& local, double speed, double middle, double width) {
    for (int cell = 0; cell < local.n_owned; ++cell) {
      const double s = (local.mesh.x_cell[cell] - middle) / width;
      east_.push_back(float(-speed * std::exp(-0.5 * s * s)));
    }
  }
  void supply(const DateTime&, std::span<const View<float>> values) override {
    std::copy(east_.begin(), east_.end(), values[0].data);
    std::fill_n(values[1].data, east_.size(), 0.0f);
  }

 private:
  std::vector<float> east_;
};

inline void advance_hours(Model& model, const ModelSettings& config, double hours) {
  const int n_step = int(hours * 3600.0 / double(config.time.step) + 0.5);
  for (int step = 0; step < n_step; ++step) model.step();
}

// A field on all cells, in the order of the whole mesh, on every rank. Collective.
inline std::vector<float> gather_field(Model& model, const std::string& name) {
  const View<const float> values = model.diagnose({name}).field(name);
  const Communicator& communicator = model.domain().communicator;
  std::vector<float> all =
      gather_cells(communicator, model.local(), std::span<const float>(values.data, values.size));
  communicator.broadcast(all, 0);
  return all;
}

}  // namespace groundswell::test
