// SPDX-License-Identifier: Apache-2.0
// Each source field is transferred once, however many variables are made from it.
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

Transfer make_from_blocks(const Communicator& communicator, std::span<const std::int64_t> cells,
                          std::int64_t n_global) {
  const Decomposition block = make_block_decomposition(n_global, communicator.rank(), communicator.size());
  const Decomposition wanted{n_global, {cells.begin(), cells.end()}};
  return Transfer(communicator, &block, &wanted, {{"field", sizeof(float)}},
                  {.name = "to the longitude-latitude grid", .method = "p2p"});
}

}  // namespace

LatLonProduct::LatLonProduct(const Communicator& communicator, const LatLonOutputSettings& settings,
                             const MeshPart& part)
    : grid_(make_output_grid(communicator, settings, part)),
      variables_(find_variables(settings.variables)),
      interpolation_(communicator, part, grid_),
      from_blocks_(make_from_blocks(communicator, interpolation_.cells(), part.n_global_cell)) {
  const auto n_sea = communicator.sum(std::int64_t(interpolation_.n_sea_point()));
  require(n_sea > 0,
          "no point of the lat-lon output lies in the sea of this mesh; move its bounds or choose a "
          "smaller spacing than ",
          settings.spacing, " degrees");
}

std::vector<FieldInfo> LatLonProduct::variables() const {
  std::vector<FieldInfo> infos;
  for (const LatLonVariable& variable : variables_) infos.push_back(variable.info());
  return infos;
}

void LatLonProduct::write(LatLonFile& file, const DateTime& now,
                          const std::function<View<const float>(std::string_view)>& block_of) {
  std::map<std::string_view, std::vector<float>> sources;
  const auto source = [&](std::string_view name) -> View<const float> {
    if (name.empty()) return {};
    auto [found, is_new] = sources.try_emplace(name, interpolation_.cells().size());
    if (is_new) from_blocks_.move<float>(block_of(name), {found->second.data(), found->second.size()});
    return {found->second.data(), found->second.size()};
  };
  file.dated().begin_record(now);
  std::vector<std::vector<float>> values(variables_.size(), std::vector<float>(interpolation_.n_point()));
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    const LatLonVariable& variable = variables_[v];
    const View<float> points{values[v].data(), values[v].size()};
    interpolation_.interpolate(variable.interpolation, source(variable.sources[0]),
                               source(variable.sources[1]), points);
    to_file_values(variable.info(), points);
    file.write(v, points.data);
  }
  file.dated().end_record();
}

std::string LatLonProduct::describe() const {
  return text(grid_.longitudes.size(), " x ", grid_.latitudes.size(), " points from ",
              grid_.longitudes.front(), " to ", grid_.longitudes.back(), " east, ", grid_.latitudes.front(),
              " to ", grid_.latitudes.back(), " north, ", variables_.size(), " variables");
}

}  // namespace groundswell
