// SPDX-License-Identifier: Apache-2.0
#include "model/wave_force.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "propagation/cell_gradient.hpp"

namespace groundswell {
namespace {

constexpr std::array stress_names{"sxx", "sxy", "syy"};

FrameAxes east_and_north(const Mesh& mesh, int cell) {
  if (!mesh.on_sphere) return {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
  const double lon = mesh.lon_cell[cell], lat = mesh.lat_cell[cell];
  return {east_at(lon), north_at(lon, lat)};
}

// The vectors S e and S n, where e and n are the axes of another cell than the stress, in three dimensions.
struct StressAlong {
  StressAlong(const RadiationStress& stress, const FrameAxes& own, const FrameAxes& other) {
    const Vec3 east = own.first * double(stress.xx) + own.second * double(stress.xy),
               north = own.first * double(stress.xy) + own.second * double(stress.yy);
    first = east * dot(own.first, other.first) + north * dot(own.second, other.first);
    second = east * dot(own.first, other.second) + north * dot(own.second, other.second);
  }
  Vec3 first, second;
};

bool is_wanted(const std::vector<std::string>& names) {
  return std::ranges::any_of(names, [](const std::string& name) { return name == "ufrs" || name == "vfrs"; });
}

}  // namespace

void compute_wave_force(const Mesh& mesh, int n_owned, const std::vector<RadiationStress>& stress,
                        View<float> east, View<float> north) {
  for (int cell = 0; cell < n_owned; ++cell) {
    const FrameAxes axes = east_and_north(mesh, cell);
    const NeighbourWeights weights = compute_neighbour_weights(mesh, cell, axes);
    const StressAlong here(stress[std::size_t(cell)], axes, axes);
    Vec3 divergence{0.0, 0.0, 0.0};
    for (int slot = 0; slot < mesh.n_edges_on_cell[cell]; ++slot) {
      const int other = mesh.cell_on_cell(cell, slot);
      if (other < 0) continue;
      const StressAlong there(stress[std::size_t(other)], east_and_north(mesh, other), axes);
      divergence = divergence + (there.first - here.first) * weights.fit_x[std::size_t(slot)] +
                   (there.second - here.second) * weights.fit_y[std::size_t(slot)];
    }
    if (east.size > 0) east[std::size_t(cell)] = float(-dot(divergence, axes.first));
    if (north.size > 0) north[std::size_t(cell)] = float(-dot(divergence, axes.second));
  }
}

std::vector<std::string> with_needs_of_wave_force(std::vector<std::string> names) {
  if (is_wanted(names)) names.insert(names.end(), stress_names.begin(), stress_names.end());
  return names;
}

void make_wave_force(const LocalMesh& local, HaloExchange& halo, const std::vector<std::string>& names,
                     Diagnostics& fields) {
  const View<float> east = fields.make("ufrs", names), north = fields.make("vfrs", names);
  if (!is_wanted(names)) return;
  const View<const float> xx = fields.field(stress_names[0]), xy = fields.field(stress_names[1]),
                          yy = fields.field(stress_names[2]);
  std::vector<RadiationStress> stress(std::size_t(local.n_cell()));
  for (std::size_t cell = 0; cell < std::size_t(local.n_owned); ++cell)
    stress[cell] = {xx[cell], xy[cell], yy[cell]};
  halo.exchange(stress);
  compute_wave_force(local.mesh, local.n_owned, stress, east, north);
}

}  // namespace groundswell
