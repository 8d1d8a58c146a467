// SPDX-License-Identifier: Apache-2.0
#include "model/water.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

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
  read(forcing, 0, halo);
}

bool Water::take_middle(const Forcing& forcing, std::int64_t seconds, HaloExchange& halo) {
  if (!forcing.has(ForcingQuantity::current) && !forcing.has(ForcingQuantity::ice) &&
      !forcing.has(ForcingQuantity::water_level))
    return false;
  const WaterValues before = values_;
  read(forcing, seconds, halo);
  return communicator_.any(std::exchange(is_of_a_date_, false) || values_ != before);
}

void Water::take_end(const Forcing& forcing, HaloExchange& halo) {
  read(forcing, 0, halo);
  is_of_a_date_ = true;
}

void Water::take_end_of_owned(const Forcing& forcing) {
  std::vector<double> depth = still_depth_;
  for (int cell = 0; cell < n_owned_; ++cell) depth[cell] = depth_at(forcing.water_level(), cell);
  make_tables(depth);
}

double Water::depth_at(View<const float> level, int cell) const {
  return std::max(still_depth_[cell] + level[cell], least_depth_);
}

// seconds = 0: the water at the end of the interval, at rest.
void Water::read(const Forcing& forcing, std::int64_t seconds, HaloExchange& halo) {
  const auto mean = [&](View<const float> first, View<const float> last, int cell) {
    return seconds > 0 ? 0.5 * (double(first[cell]) + last[cell]) : double(last[cell]);
  };
  const bool has_current = forcing.has(ForcingQuantity::current), has_ice = forcing.has(ForcingQuantity::ice);
  // If there is no water level, its arrays are zero.
  for (int cell = 0; cell < n_owned_; ++cell) {
    const double last = depth_at(forcing.water_level(), cell);
    const double first = seconds > 0 ? depth_at(forcing.first_water_level(), cell) : last;
    values_.depth[cell] = 0.5 * (first + last);
    values_.depth_rate[cell] = seconds > 0 ? (last - first) / double(seconds) : 0.0;
    if (has_current) {
      values_.current_east[cell] = mean(forcing.first_current_east(), forcing.current_east(), cell);
      values_.current_north[cell] = mean(forcing.first_current_north(), forcing.current_north(), cell);
    }
    if (has_ice)
      values_.blocked[cell] = forcing.blocks(float(mean(forcing.first_ice(), forcing.ice(), cell)));
  }
  halo.exchange(values_.depth);
  if (forcing.has(ForcingQuantity::water_level)) halo.exchange(values_.depth_rate);
  if (has_current) {
    halo.exchange(values_.current_east);
    halo.exchange(values_.current_north);
  }
  if (has_ice) halo.exchange(values_.blocked);
  make_tables(values_.depth);
}

void Water::make_tables(const std::vector<double>& depth) {
  const std::vector<double> owned(depth.begin(), depth.begin() + n_owned_);
  if (owned == table_depth_) return;
  table_depth_ = owned;
  std::ranges::transform(owned, depth_.begin(), [](double d) { return float(d); });
  dispersion_ = DispersionTable(grid_, owned);
}

}  // namespace groundswell
