// SPDX-License-Identifier: Apache-2.0
// The water that waves travel through, on a rank's cells with their halo: depth with the water level,
// current, ice, and the dispersion tables that follow from the depth.
#pragma once

#include <vector>

#include "decomp/decomposed_mesh.hpp"
#include "exec/array.hpp"
#include "forcing/forcing.hpp"
#include "halo/halo_exchange.hpp"
#include "model/model_settings.hpp"
#include "propagation/propagation_settings.hpp"
#include "spectrum/dispersion.hpp"

namespace groundswell {

class Water {
 public:
  // The water at the present time of `forcing`; halo cells get their values through `halo`. `domain` and
  // `grid` must outlive this object. Collective.
  Water(const ModelSettings& config, const DecomposedMesh& domain, const SpectralGrid& grid,
        const Forcing& forcing, HaloExchange& halo);

  // Updates the water from the forcing, `seconds` after the last call; returns true, on all ranks, if
  // anything changed on any rank. Collective.
  bool update(const Forcing& forcing, std::int64_t seconds, HaloExchange& halo);

  // Takes the present water from the forcing, as if it had not changed since the last step. Collective.
  void start_anew(const Forcing& forcing, HaloExchange& halo);

  const WaterValues& values() const { return values_; }      // all local cells
  View<const float> depth() const { return depth_.view(); }  // [owned cells] [m] with water level
  View<const std::uint8_t> blocked() const { return {values_.blocked.data(), values_.blocked.size()}; }
  const DispersionTable& dispersion() const { return dispersion_; }  // [owned cells][freq]

 private:
  void read(const Forcing& forcing, HaloExchange& halo);

  const Communicator& communicator_;
  double least_depth_;
  int n_owned_;
  const SpectralGrid& grid_;
  std::vector<double> still_depth_;  // [owned cells] [m] below mean sea level
  WaterValues values_;
  Array<float> depth_;
  DispersionTable dispersion_;
};

}  // namespace groundswell
