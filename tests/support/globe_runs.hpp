// SPDX-License-Identifier: Apache-2.0
// Settings of runs on small globes, and what tests query from the models of these runs.
#pragma once

#include <cstdint>
#include <span>

#include "model/checksum.hpp"
#include "model/model.hpp"
#include "restart/restart_file.hpp"

namespace groundswell::test {

// 162 cells under a constant wind, with a wind sea at the start.
inline ModelSettings make_windy_globe() {
  ModelSettings config;
  config.time.start = "2000-01-01";
  config.time.end = "2000-01-02";
  config.time.step = 1800;
  config.mesh.kind = MeshKind::icosahedral;
  config.mesh.bisections = 2;
  config.forcing.wind.kind = WindKind::constant;
  config.forcing.wind.speed = 15.0;
  config.initial.kind = InitialKind::jonswap;
  return config;
}

// All difficulties in one run: both poles, a storm, a current and water so shallow that waves break. Every
// kind of transport is active, and depth-induced losses are shared between transport and source terms.
inline ModelSettings make_stormy_globe() {
  ModelSettings config = make_windy_globe();
  config.mesh.depth = 10.0;
  config.mesh.sphere_radius = 1.6e5;  // small, so that fast waves need sub-steps
  config.spectrum.n_dir = 24;
  config.spectrum.n_freq = 20;
  WindSettings& wind = config.forcing.wind;
  wind.kind = WindKind::vortex;
  wind.vortex.lat = 75.0;
  wind.vortex.radius = 3e4;
  wind.vortex.background_speed = 12.0;
  config.forcing.current.kind = CurrentKind::constant;
  config.forcing.current.speed = 0.8;
  config.forcing.current.to_degree = 30.0;
  return config;
}

// Collective.
inline std::uint64_t checksum_of(const Model& model) {
  return compute_checksum(model.domain().communicator, model.local(), model.state());
}

inline RestartCells cells_of(const Model& model) {
  const LocalMesh& local = model.local();
  return {local.n_global_cell, std::span(local.global_cell).first(std::size_t(local.n_owned))};
}

}  // namespace groundswell::test
