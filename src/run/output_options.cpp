// SPDX-License-Identifier: Apache-2.0
#include "run/output_options.hpp"

#include <string>
#include <vector>

#include "model/model_options.hpp"
#include "transport/transport.hpp"

namespace groundswell {
namespace {

struct ScheduleOptions {
  Option &start, &end;
};

ScheduleOptions add_schedule(OptionTable& table, const std::string& key, ScheduleSettings& schedule) {
  return {table.add(key + ".start", schedule.start, "First date; by default that of the run."),
          table.add(key + ".end", schedule.end, "Last possible date; by default the end of the run.")};
}

void add_file(OptionTable& table, const std::string& key, FileSettings& file) {
  table.add_choice(key + ".format", file.format, file_formats,
                   "One file that grows (CDF-5), or compressed ones, each complete (NetCDF-4).");
  table.add_choice(key + ".dates", file.dates, file_dates,
                   "netcdf4: a file has the dates of a day, or one date.");
  table.add(key + ".deflate", file.deflate, "netcdf4: level of lossless compression.").range(0, 9);
  table.add(key + ".bits", file.bits, "netcdf4: significant bits to which values are rounded; 0 keeps all.")
      .range(0, 23);
}

void add_restart_output(OptionTable& table, RestartSettings& s) {
  table
      .add("output.restart.interval", s.interval,
           "Files from which the run can go on, restart_*.nc; also one at its end.")
      .unit("s")
      .at_least(0)
      .may_change();
  const ScheduleOptions schedule = add_schedule(table, "output.restart", s);
  schedule.start.may_change();
  schedule.end.may_change();
  table.add("output.restart.keep", s.keep, "Number of newest restarts that are kept.")
      .at_least(1)
      .may_change();
}

void add_points(OptionTable& table, PointOutputSettings& points) {
  table.add("output.points.interval", points.interval, "Time series at places, points.nc.")
      .unit("s")
      .at_least(0);
  table.add("output.points.spectra_interval", points.spectra_interval, "Spectra at places, spectra.nc.")
      .unit("s")
      .at_least(0);
  add_schedule(table, "output.points", points);
  table.add_choice(
      "output.points.value", points.value, place_values,
      "Interpolated from the cells around the place, or the nearest cell's; on land the nearest cell's.");
  table
      .add("output.points.max_distance", points.max_distance,
           "A place on land farther than this from the sea is refused.")
      .unit("m")
      .above(0)
      .may_change();
  table.add("output.points.names", points.fields, "Which fields; also with _mean, _min, _max.");
  table.add_list(
      "output.points.places", points.places,
      [](OptionTable& item, OutputPlace& place) {
        item.add("name", place.name, "Name of the place.").required();
        item.add("lon", place.lon, "Longitude in degrees east (x in metres in the plane).").required();
        item.add("lat", place.lat, "Latitude in degrees north (y in metres in the plane).").required();
      },
      "Named places.");
}

void add_tracks(OptionTable& table, TrackOutputSettings& tracks) {
  table.add("output.tracks.interval", tracks.interval, "Spectra along tracks, track_<name>.nc.")
      .unit("s")
      .at_least(0);
  add_schedule(table, "output.tracks", tracks);
  table
      .add("output.tracks.max_distance", tracks.max_distance,
           "At dates when a track is on land and farther than this from the sea, values are missing.")
      .unit("m")
      .above(0);
  table
      .add("output.tracks.max_gap", tracks.max_gap,
           "Values are missing between two positions of a track whose dates are farther apart than this.")
      .unit("s")
      .above(0);
  table.add_list(
      "output.tracks.files", tracks.tracks,
      [](OptionTable& item, OutputTrack& track) {
        item.add("name", track.name, "Name of the track; part of a file's name.").required();
        item.add("file", track.file, "Its path: a text file with time,lon,lat, or a netCDF file.").required();
        item.add_choice(
            "value", track.value, track_values,
            "Interpolated to the position, or the spectra of the cells around it with their weights.");
      },
      "Ships and satellites.");
}

void add_boundary_output(OptionTable& table, std::vector<BoundaryOutputSettings>& boundaries) {
  table.add_list(
      "output.boundaries", boundaries,
      [](OptionTable& item, BoundaryOutputSettings& boundary) {
        item.add("name", boundary.name, "The file is called boundary_NAME.nc.").required();
        item.add("mesh", boundary.mesh, "Mesh of the nested run.").required();
        item.add("interval", boundary.interval, "Time between dates.").unit("s").at_least(0);
        item.add("start", boundary.start, "First date; by default that of the run.");
        item.add("end", boundary.end, "Last possible date; by default the end of the run.");
        item.add("max_distance", boundary.max_distance,
                 "A mesh with an open edge farther than this from the sea of this run is refused.")
            .unit("m")
            .above(0)
            .may_change();
        item.add("spacing", boundary.spacing,
                 "Least distance between places; by default half that between the surrounding cells.")
            .unit("m")
            .above(0);
        item.add("run", boundary.run,
                 "Case file of the nested run, to run it in the same job; if none is given, it is run later.")
            .may_change();
        item.add("ranks", boundary.ranks, "Number of the job's ranks that make the nested run.")
            .at_least(1)
            .may_change();
      },
      "Spectra for nested runs, at places along the open edges of their meshes.");
}

void add_servers(OptionTable& table, OutputSettings& output) {
  ServerSettings& s = output.servers;
  table
      .add("output.servers", s.n_server,
           "Number of ranks that only write, while the others compute; 0: the compute ranks write.")
      .at_least(0)
      .may_change();
  table
      .add_choice(
          "output.serve", output.serve, server_works,
          "together: all servers write each file; kinds: fields, points, boundaries, tracks, lat_lon and "
          "restarts each have one server, in turn.")
      .may_change();
  table.add("output.transport", s.transport.method, "How values reach the servers.")
      .choices(transport_methods())
      .may_change();
  table
      .add("output.primaries", s.transport.n_primary,
           "primary: number of servers that gather incoming messages.")
      .at_least(1)
      .may_change();
  table
      .add("output.slots", s.transport.n_slot,
           "Number of dates that can be on their way to the servers at once.")
      .range(1, 1000)
      .may_change();
  table
      .add("output.progress", s.transport.progress,
           "What advances messages to the servers: MPI calls between parts of a step, or a thread of each "
           "rank that computes.")
      .choices(progress_methods())
      .may_change();
  table
      .add("output.server_memory", s.memory,
           "Maximum amount of received data that a server holds before writing it.")
      .unit("B")
      .above(0)
      .may_change();
}

}  // namespace

void add_output_options(OptionTable& table, RunConfig& config) {
  OutputSettings& s = config.output;
  table.section(
      "output",
      "What is written, when and where. Intervals are multiples of time.step; 0 writes none of that kind.");
  table.add("output.folder", s.folder, "Folder of all output; created if missing.").for_output().may_change();
  table.add("output.fields.interval", s.mesh.interval, "Fields on the mesh, fields.nc.")
      .unit("s")
      .at_least(0);
  add_schedule(table, "output.fields", s.mesh);
  add_file(table, "output.fields", s.mesh.file);
  table.add("output.fields.names", s.mesh.fields,
            "Which fields; with _mean, _min, _max those over the time since the previous date.");
  table.add("output.lat_lon.interval", s.lat_lon.interval, "Regular longitude-latitude product, lat_lon.nc.")
      .unit("s")
      .at_least(0);
  add_schedule(table, "output.lat_lon", s.lat_lon);
  add_file(table, "output.lat_lon", s.lat_lon.file);
  table
      .add("output.lat_lon.spacing", s.lat_lon.spacing,
           "Spacing of that grid; by default 0.1, 0.25, 0.5, 1 or 2, depending on the cells of half of the "
           "sea's area.")
      .unit("degree")
      .above(0);
  table.add("output.lat_lon.west", s.lat_lon.west, "Western edge; by default that of the mesh.")
      .unit("degree");
  table.add("output.lat_lon.east", s.lat_lon.east, "Eastern edge.").unit("degree");
  table.add("output.lat_lon.south", s.lat_lon.south, "Southern edge.").unit("degree");
  table.add("output.lat_lon.north", s.lat_lon.north, "Northern edge.").unit("degree");
  table.add(
      "output.lat_lon.names", s.lat_lon.variables,
      "Which fields; also with _mean, _min, _max, or ECMWF's names swh, mwd, pp1d, mp2, mwp, u10 and v10.");
  add_points(table, s.points);
  add_tracks(table, s.tracks);
  add_restart_output(table, s.restart);
  add_boundary_output(table, s.boundaries);
  add_servers(table, s);
  add_parameter_options(table, config.model.parameters);
  table.section("balance",
                "The energy balance at one place by term and bin, written at the end: balance.nc.");
  table.add("balance.enabled", config.balance.enabled, "Whether it is written.").may_change();
  table.add("balance.lon", config.balance.lon, "Longitude in degrees east (x in metres in the plane).")
      .may_change();
  table.add("balance.lat", config.balance.lat, "Latitude in degrees north (y in metres in the plane).")
      .may_change();
}

}  // namespace groundswell
