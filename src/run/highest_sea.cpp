// SPDX-License-Identifier: Apache-2.0
#include "run/highest_sea.hpp"

#include <fmt/format.h>

#include <vector>

#include "comm/together.hpp"
#include "run/progress.hpp"

namespace groundswell {

std::string place_of(const Model& model, const CellValue& found) {
  const Communicator& communicator = model.domain().communicator;
  const Mesh& mesh = model.local().mesh;
  std::string place;
  if (const auto cell = std::size_t(found.cell); communicator.rank() == found.part)
    place = format_place(mesh.on_sphere, mesh.lon_cell[cell], mesh.lat_cell[cell], mesh.x_cell[cell],
                         mesh.y_cell[cell]);
  communicator.broadcast(place, found.part);
  return place;
}

std::string HighestSea::now() {
  const Communicator& communicator = model_.domain().communicator;
  std::vector<double> values;
  run_together(communicator, [&] {
    const View<const float> height = model_.diagnose({}).height();
    values.assign(height.begin(), height.end());
  });
  const CellValue highest = find_max_cell(communicator, model_.local(), values);
  const std::string words = fmt::format("{:.2f} m at {}", highest.value, place_of(model_, highest));
  if (ever_.empty() || highest.value > largest_) {
    largest_ = highest.value;
    ever_ = words + ", " + model_.state().now.iso();
  }
  return words;
}

}  // namespace groundswell
