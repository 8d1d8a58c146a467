// SPDX-License-Identifier: Apache-2.0
#include "output/output_layout.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/units.hpp"
#include "output/point_products.hpp"

namespace groundswell {
namespace {

// Size of the mesh in fields.nc (output/ugrid_file.cpp).
double topology_bytes(const MeshPart& part) {
  const Mesh& mesh = part.mesh;
  const double ring = mesh.max_edges, positions = mesh.on_sphere ? 4 : 2;
  const double cell = 8.0 * (positions + 2) + (mesh.on_sphere ? 16.0 * ring : 0.0) + 4.0 * (2.0 * ring + 2.0);
  return cell * double(part.n_global_cell) + (8.0 * positions + 12.0) * double(part.n_global_vertex);
}

}  // namespace

OutputLayout::OutputLayout(const Communicator& communicator, const OutputPlan& plan, const MeshPart& part)
    : plan_(plan), mesh_bytes_(topology_bytes(part)), n_cell_(double(part.n_global_cell)) {
  if (plan_.writes(OutputKind::points) || plan_.writes(OutputKind::spectra)) find_places(communicator, part);
  if (plan_.writes(OutputKind::lat_lon)) lat_lon_.emplace(communicator, plan_.settings().lat_lon, part);
}

void OutputLayout::find_places(const Communicator& communicator, const MeshPart& part) {
  stations_ = find_stations(communicator, plan_.settings().points, part);
  const auto owned_end = part.global_cell.begin() + part.n_owned;
  for (std::size_t s = 0; s < stations_.size(); ++s) {
    const auto found = std::find(part.global_cell.begin(), owned_end, stations_[s].cell);
    if (found == owned_end) continue;
    local_places_.push_back({int(s), int(found - part.global_cell.begin())});
    place_numbers_.push_back(int(s));
  }
}

std::string OutputLayout::contents(OutputKind kind) const {
  const OutputSettings& settings = plan_.settings();
  if (kind == OutputKind::mesh_fields) return text(settings.mesh.fields.size(), " fields on the mesh");
  if (kind == OutputKind::lat_lon) return lat_lon_->describe();
  if (kind == OutputKind::points)
    return text(settings.points.fields.size(), " time series at ", stations_.size(), " places");
  return text("spectra at ", stations_.size(), " places");
}

double OutputLayout::bytes(OutputKind kind, int n_bin) const {
  if (!plan_.writes(kind)) return 0.0;
  const OutputSettings& settings = plan_.settings();
  const double n_place = double(stations_.size());
  double values = 1.0, fixed = 0.0;  // of four bytes per date
  switch (kind) {
    case OutputKind::mesh_fields:
      values = n_cell_ * double(settings.mesh.fields.size());
      fixed = mesh_bytes_;
      break;
    case OutputKind::lat_lon:
      values = double(lat_lon_->grid().longitudes.size()) * double(lat_lon_->grid().latitudes.size()) *
               double(settings.lat_lon.variables.size());
      break;
    case OutputKind::points:
      values = n_place * double(settings.points.fields.size());
      break;
    case OutputKind::spectra:
      values = n_place * (n_bin + 5.0);
      break;
  }
  return fixed + (4.0 * values + 8.0) * double(plan_.n_date(kind));
}

std::vector<std::string> OutputLayout::describe(int n_bin) const {
  std::vector<std::string> lines;
  for (const OutputKind kind : all_output_kinds)
    if (plan_.writes(kind))
      lines.push_back(text(plan_.path(kind), ": ", contents(kind), ", ", plan_.n_date(kind), " dates, about ",
                           format_bytes(bytes(kind, n_bin))));
  for (const Station& station : stations_)
    lines.push_back(text("place '", station.name, "': cell ", station.cell + 1, " at ", station.cell_lon,
                         ", ", station.cell_lat, ", ", std::round(station.distance / 100.0) / 10.0,
                         " km away"));
  return lines;
}

}  // namespace groundswell
