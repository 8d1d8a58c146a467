// SPDX-License-Identifier: Apache-2.0
#include "model/property_checks.hpp"

#include <cmath>
#include <string>

#include "base/constants.hpp"
#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr float highest_sea = 40.0f;  // [m]

std::string place_of(const Mesh& mesh, std::size_t cell) {
  const std::string id = mesh.cell_id.empty() ? text(cell + 1) : text(mesh.cell_id[cell]);
  if (!mesh.on_sphere)
    return text("cell ", id, " (x ", mesh.x_cell[cell], " m, y ", mesh.y_cell[cell], " m)");
  return text("cell ", id, " (", mesh.lon_cell[cell] / degree, " E, ", mesh.lat_cell[cell] / degree, " N)");
}

constexpr const char* advice =
    "; try a shorter time.step or max_source_step, and look at wind and depth there";

}  // namespace

void check_wave_stress(View<const float> wave_stress, const Mesh& mesh, const DateTime& now) {
  for (std::size_t cell = 0; cell < wave_stress.size; ++cell)
    if (!std::isfinite(wave_stress[cell]))
      throw Error(text("the spectrum became NaN in ", place_of(mesh, cell), " at ", now.iso(), advice));
}

void check_bins(const RowArray<float>& action, std::size_t n_owned, const Mesh& mesh, const DateTime& now) {
  for (std::size_t cell = 0; cell < n_owned; ++cell) {
    const float* bins = action.row(cell);
    bool sound = true;
    for (std::size_t bin = 0; bin < action.n_col(); ++bin) sound &= bins[bin] >= 0.0f && bins[bin] < 1e30f;
    if (!sound)
      throw Error(text("the spectrum has a bin that is negative, infinite or NaN in ", place_of(mesh, cell),
                       " at ", now.iso(), advice));
  }
}

void check_height(View<const float> height, const Mesh& mesh, const DateTime& now) {
  for (std::size_t cell = 0; cell < height.size; ++cell)
    if (!(height[cell] <= highest_sea))
      throw Error(text("the significant height is ", height[cell], " m in ", place_of(mesh, cell), " at ",
                       now.iso(), ", above ", highest_sea, " m", advice));
}

}  // namespace groundswell
