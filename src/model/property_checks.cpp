// SPDX-License-Identifier: Apache-2.0
#include "model/property_checks.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "boundary/boundary_settings.hpp"
#include "simd/runs.hpp"
#include "spectrum/dispersion.hpp"

namespace groundswell {
namespace {

constexpr double strongest_usual_wind = 40.0;  // [m s-1] stronger winds explain a sea that is too high
constexpr double steepest_sea = 0.25, largest_height_over_depth = 2.0;

std::string place_of(const Mesh& mesh, std::size_t cell) {
  const std::string id = mesh.cell_id.empty() ? text(cell + 1) : text(mesh.cell_id[cell]);
  if (!mesh.on_sphere)
    return text("cell ", id, " (x ", mesh.x_cell[cell], " m, y ", mesh.y_cell[cell], " m)");
  return text("cell ", id, " (", mesh.lon_cell[cell] / degree, " E, ", mesh.lat_cell[cell] / degree, " N)");
}

// The sum of a row, which is NaN if one of its bins is, and its lowest bin if none is.
struct RowSum {
  float sum, lowest;
};
RowSum sum_row(const float* row, int n) {
  Pack sum(0), lowest(0);
  int dir = 0;
  for (; dir + pack_width <= n; dir += pack_width) {
    const Pack bins = load_run<Pack>(row + dir);
    sum += bins;
    lowest = minimum(lowest, bins);
  }
  RowSum all{0.0f, 0.0f};
  for (int lane = 0; lane < pack_width; ++lane) {
    all.sum += sum[lane];
    all.lowest = std::min(all.lowest, lowest[lane]);
  }
  for (; dir < n; ++dir) {
    all.sum += row[dir];
    all.lowest = std::min(all.lowest, row[dir]);
  }
  return all;
}

constexpr const char* advice = "; try a shorter time.step or max_source_step, and check wind and depth there";

constexpr const char* wind_advice =
    " m s-1, which raises such a sea only if it blows for hours over hundreds of km, which no storm does: "
    "check its unit and factor, let it blow for a shorter time or over less sea, or lower physics.max_drag "
    "(wam4 stays lower than wam3; st4 has no such bound unless it is given)";

}  // namespace

void check_wave_stress(View<const float> wave_stress, const Mesh& mesh, const DateTime& now) {
  for (std::size_t cell = 0; cell < wave_stress.size; ++cell)
    if (!std::isfinite(wave_stress[cell]))
      throw Error(text("the spectrum became NaN in ", place_of(mesh, cell), " at ", now.iso(), advice));
}

SeaState check_bins(const RowArray<float>& action, const SpectralGrid& grid, std::size_t n_owned,
                    const Mesh& mesh, const DateTime& now) {
  SeaState sea{std::vector<float>(n_owned), std::vector<float>(n_owned)};
  std::vector<double> to_m0, to_m2;  // from the sum of a row's action, with the f^-5 tail in the last
  for (int freq = 0; freq < grid.n_freq(); ++freq) {
    const double f = grid.frequency()[freq], width = grid.frequency_width()[freq];
    const double of_tail = freq + 1 == grid.n_freq() ? f : 0.0;
    const double e = grid.sigma()[freq] * grid.direction_width();
    to_m0.push_back(e * (width + of_tail / 4.0));
    to_m2.push_back(e * f * f * (width + of_tail / 2.0));
  }
  for (std::size_t cell = 0; cell < n_owned; ++cell) {
    double m0 = 0.0, m2 = 0.0;
    float lowest = 0.0f;
    for (int freq = 0; freq < grid.n_freq(); ++freq) {
      const RowSum row = sum_row(action.row(cell) + std::size_t(freq) * grid.n_dir(), grid.n_dir());
      lowest = std::min(lowest, row.lowest);
      m0 += to_m0[freq] * double(row.sum);
      m2 += to_m2[freq] * double(row.sum);
    }
    if (!(lowest >= 0.0f) || !(m0 < 1e28))
      throw Error(text("the spectrum has a bin that is negative, infinite or NaN in ", place_of(mesh, cell),
                       " at ", now.iso(), advice));
    sea.height[cell] = float(4.0 * std::sqrt(m0));
    sea.period[cell] = m2 > 0.0 ? float(std::sqrt(m0 / m2)) : 0.0f;
  }
  return sea;
}

void check_height(View<const float> height, const CellWind& wind, const Mesh& mesh, const DateTime& now) {
  for (std::size_t cell = 0; cell < height.size; ++cell) {
    if (height[cell] <= highest_sea) continue;
    const double speed = std::hypot(wind.x[cell], wind.y[cell]);
    throw Error(
        text("the significant height is ", height[cell], " m in ", place_of(mesh, cell), " at ", now.iso(),
             ", above ", highest_sea, " m",
             speed > strongest_usual_wind ? text(". The wind there is ", speed, wind_advice) : advice));
  }
}

void check_steepness(const SeaState& sea, View<const float> depth, const Mesh& mesh, const DateTime& now) {
  const auto& [height, period] = sea;
  for (std::size_t cell = 0; cell < height.size(); ++cell) {
    if (!(height[cell] > 0.01f)) continue;
    const double k = compute_wavenumber(2.0 * pi / std::max(period[cell], 0.01f), depth[cell]);
    const double steepness = height[cell] * k / (2.0 * pi);
    if (steepness > steepest_sea)
      throw Error(
          text("the sea is too steep in ", place_of(mesh, cell), " at ", now.iso(), ": Hs ", height[cell],
               " m and Tm02 ", period[cell], " s make Hs/L ", steepness, ", above ", steepest_sea,
               "; a current against the waves piles them up faster than they break, or whitecapping is ",
               "off: check the current there, switch physics.whitecapping on, or try a shorter ",
               "physics.max_source_step"));
    if (height[cell] > largest_height_over_depth * depth[cell])
      throw Error(text("the sea is too high for its depth in ", place_of(mesh, cell), " at ", now.iso(),
                       ": Hs ", height[cell], " m over ", depth[cell],
                       " m; waves enter there faster than they break, or breaking is off: check depth and "
                       "boundary there, switch physics.depth_breaking on, or try a shorter time.step"));
  }
}

}  // namespace groundswell
