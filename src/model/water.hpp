// SPDX-License-Identifier: Apache-2.0
// The water that waves travel through, on a rank's cells with their halo: depth with the water level,
// current, ice, and the dispersion tables that follow from the depth.
#pragma once

#include <vector>

#include "decomp/halo_exchange.hpp"
#include "decomp/local_mesh.hpp"
#include "exec/array.hpp"
#include "forcing/forcing.hpp"
#include "model/run_config.hpp"
#include "propagation/propagation_settings.hpp"
#include "spectrum/dispersion.hpp"

namespace groundswell {

class Water {
 public:
  // The water at the time that `forcing` stands at; halo cells get their values through `halo`. Collective.
  Water(const RunConfig& config, const LocalMesh& local, const SpectralGrid& grid, const Forcing& forcing,
        HaloExchange& halo);

  // Follows the forcing over `seconds` since the last call; true where anything changed. Collective.
  bool update(const Forcing& forcing, std::int64_t seconds, HaloExchange& halo);

  const Medium& medium() const { return medium_; }           // all local cells
  View<const float> depth() const { return depth_.view(); }  // [owned cells] [m] with water level
  View<const std::uint8_t> blocked() const { return {medium_.blocked.data(), medium_.blocked.size()}; }
  const DispersionTable& dispersion() const { return dispersion_; }  // [owned cells][freq]

 private:
  void read(const Forcing& forcing, HaloExchange& halo);

  double least_depth_;
  int n_owned_;
  const SpectralGrid& grid_;
  std::vector<double> still_depth_;  // [owned cells] [m] below mean sea level
  Medium medium_;
  Array<float> depth_;
  DispersionTable dispersion_;
};

}  // namespace groundswell
