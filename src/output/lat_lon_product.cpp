// SPDX-License-Identifier: Apache-2.0
#include "output/lat_lon_product.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/units.hpp"
#include "output/grid_stencils.hpp"

namespace groundswell {
namespace {

const LatLonOutputSettings& checked(const LatLonOutputSettings& lat_lon) {
  if (lat_lon.spacing)
    require(*lat_lon.spacing > 0.0 && *lat_lon.spacing <= 30.0, "the spacing of lat-lon output is ",
            *lat_lon.spacing, " degrees; it must lie between 0 and 30");
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  const double west = lat_lon.west.value_or(unknown), east = lat_lon.east.value_or(unknown);
  const double south = lat_lon.south.value_or(unknown), north = lat_lon.north.value_or(unknown);
  const auto shown = [](const std::optional<double>& bound) {
    return bound ? text(*bound) : std::string("the edge of the mesh");
  };
  require(
      !(west >= east) && !(east - west > 360.0) && !(std::abs(west) > 720.0) && !(std::abs(east) > 720.0),
      "lat-lon output from ", shown(lat_lon.west), " to ", shown(lat_lon.east),
      " degrees east has no points, or spans more than the globe, or lies beyond 720 degrees; give west < "
      "east (across the date line, for example, 170 and 190)");
  require(!(south >= north) && !(south < -90.0) && !(north < -90.0) && !(south > 90.0) && !(north > 90.0),
          "lat-lon output from ", shown(lat_lon.south), " to ", shown(lat_lon.north),
          " degrees north: give -90 <= south < north <= 90");
  return lat_lon;
}

}  // namespace

LatLonProduct::LatLonProduct(const OutputContext& context, const std::string& path,
                             const LatLonOutputSettings& settings, std::span<const FieldAlias> aliases)
    : ProductOf(context, path, Schedule(checked(settings), context.start, context.end, "lat-lon output"),
                settings.file),
      variables_(find_point_variables(context, settings.variables, "lat-lon output", aliases)),
      grid_(make_output_grid(communicator_, settings, context.part)),
      n_cell_(context.part.n_global_cell),
      is_by_mesh_(!settings.spacing),
      interpolation_(make_grid_stencils(communicator_, context.part, grid_)) {
  require(communicator_.sum(std::int64_t(interpolation_.n_sea_point())) > 0,
          "no point of the lat-lon output lies in the sea of this mesh; move its bounds or choose a "
          "smaller spacing than ",
          grid_.spacing, " degrees");
}

void LatLonProduct::open_file(const OutputHeader& header, const MeshPart&,
                              const std::optional<DateTime>& keep_until) {
  file_.emplace(communicator_, path(), make_file_header(header, "CF-1.8"),
                make_file_time(run_start_, schedule(), infos_of(variables_)), grid_.longitudes,
                grid_.latitudes, infos_of(variables_), keep_until);
}

void LatLonProduct::write(const DateTime& now, ProductValues& values) {
  const std::vector<std::vector<float>> in_file = interpolation_.make_file_values(variables_, values);
  file().begin_record(now);
  for (std::size_t v = 0; v < in_file.size(); ++v) file_->write(v, in_file[v].data());
  file().end_record();
}

std::string LatLonProduct::describe() const {
  return text(grid_.longitudes.size(), " x ", grid_.latitudes.size(), " points ", grid_.spacing,
              is_by_mesh_ ? " degree apart, as in the mesh, from " : " degree apart, from ",
              grid_.longitudes.front(), " to ", grid_.longitudes.back(), " east, ", grid_.latitudes.front(),
              " to ", grid_.latitudes.back(), " north, ", variables_.size(), " variables");
}

std::string LatLonProduct::describe_oddity() const {
  if (const std::string oddity = Product::describe_oddity(); !oddity.empty()) return oddity;
  constexpr double many = 10.0;
  const double ratio = double(grid_.n_point()) / double(n_cell_);
  if (ratio <= many) return "";
  return text("'", path(), "' has ", std::round(ratio),
              " times as many points as the mesh has cells, so it takes ", format_bytes(bytes()),
              ", whereas the same fields on the mesh take ", format_bytes(bytes() / ratio),
              "; choose a larger output.lat_lon.spacing (now ", grid_.spacing, " degree) or narrower bounds");
}

double LatLonProduct::bytes() const {
  return (4.0 * double(grid_.n_point()) * double(variables_.size()) + 8.0) * double(schedule().n_date());
}

}  // namespace groundswell
