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
  // The water at the end of the interval of `forcing`; halo cells get their values through `halo`. `domain`
  // and `grid` must outlive this object. Collective.
  Water(const ModelSettings& config, const DecomposedMesh& domain, const SpectralGrid& grid,
        const Forcing& forcing, HaloExchange& halo);

  // Takes the mean of the water at both ends of the forcing's interval, a step of `seconds`, and the rate at
  // which the depth changes in it; returns true, on all ranks, if anything has changed on any rank since the
  // last call, or if take_end has been called. Collective.
  bool take_middle(const Forcing& forcing, std::int64_t seconds, HaloExchange& halo);

  // Takes the water at the end of the interval, as if it had not changed. Collective.
  void take_end(const Forcing& forcing, HaloExchange& halo);

  // Sets depth() and dispersion(), but not values(), to those at the end of the interval, until the next call
  // of another function.
  void take_end_of_owned(const Forcing& forcing);

  const WaterValues& values() const { return values_; }      // all local cells
  View<const float> depth() const { return depth_.view(); }  // [owned cells] [m] with water level
  View<const std::uint8_t> blocked() const { return {values_.blocked.data(), values_.blocked.size()}; }
  const DispersionTable& dispersion() const { return dispersion_; }  // [owned cells][freq]

 private:
  void read(const Forcing& forcing, std::int64_t seconds, HaloExchange& halo);
  double depth_at(View<const float> level, int cell) const;
  // Makes the tables of these depths [at least the owned cells], unless they exist.
  void make_tables(const std::vector<double>& depth);

  const Communicator& communicator_;
  double least_depth_;
  int n_owned_;
  const SpectralGrid& grid_;
  std::vector<double> still_depth_;  // [owned cells] [m] below mean sea level
  WaterValues values_;
  bool is_of_a_date_ = false;        // whether take_end has set the values
  std::vector<double> table_depth_;  // [owned cells] [m] to which the next two belong
  Array<float> depth_;
  DispersionTable dispersion_;
};

}  // namespace groundswell
