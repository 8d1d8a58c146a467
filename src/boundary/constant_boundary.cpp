// SPDX-License-Identifier: Apache-2.0
#include "boundary/constant_boundary.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "field/field_info.hpp"
#include "spectrum/shapes.hpp"

namespace groundswell {
namespace {

void check_box(const BoundaryBox& box, bool on_sphere) {
  require(box.south < box.north, "a box of boundary.boxes has its south, ", box.south,
          ", not below its north, ", box.north, "; swap them");
  const double width = box.east - box.west;
  require(
      width > 0.0 && (!on_sphere || width <= 360.0), "a box of boundary.boxes reaches from west ", box.west,
      " to east ", box.east,
      "; east must lie above west, on the sphere by at most 360 degrees (170 to 190 crosses the date line)");
}

bool contains(const BoundaryBox& box, double x, double y, bool on_sphere) {
  if (!on_sphere) return x >= box.west && x <= box.east && y >= box.south && y <= box.north;
  const double lat = y / degree, east_of_west = x / degree - box.west;
  return lat >= box.south && lat <= box.north &&
         east_of_west - 360.0 * std::floor(east_of_west / 360.0) <= box.east - box.west;
}

}  // namespace

std::vector<std::size_t> find_boxes(const std::vector<BoundaryBox>& boxes, const TargetPlaces& targets) {
  std::vector<std::size_t> box_of;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto box = std::ranges::find_if(boxes, [&](const BoundaryBox& candidate) {
      return contains(candidate, targets.x[i], targets.y[i], targets.on_sphere);
    });
    box_of.push_back(std::size_t(box - boxes.begin()));
  }
  return box_of;
}

ConstantBoundary::ConstantBoundary(const BoundarySettings& settings, const TargetPlaces& targets,
                                   const SpectralGrid& grid)
    : grid_(grid), frame_angle_(targets.frame_angle) {
  for (const BoundaryBox& box : settings.boxes) {
    check_box(box, targets.on_sphere);
    seas_.push_back(box.sea);
  }
  seas_.push_back(settings.sea);
  sea_of_ = find_boxes(settings.boxes, targets);
}

void ConstantBoundary::supply(const DateTime&, const Rows<float>& spectra) {
  for (std::size_t s = 0; s < seas_.size(); ++s) {
    const BoundarySea& sea = seas_[s];
    const JonswapShape shape =
        sea.height > 0.0 ? make_jonswap_from_height(sea.height, 1.0 / sea.period) : JonswapShape{0.0};
    for (std::size_t i = 0; i < sea_of_.size(); ++i) {
      if (sea_of_[i] != s) continue;
      const double direction = towards_direction(sea.direction) - frame_angle_[i];
      const auto action =
          make_action_of_height(grid_, make_jonswap_spectrum(shape, direction, sea.cosine_power), sea.height);
      std::copy(action.begin(), action.end(), spectra.row(i));
    }
  }
}

std::string ConstantBoundary::describe() const {
  const BoundarySea& sea = seas_.back();
  const std::string others =
      seas_.size() > 1 ? text(", other seas in ", seas_.size() - 1, seas_.size() > 2 ? " boxes" : " box")
                       : std::string();
  if (!(sea.height > 0.0)) return "nothing" + others;
  return text("waves of ", sea.height, " m and ", sea.period, " s from ", sea.direction,
              " degrees at all times", others);
}

double height_share(const SpectralGrid& grid, const BoundarySea& sea) {
  if (!(sea.height > 0.0)) return 1.0;
  const SpectrumShape shape =
      make_jonswap_spectrum(make_jonswap_from_height(sea.height, 1.0 / sea.period), 0.0);
  return compute_height_between(shape, grid.frequency().front(), grid.frequency().back()) / sea.height;
}

}  // namespace groundswell
