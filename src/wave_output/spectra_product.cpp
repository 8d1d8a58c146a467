// SPDX-License-Identifier: Apache-2.0
#include "wave_output/spectra_product.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.hpp"
#include "wave_output/spectrum_interpolation.hpp"

namespace groundswell {
namespace {

constexpr std::array surrounding_fields{"dpt", "uwnd", "vwnd", "ucur", "vcur"};

struct Flow {
  float east, north;
  bool is_there() const { return !std::isnan(east) && !std::isnan(north); }
  float speed() const { return std::hypot(east, north); }
  double towards() const { return std::atan2(double(north), double(east)); }  // [rad]
};

}  // namespace

std::vector<PointVariable> find_surroundings(const OutputContext& context) {
  std::vector<std::string> names;
  for (const char* name : surrounding_fields)
    if (std::ranges::find(context.can_make, name) != context.can_make.end()) names.emplace_back(name);
  return find_point_variables(context, names, "output of spectra");
}

std::vector<SpectrumPlace> interpolate_surroundings(const std::vector<PointVariable>& variables,
                                                    const PointInterpolation& interpolation,
                                                    const ProductValues& values) {
  const std::size_t n = interpolation.n_point();
  const auto at_points = [&](std::string_view name) {
    std::vector<float> points(n, std::nanf(""));
    for (const PointVariable& variable : variables)
      if (variable.info.name == name)
        interpolation.interpolate(variable, [&](std::string_view source) { return values.field(source); },
                                  {points.data(), n});
    return points;
  };
  const std::vector<float> depth = at_points("dpt"), u_wind = at_points("uwnd"), v_wind = at_points("vwnd"),
                           u_current = at_points("ucur"), v_current = at_points("vcur");
  std::vector<SpectrumPlace> places(n);
  for (std::size_t i = 0; i < n; ++i) {
    const Flow wind{u_wind[i], v_wind[i]}, current{u_current[i], v_current[i]};
    if (!std::isnan(depth[i])) places[i].depth = depth[i];
    if (wind.is_there()) {
      places[i].wind_speed = wind.speed();
      places[i].wind_from = float(nautical_from_direction(wind.towards()));
    }
    if (current.is_there()) {
      places[i].current_speed = current.speed();
      places[i].current_to = float(nautical_to_direction(current.towards()));
    }
  }
  return places;
}

FileTime spectra_time(const DateTime& start) {
  return {DateTime(DateParts{1990, 1, 1}, start.calendar()), 86400};
}

SpectraProduct::SpectraProduct(const OutputContext& context, const SpectralAxes& axes,
                               const std::string& path, const ScheduleSettings& schedule, PlacesInSea places,
                               const std::string& along)
    : ProductOf(context, path, Schedule(schedule, context.start, context.end, "output of spectra" + along)),
      surroundings_(find_surroundings(context)),
      places_(std::move(places)),
      along_(along),
      axes_(axes) {}

void SpectraProduct::open_file(const OutputHeader& header, const MeshPart& part,
                               const std::optional<DateTime>& keep_until) {
  file_.emplace(communicator_, path(), make_file_header(header, "CF-1.8"), axis(), places_.stations,
                part.mesh.on_sphere, axes_, keep_until);
}

void SpectraProduct::write(const DateTime& now, ProductValues& values) {
  std::vector<SpectrumPlace> surroundings =
      interpolate_surroundings(surroundings_, places_.interpolation, values);
  std::vector<float> spectrum(axes_.n_bin());
  file().begin_record(now);
  for (std::size_t i = 0; i < surroundings.size(); ++i) {
    const auto place = std::size_t(places_.mine.begin) + i;
    const Station& station = places_.stations[place];
    surroundings[i].longitude = float(station.has_cell_values ? station.cell_lon : station.lon);
    surroundings[i].latitude = float(station.has_cell_values ? station.cell_lat : station.lat);
    interpolate_spectrum(places_.interpolation, i, int(axes_.directions.size()), values.rows(axes_.n_bin()),
                         {spectrum.data(), spectrum.size()});
    file_->write(int(place), spectrum.data(), surroundings[i]);
  }
  file().end_record();
}

std::string SpectraProduct::describe() const {
  const std::string where = text("spectra at ", places_.stations.size(), " places", along_);
  double farthest = 0.0;
  std::size_t n_moved = 0;
  for (const Station& station : places_.stations)
    if (station.has_cell_values) {
      farthest = std::max(farthest, station.distance);
      ++n_moved;
    }
  if (along_.empty() || n_moved == 0) return where;
  return text(where, " (", n_moved, " with the values of the nearest sea cell, up to ",
              std::round(farthest / 100.0) / 10.0, " km away)");
}

std::vector<std::string> SpectraProduct::describe_places() const {
  return along_.empty() ? places_.describe() : std::vector<std::string>();
}

double SpectraProduct::bytes() const {
  return (4.0 * double(places_.stations.size()) * (double(axes_.n_bin()) + 7.0) + 8.0) *
         double(schedule().n_date());
}

}  // namespace groundswell
