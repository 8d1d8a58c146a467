// SPDX-License-Identifier: Apache-2.0
#include "wave_output/wave_products.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <set>

#include "base/error.hpp"
#include "base/names.hpp"
#include "output/lat_lon_product.hpp"
#include "output/mesh_fields_product.hpp"
#include "output/series_product.hpp"
#include "wave_output/boundary_places.hpp"
#include "wave_output/spectra_product.hpp"
#include "wave_output/track_product.hpp"
#include "wave_output/track_reader.hpp"

namespace groundswell {
namespace {

constexpr std::size_t most_files = 1000;  // PnetCDF allows 1024 in total
// The numbers of these variables in ECMWF's parameter database: 140229, 140230, 140231, 140221, 140232, 165,
// 166.
constexpr std::array<FieldAlias, 7> ecmwf_names{{{"swh", "hs"},
                                                 {"mwd", "dir"},
                                                 {"pp1d", "tp"},
                                                 {"mp2", "t02"},
                                                 {"mwp", "t0m1"},
                                                 {"u10", "uwnd"},
                                                 {"v10", "vwnd"}}};

void check_names(const std::vector<std::string>& names, std::string_view where) {
  std::set<std::string> seen;
  for (const std::string& name : names)
    require(seen.insert(name).second, "'", name, "' is listed twice in ", where, "; remove one");
}

void check_places(const PointOutputSettings& points) {
  std::vector<std::string> names;
  for (const OutputPlace& place : points.places) {
    require(!place.name.empty(), "a place of output at points has no name; give it one");
    require(std::isfinite(place.lon) && std::isfinite(place.lat), "the place '", place.name,
            "' has no longitude or latitude");
    names.push_back(place.name);
  }
  check_names(names, "the places of output");
  if (points.spectra_interval == 0) return;
  std::ranges::transform(names, names.begin(), cut_spectra_name);
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      require(names[i] != names[k], "the places '", points.places[k].name, "' and '", points.places[i].name,
              "' would both be called '", names[i], "' in spectra.nc, where names have ", spectra_name_width,
              " bytes; rename one of them, or set points.spectra_interval to 0");
}

void add_point_products(const OutputSettings& settings, const OutputContext& context,
                        const SpectralAxes& axes, ProductList& products) {
  const PointOutputSettings& points = settings.points;
  if (points.places.empty()) return;
  check_places(points);
  const PlacesInSea places = find_places(context.communicator, points.places, points.max_distance,
                                         points.value == PlaceValue::interpolated, context.part);
  if (points.interval != 0 && !points.fields.empty())
    products.push_back(
        std::make_unique<SeriesProduct>(context, settings.folder.string() + "/points.nc", points, places));
  const ScheduleSettings of_spectra{points.spectra_interval, points.start, points.end};
  if (of_spectra.interval != 0)
    products.push_back(std::make_unique<SpectraProduct>(
        context, axes, settings.folder.string() + "/spectra.nc", of_spectra, places));
}

// These names become parts of file names.
void check_file_names(const std::vector<std::string>& names, std::string_view where) {
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.';
  };
  for (const std::string& name : names)
    require(!name.empty() && std::ranges::all_of(name, is_plain), "the name '", name, "' in ", where,
            " becomes part of a file's name; use letters, digits, '_', '-' and '.' in it");
  check_names(names, where);
}

void add_track_products(const OutputSettings& settings, const OutputContext& context,
                        const SpectralAxes& axes, ProductList& products) {
  if (settings.tracks.interval == 0) return;
  check_file_names(names_of(settings.tracks.tracks), "the tracks of output");
  for (const OutputTrack& track : settings.tracks.tracks) {
    const TrackPath path = read_track(context.communicator, track.file, context.start.calendar());
    products.push_back(std::make_unique<TrackProduct>(
        context, axes, settings.folder.string() + "/track_" + track.name + ".nc", settings.tracks, track,
        path));
  }
}

void add_boundary_product(const OutputSettings& settings, const BoundaryOutputSettings& boundary,
                          const OutputContext& context, const SpectralAxes& axes, ProductList& products) {
  if (boundary.interval == 0) return;
  products.push_back(std::make_unique<SpectraProduct>(
      context, axes, text(settings.folder.string(), "/boundary_", boundary.name, ".nc"), boundary,
      find_boundary_places(context.communicator, boundary, context.part),
      text(" along the open edges of '", boundary.mesh.string(), "'")));
}

void add_boundary_products(const OutputSettings& settings, const OutputContext& context,
                           const SpectralAxes& axes, ProductList& products) {
  check_file_names(names_of(settings.boundaries), "output.boundaries");
  for (const BoundaryOutputSettings& boundary : settings.boundaries) try {
      add_boundary_product(settings, boundary, context, axes, products);
    } catch (const Error& error) {
      throw Error(text("output.boundaries, ", boundary.name, ": ", error.what()));
    }
}

}  // namespace

OutputKind kind_of(const Product& product) {
  const std::string name = product.file_names().front();
  if (name == "fields.nc") return OutputKind::fields;
  if (name == "lat_lon.nc") return OutputKind::lat_lon;
  if (name == "points.nc" || name == "spectra.nc") return OutputKind::points;
  return name.starts_with("track_") ? OutputKind::tracks : OutputKind::boundaries;
}

ProductList make_wave_products(const OutputSettings& settings, const OutputContext& context,
                               const SpectralAxes& axes) {
  check_names(settings.mesh.fields, "the fields of mesh output");
  check_names(settings.lat_lon.variables, "the variables of lat-lon output");
  check_names(settings.points.fields, "the fields of output at points");
  const std::size_t n_file = settings.tracks.tracks.size() + settings.boundaries.size();
  require(n_file <= most_files, "output.tracks and output.boundaries ask for ", n_file,
          " files, but at most ", most_files,
          " can be open at once; join tracks that follow each other (with output.tracks.max_gap), or "
          "make several runs");
  ProductList products;
  if (settings.mesh.interval != 0 && !settings.mesh.fields.empty())
    products.push_back(
        std::make_unique<MeshFieldsProduct>(context, settings.folder.string() + "/fields.nc", settings.mesh));
  if (settings.lat_lon.interval != 0 && !settings.lat_lon.variables.empty())
    products.push_back(std::make_unique<LatLonProduct>(context, settings.folder.string() + "/lat_lon.nc",
                                                       settings.lat_lon, ecmwf_names));
  add_point_products(settings, context, axes, products);
  add_track_products(settings, context, axes, products);
  add_boundary_products(settings, context, axes, products);
  return products;
}

}  // namespace groundswell
