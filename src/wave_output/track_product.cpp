// SPDX-License-Identifier: Apache-2.0
// All positions are determined before the run. A date has one interpolated spectrum, or those of the three
// surrounding cells; the first rank writes them.
#include "wave_output/track_product.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "wave_output/spectrum_interpolation.hpp"

namespace groundswell {
namespace {

// Stored with each spectrum: the track's position, its distance from the position of the spectrum and, for
// spectra of cells, the weight of the cell.
const std::vector<VariableText> track_columns{
    {"track_longitude", "degree_east", "", "longitude of the track"},
    {"track_latitude", "degree_north", "", "latitude of the track"},
    {"distance", "m", "", "distance between the track and the position of the spectrum"}};
constexpr VariableText weight_column{"weight", "1", "",
                                     "weight of the cell in the interpolation to the track"};

struct SpectrumOnTrack {
  SpectrumPlace place;
  std::array<float, 4> columns;
};

// The dates of the settings that are within the path. If the settings have no start, dates are counted from
// the start of the run, not from that of the path.
Schedule make_schedule(const OutputContext& context, ScheduleSettings settings, const TrackPath& way) {
  settings.start = settings.start.value_or(context.start);
  const DateTime epoch(DateParts{}, context.start.calendar());
  return Schedule(settings, std::max(context.start, epoch + way.first_second()),
                  std::min(context.end, epoch + way.last_second()), "output along tracks");
}

double rounded_km(double distance) {
  return std::round(distance / 100.0) / 10.0;
}

}  // namespace

TrackProduct::TrackProduct(const OutputContext& context, const SpectralAxes& axes, const std::string& path,
                           const TrackOutputSettings& settings, const OutputTrack& track,
                           const TrackPath& way)
    : ProductOf(context, path, make_schedule(context, settings, way)),
      name_(track.name),
      where_(text("'", track.file.string(), "'")),
      begin_(DateTime(DateParts{}, context.start.calendar()) + way.first_second()),
      gives_cells_(track.value == TrackValue::cells),
      surroundings_(find_surroundings(context)),
      axes_(axes) {
  require(context.part.mesh.on_sphere, "the track '", name_,
          "' has longitudes and latitudes, but the mesh lies in the plane; leave output.tracks.files out");
  std::vector<Position> positions;
  for (std::int64_t i = 0; i < schedule().n_date(); ++i)
    positions.push_back(way.position(schedule().first() + i * settings.interval));
  const std::vector<FoundPlace> found = search_places(communicator_, context.part, positions);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const DateTime date = schedule().first() + std::int64_t(i) * settings.interval;
    places_.push_back({positions[i], found[i],
                       found[i].is_in_cell || found[i].nearest.distance <= settings.max_distance,
                       settings.max_gap && way.gap(date) > double(*settings.max_gap)});
  }
}

void TrackProduct::open_file(const OutputHeader& header, const MeshPart&,
                             const std::optional<DateTime>& keep_until) {
  Station station;
  station.name = name_;
  std::vector<VariableText> columns = track_columns;
  if (gives_cells_) columns.push_back(weight_column);
  file_.emplace(communicator_, path(), make_file_header(header, "CF-1.8"), axis(),
                std::vector<Station>(n_spectrum(), station), true, axes_, keep_until, columns);
}

// Rejects a track that begins after the first date of the file: its supplier may have dropped the oldest
// positions.
void TrackProduct::check_dates(const std::string& file, const DateTime& keep_until) const {
  const std::vector<DateTime> dates = read_dates(file, axis());
  if (dates.empty() || dates.front() > keep_until) return;
  require(dates.front() >= begin_, "cannot go on in '", file, "': its dates are from ", dates.front().iso(),
          " on, but the track '", name_, "' in ", where_, " begins at ", begin_.iso(),
          "; put the earlier positions back, or start the run from the beginning");
}

const TrackProduct::DatedPlace& TrackProduct::place_at(const DateTime& now) const {
  return places_.at(std::size_t(schedule().n_date_until(now) - 1));
}

// The stencils of the spectra at a date; without cells if there are no values.
std::vector<PointStencil> TrackProduct::make_stencils(const DatedPlace& place) const {
  std::vector<PointStencil> stencils(n_spectrum());
  if (!place.has_values()) return stencils;
  if (!gives_cells_) return {place.found.stencil};
  for (std::size_t i = 0; i < stencils.size(); ++i)
    if (const std::int64_t cell = place.found.corners[i].cell; cell >= 0)
      stencils[i] = make_cell_stencil(cell);
  return stencils;
}

const std::vector<std::int64_t>& TrackProduct::cells(const DateTime& now) {
  interpolation_ = PointInterpolation(communicator_.rank() == 0 ? make_stencils(place_at(now))
                                                                : std::vector<PointStencil>());
  return interpolation_.cells();
}

