// SPDX-License-Identifier: Apache-2.0
#include "model/water.hpp"

#include <algorithm>
#include <cmath>

namespace groundswell {

Water::Water(const ModelSettings& config, const DecomposedMesh& domain, const SpectralGrid& grid,
             const Forcing& forcing, HaloExchange& halo)
    : communicator_(domain.communicator),
      least_depth_(config.least_depth),
      n_owned_(domain.local.n_owned),
      grid_(grid),
      still_depth_(domain.local.mesh.depth_cell.begin(), domain.local.mesh.depth_cell.begin() + n_owned_),
      depth_(std::size_t(n_owned_)) {
  const auto n_cell = std::size_t(domain.local.n_cell());
  values_.depth.assign(n_cell, 0.0);
  values_.depth_rate.assign(n_cell, 0.0);
  if (forcing.has(ForcingQuantity::current)) {
    values_.current_east.assign(n_cell, 0.0);
    values_.current_north.assign(n_cell, 0.0);
  }
  if (forcing.has(ForcingQuantity::ice)) values_.blocked.assign(n_cell, 0);
  read(forcing, halo);
}

bool Water::update(const Forcing& forcing, std::int64_t seconds, HaloExchange& halo) {
  if (!forcing.has(ForcingQuantity::current) && !forcing.has(ForcingQuantity::ice) &&
      !forcing.has(ForcingQuantity::water_level))
    return false;
  const WaterValues before = values_;
  read(forcing, halo);
  for (std::size_t cell = 0; cell < values_.depth.size(); ++cell)
    values_.depth_rate[cell] = (values_.depth[cell] - before.depth[cell]) / double(seconds);
  return communicator_.any(values_ != before);
}

// The rate of depth change is recomputed in the next step, whatever it was in the previous one.
void Water::start_anew(const Forcing& forcing, HaloExchange& halo) {
  read(forcing, halo);
  std::ranges::fill(values_.depth_rate, 0.0);
}

void Water::read(const Forcing& forcing, HaloExchange& halo) {
  const std::vector<double> last_depth = values_.depth;
  for (int cell = 0; cell < n_owned_; ++cell) {
    const double level = forcing.has(ForcingQuantity::water_level) ? forcing.water_level()[cell] : 0.0;
    values_.depth[cell] = std::max(still_depth_[cell] + level, least_depth_);
    if (forcing.has(ForcingQuantity::current)) {
      values_.current_east[cell] = forcing.current_east()[cell];
      values_.current_north[cell] = forcing.current_north()[cell];
    }
    if (forcing.has(ForcingQuantity::ice))
      values_.blocked[cell] = forcing.ice_blocks(std::size_t(cell)) ? 1 : 0;
  }
  halo.exchange(values_.depth);
  if (forcing.has(ForcingQuantity::current)) {
    halo.exchange(values_.current_east);
    halo.exchange(values_.current_north);
  }
  if (forcing.has(ForcingQuantity::ice)) halo.exchange(values_.blocked);

  if (values_.depth == last_depth) return;
  std::transform(values_.depth.begin(), values_.depth.begin() + n_owned_, depth_.begin(),
                 [](double depth) { return float(depth); });
  dispersion_ = DispersionTable(grid_, {values_.depth.begin(), values_.depth.begin() + n_owned_});
}

}  // namespace groundswell
