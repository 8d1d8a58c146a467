// SPDX-License-Identifier: Apache-2.0
// Each source field travels once, however many variables are made from it.
#include "output/lat_lon_product.hpp"

#include <map>

#include "base/error.hpp"

namespace groundswell {
namespace {

std::vector<LatLonVariable> find_variables(const std::vector<std::string>& names) {
  std::vector<LatLonVariable> variables;
  for (const std::string& name : names) variables.push_back(lat_lon_variable(name));
  return variables;
}

std::vector<FieldInfo> infos(const std::vector<LatLonVariable>& variables) {
  std::vector<FieldInfo> result;
  for (const LatLonVariable& variable : variables) result.push_back(variable.info());
  return result;
}

}  // namespace

LatLonProduct::LatLonProduct(const Communicator& communicator, const std::string& path,
                             const FileHeader& header, const TimeAxis& axis,
                             const LatLonOutputSettings& settings, const Mesh& whole)
    : communicator_(communicator),
      grid_(make_lat_lon_grid(settings, whole)),
      variables_(find_variables(settings.variables)),
      file_(communicator, path, header, axis, grid_.longitudes, grid_.latitudes, infos(variables_)),
      interpolation_(whole, grid_, file_.rows()),
      transfer_(CellTransfer::from_blocks(communicator, interpolation_.cells(), whole.n_cell)),
      values_(variables_.size(), std::vector<float>(interpolation_.n_point())) {
  const auto n_sea = communicator.sum(std::int64_t(interpolation_.n_sea_point()));
  require(n_sea > 0,
          "no point of the lat-lon output lies in the sea of this mesh; move its bounds or choose a "
          "smaller spacing than ",
          settings.spacing, " degrees");
}

void LatLonProduct::write(const DateTime& now,
                          const std::function<View<const float>(std::string_view)>& block_of) {
  std::map<std::string_view, std::vector<float>> sources;
  const auto source = [&](std::string_view name) -> View<const float> {
    if (name.empty()) return {};
    auto [found, is_new] = sources.try_emplace(name, transfer_.n_to());
    if (is_new) transfer_.move(communicator_, block_of(name), {found->second.data(), found->second.size()});
    return {found->second.data(), found->second.size()};
  };
  file_.dated().begin_record(now);
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    const LatLonVariable& variable = variables_[v];
    const View<float> points{values_[v].data(), values_[v].size()};
    interpolation_.interpolate(variable.interpolation, source(variable.sources[0]),
                               source(variable.sources[1]), points);
    to_file_values(variable.info(), points);
    file_.write(v, points.data);
  }
  file_.dated().end_record();
}

std::string LatLonProduct::describe() const {
  return text(grid_.longitudes.size(), " x ", grid_.latitudes.size(), " points from ",
              grid_.longitudes.front(), " to ", grid_.longitudes.back(), " east, ", grid_.latitudes.front(),
              " to ", grid_.latitudes.back(), " north, ", variables_.size(), " variables");
}

}  // namespace groundswell