void TrackProduct::write(const DateTime& now, ProductValues& values) {
  const DatedPlace& place = place_at(now);
  cells(now);
  const std::vector<SpectrumPlace> surroundings =
      interpolate_surroundings(surroundings_, interpolation_, values);
  RowArray<float> spectra(surroundings.size(), axes_.n_bin());
  std::vector<SpectrumOnTrack> written;
  for (std::size_t i = 0; i < surroundings.size(); ++i) {
    const View<float> spectrum{spectra.row(i), spectra.n_col()};
    interpolate_spectrum(interpolation_, i, int(axes_.directions.size()), values.rows(axes_.n_bin()),
                         spectrum);
    const NearbyCell& corner = place.found.corners[i];
    const bool is_there = place.has_values() && corner.cell >= 0;
    const bool is_at_track = !is_there || (!gives_cells_ && place.found.stencil.corner_cells[1] >= 0);
    if (!is_there) std::ranges::fill(spectrum, file_fill_value);
    const Position& position = is_at_track ? place.position : corner.centre;
    SpectrumOnTrack& on_track = written.emplace_back(SpectrumOnTrack{surroundings[i], {}});
    on_track.place.longitude = float(position.lon), on_track.place.latitude = float(position.lat);
    on_track.columns = {float(place.position.lon), float(place.position.lat),
                        !is_there     ? file_fill_value
                        : is_at_track ? 0.0f
                                      : float(corner.distance),
                        is_there ? place.found.stencil.corners[i].weight : 0.0f};
  }
  file().begin_record(now);
  for (std::size_t i = 0; i < written.size(); ++i)
    file_->write(int(i), spectra.row(i), written[i].place, written[i].columns.data());
  file().end_record();
}

std::optional<InputRecord> TrackProduct::input() const {
  InputRecord record{"track " + name_, text("the track '", name_, "' of ", where_), false, {}};
  for (std::size_t i = 0; i < places_.size(); ++i) {
    ValuesHash hash;
    hash.add_place(places_[i].position.lon, places_[i].position.lat);
    record.fingerprints[schedule().date(std::int64_t(i)).seconds()] = hash.value();
  }
  return record;
}

std::string TrackProduct::describe() const {
  return text("spectra along the track '", name_, "', ",
              gives_cells_ ? "of the cells around it" : "interpolated");
}

std::vector<std::string> TrackProduct::describe_places() const {
  std::size_t n_in_gap = 0, n_out_of_reach = 0, n_moved = 0;
  double farthest = 0.0;
  for (const DatedPlace& place : places_) {
    n_in_gap += place.is_in_gap;
    n_out_of_reach += !place.is_in_gap && !place.is_in_reach;
    if (!place.has_values() || place.found.is_in_cell) continue;
    ++n_moved;
    farthest = std::max(farthest, place.found.nearest.distance);
  }
  std::string line = text("track '", name_, "': in the sea at ",
                          places_.size() - n_moved - n_out_of_reach - n_in_gap, " dates");
  if (n_moved > 0)
    line += text(", on land and moved to the nearest sea cell at ", n_moved, ", by up to ",
                 rounded_km(farthest), " km");
  if (n_out_of_reach > 0) line += text(", out of reach and missing at ", n_out_of_reach);
  if (n_in_gap > 0) line += text(", in gaps between its positions and missing at ", n_in_gap);
  return {line};
}

std::string TrackProduct::describe_oddity() const {
  if (std::ranges::any_of(places_, &DatedPlace::has_values)) return "";
  const std::string empty = text(", so that '", path(), "' will have no values"),
                    track = text("the track '", name_, "' in ", where_);
  if (places_.empty()) return text(track, " has no date of output within the run", empty);
  if (std::ranges::all_of(places_, &DatedPlace::is_in_gap))
    return text(track, " has no position within output.tracks.max_gap of any of its ", places_.size(),
                " dates of output", empty);
  double nearest = std::numeric_limits<double>::infinity();
  for (const DatedPlace& place : places_) nearest = std::min(nearest, place.found.nearest.distance);
  return text(track, " lies outside of the sea of this mesh at all of its ", places_.size(),
              " dates of output, at best ", rounded_km(nearest), " km from the nearest sea cell", empty,
              " (longitude is east, latitude north; output.tracks.max_distance may allow more)");
}

double TrackProduct::bytes() const {
  const double n_number = double(axes_.n_bin()) + 7.0 + double(track_columns.size() + gives_cells_);
  return (4.0 * double(n_spectrum()) * n_number + 8.0) * double(places_.size());
}

}  // namespace groundswell
