// SPDX-License-Identifier: Apache-2.0
#include "model/property_checks.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "boundary/boundary_settings.hpp"
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

constexpr const char* advice = "; try a shorter time.step or max_source_step, and check wind and depth there";

constexpr const char* wind_advice =
    " m s-1, which raises such a sea only if it blows for hours over hundreds of km, which no storm does: "
    "check its unit and factor, let it blow for a shorter time or over less sea, or lower physics.max_drag "
    "(wam4 stays lower than wam3)";

}  // namespace

void check_wave_stress(View<const float> wave_stress, const Mesh& mesh, const DateTime& now) {
  for (std::size_t cell = 0; cell < wave_stress.size; ++cell)
    if (!std::isfinite(wave_stress[cell]))
      throw Error(text("the spectrum became NaN in ", place_of(mesh, cell), " at ", now.iso(), advice));
}

void check_bins(const RowArray<float>& action, std::size_t n_owned, const Mesh& mesh, const DateTime& now) {
  for (std::size_t cell = 0; cell < n_owned; ++cell) {
    const float* bins = action.row(cell);
    int unsound = 0;  // an integer and no short circuit, so that the loop vectorises
    for (std::size_t bin = 0; bin < action.n_col(); ++bin)
      unsound |= int(!(bins[bin] >= 0.0f)) | int(!(bins[bin] < 1e30f));
    if (unsound)
      throw Error(text("the spectrum has a bin that is negative, infinite or NaN in ", place_of(mesh, cell),
                       " at ", now.iso(), advice));
  }
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

void check_steepness(View<const float> height, View<const float> period, View<const float> depth,
                     const Mesh& mesh, const DateTime& now) {
  for (std::size_t cell = 0; cell < height.size; ++cell) {
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
