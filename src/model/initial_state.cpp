// SPDX-License-Identifier: Apache-2.0
#include "model/initial_state.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "boundary/parameter_boundary.hpp"
#include "comm/together.hpp"
#include "field/field_info.hpp"
#include "spectrum/shapes.hpp"

namespace groundswell {
namespace {

// Distance [m] of a cell from a point: along the great circle, or straight in the plane (lon, lat are x, y
// [m]).
double compute_distance(const Mesh& mesh, int cell, double lon, double lat) {
  if (!mesh.on_sphere) return std::hypot(mesh.x_cell[cell] - lon, mesh.y_cell[cell] - lat);
  const double lon0 = lon * degree, lat0 = lat * degree;
  const double a = std::sin((mesh.lat_cell[cell] - lat0) / 2.0),
               b = std::sin((mesh.lon_cell[cell] - lon0) / 2.0);
  const double h = a * a + std::cos(lat0) * std::cos(mesh.lat_cell[cell]) * b * b;
  return 2.0 * mesh.sphere_radius * std::asin(std::min(1.0, std::sqrt(h)));
}

void fill_grown_sea(double fetch, const SpectralGrid& grid, const FrameWind& wind, RowArray<float>& action) {
  for (std::size_t cell = 0; cell < wind.x.size; ++cell) {
    const double speed = std::hypot(wind.x[cell], wind.y[cell]);
    if (speed < 0.5) continue;  // calm air leaves calm water
    const double direction = std::atan2(wind.y[cell], wind.x[cell]);
    const auto spectrum =
        make_action(grid, make_jonswap_spectrum(make_jonswap_from_fetch(speed, fetch), direction));
    std::copy(spectrum.begin(), spectrum.end(), action.row(cell));
  }
}

GaussianShape swell_shape(const InitialSettings& s) {
  return {s.height, 1.0 / s.period, 0.05 / s.period};
}

void fill_swell(const InitialSettings& s, const SpectralGrid& grid, const Mesh& mesh,
                const std::vector<double>& frame_angle, std::size_t n_owned, RowArray<float>& action) {
  // cos^2s with the given spread, following Kuik et al. (1988): spread^2 = 2 / (s + 1).
  const double power = 2.0 / std::pow(s.spread * degree, 2) - 1.0;
  const GaussianShape shape = swell_shape(s);
  for (std::size_t cell = 0; cell < n_owned; ++cell) {
    const double distance = compute_distance(mesh, int(cell), s.lon, s.lat) / s.radius;
    const double weight = std::exp(-0.5 * distance * distance);
    if (weight < 1e-6) continue;
    const double direction = towards_direction(s.direction) - frame_angle[cell];
    const auto spectrum = make_action_of_height(grid, make_swell_spectrum(shape, direction, power), s.height);
    std::transform(spectrum.begin(), spectrum.end(), action.row(cell),
                   [&](float value) { return float(weight * value); });
  }
}

TargetPlaces make_targets(const Mesh& mesh, const std::vector<double>& frame_angle, std::size_t n_owned) {
  TargetPlaces cells;
  cells.what = "cell";
  cells.on_sphere = mesh.on_sphere;
  cells.sphere_radius = mesh.sphere_radius;
  const std::vector<double>&x = mesh.on_sphere ? mesh.lon_cell : mesh.x_cell,
        &y = mesh.on_sphere ? mesh.lat_cell : mesh.y_cell;
  cells.x.assign(x.begin(), x.begin() + std::ptrdiff_t(n_owned));
  cells.y.assign(y.begin(), y.begin() + std::ptrdiff_t(n_owned));
  cells.frame_angle.assign(frame_angle.begin(), frame_angle.begin() + std::ptrdiff_t(n_owned));
  return cells;
}

void fill_from_file(const WaveFileSettings& settings, const SpectralGrid& grid, const TargetPlaces& cells,
                    const DateTime& start, RowArray<float>& action) {
  require(!settings.files.empty(), "initial.kind is file, but initial.files is empty");
  Rows<float> rows = action.rows();
  rows.n_row = cells.size();
  ParameterBoundary(settings, cells, grid, start, start).supply(start, rows);
}

}  // namespace

void make_initial_state(const InitialSettings& settings, const SpectralGrid& grid, const Mesh& mesh,
                        const std::vector<double>& frame_angle, const FrameWind& wind, const DateTime& start,
                        RowArray<float>& action) {
  switch (settings.kind) {
    case InitialKind::calm:
    case InitialKind::restart:
      return;
    case InitialKind::jonswap:
      return fill_grown_sea(settings.fetch, grid, wind, action);
    case InitialKind::swell:
      return fill_swell(settings, grid, mesh, frame_angle, wind.x.size, action);
    case InitialKind::file:
      return fill_from_file(settings.file, grid, make_targets(mesh, frame_angle, wind.x.size), start, action);
  }
}

std::optional<InputRecord> find_initial_parameters(const InitialSettings& settings, const SpectralGrid& grid,
                                                   const LocalMesh& local,
                                                   const std::vector<double>& frame_angle,
                                                   const DateTime& start, const Communicator& ranks) {
  if (settings.kind != InitialKind::file) return {};
  std::optional<ParameterBoundary> sea;
  run_together(ranks, [&] {
    sea.emplace(settings.file, make_targets(local.mesh, frame_angle, std::size_t(local.n_owned)), grid, start,
                start);
  });
  return sea->find_input(ranks, start, start);
}

double height_share(const SpectralGrid& grid, const InitialSettings& swell) {
  const double first = grid.frequency().front(), last = grid.frequency().back();
  const SpectrumShape shape = make_swell_spectrum(swell_shape(swell), 0.0);
  return swell.height > 0.0 ? compute_height_between(shape, first, last) / swell.height : 1.0;
}

}  // namespace groundswell
