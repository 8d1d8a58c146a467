// SPDX-License-Identifier: Apache-2.0
#include "model/model_options.hpp"

#include <utility>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "halo/halo_exchange.hpp"
#include "model/boundary_options.hpp"
#include "model/forcing_options.hpp"

namespace groundswell {
namespace {

void add_spectrum(OptionTable& table, SpectralGridSettings& grid) {
  table.section("spectrum", "Frequencies and directions.");
  table.add("spectrum.directions", grid.n_dir, "Number of directions; with fewer, growth is too slow.")
      .range(12, 360);
  table.add("spectrum.frequencies", grid.n_freq, "Number of frequencies.").range(3, 200);
  table.add("spectrum.first_frequency", grid.first_frequency, "Lowest frequency.").unit("Hz").range(0.01, 1);
  table.add("spectrum.frequency_ratio", grid.frequency_ratio, "Ratio of each frequency to the one below.")
      .range(1.01, 2);
}

void add_propagation(OptionTable& table, ModelSettings& model) {
  PropagationSettings& s = model.propagation;
  table.section("propagation", "How energy moves in space, direction and frequency.");
  table.add("propagation.enabled", model.with_propagation, "Whether waves travel at all.");
  table.add_choice("propagation.scheme", s.scheme, flux_schemes, "Flux across cell edges.");
  table
      .add("propagation.sprinkler_age", s.sprinkler_age,
           "Age of swell in the diffusion against the garden-sprinkler effect; 0 = none, negative = by cell "
           "size.")
      .unit("s");
  table.add("propagation.obstacles", s.obstacles,
            "Islands smaller than the cells, which the mesh file describes, block their share of the waves.");
  table.add("propagation.great_circle", s.great_circle, "Turning along great circles.");
  table.add("propagation.refraction", s.refraction, "Turning by depth and current.");
  table.add("propagation.frequency_shift", s.frequency_shift, "Change of frequency by currents and tides.");
  table.add("propagation.max_courant", s.max_courant, "Largest Courant number of a sub-step.")
      .above(0)
      .at_most(0.8);
}

void add_start(OptionTable& table, InitialSettings& start) {
  table.section("initial", "What the sea is like at the start.");
  table.add_choice(
      "initial.kind", start.kind, initial_kinds,
      "Calm water, a JONSWAP sea under the first wind, one swell, parameters of a file, or the sea of a "
      "restart.");
  table.add("initial.fetch", start.fetch, "jonswap: fetch over which the first wind has blown.")
      .unit("m")
      .above(0);
  table.add("initial.height", start.height, "swell: significant height at its centre.")
      .unit("m")
      .range(0, highest_sea);
  table.add("initial.period", start.period, "swell: peak period.").unit("s").above(0);
  table.add("initial.direction", start.direction, "swell: direction that it comes from.")
      .unit("degree")
      .range(-360, 360);
  table.add("initial.spread", start.spread, "swell: directional spread.").unit("degree").above(0).below(80);
  table.add("initial.lon", start.lon, "swell: longitude of its centre (x in metres in the plane).");
  table.add("initial.lat", start.lat, "swell: latitude of its centre (y in metres in the plane).");
  table.add("initial.radius", start.radius, "swell: standard deviation of its energy in space.")
      .unit("m")
      .above(0);
  table.add("initial.files", start.file.files,
            "file: netCDF files of height, period and direction on a regular grid or at places.");
  table.add("initial.variable", start.file.variable, "file: name of the height; by default common names.");
  table
      .add("initial.max_distance", start.file.max_distance,
           "file, restart: cells farther from any place with values are calm.")
      .unit("m")
      .above(0);
  table.add("initial.file", start.restart,
            "restart: restart_*.nc of another run, whose date, spectrum and mesh may differ.");
  add_sea_shape(table, "initial", start.file.shape);
}

}  // namespace

void add_mesh_options(OptionTable& table, MeshSettings& mesh) {
  table.section("mesh", "The cells of the model.");
  table.add_choice("mesh.kind", mesh.kind, mesh_kinds, "A mesh file, or an analytic mesh that needs none.")
      .may_change();
  table.add("mesh.file", mesh.file, "Mesh file, made by `groundswell mesh` or any complete MPAS mesh.")
      .may_change();
  table
      .add("mesh.allow_parts", mesh.allow_parts,
           "Whether the sea may consist of parts that are not connected, for example if a strait is closed.")
      .may_change();
  table.add("mesh.depth", mesh.depth, "Depth of an analytic mesh, or of a mesh file that holds none.")
      .unit("m")
      .above(0)
      .at_most(deepest_sea)
      .may_change();
  table.add("mesh.bisections", mesh.bisections, "icosahedral: 10 * 4^n + 2 cells cover the globe.")
      .range(0, 9)
      .may_change();
  table.add("mesh.sphere_radius", mesh.sphere_radius, "icosahedral: radius of the sphere.")
      .unit("m")
      .above(0)
      .may_change();
  table.add("mesh.length", mesh.length, "strip: cells along x, from a coast in the west.")
      .at_least(3)
      .may_change();
  table.add("mesh.width", mesh.width, "strip: cells across, periodic; an even number.")
      .at_least(4)
      .may_change();
  table.add("mesh.spacing", mesh.spacing, "strip: distance between cell centres.")
      .unit("m")
      .above(0)
      .may_change();
}

void add_date_options(OptionTable& table, TimeSettings& time) {
  table.section("time", "When the run starts and ends, and its step.");
  table.add("time.start", time.start, "First date of the run, for example 1996-01-15T18:00:00Z.").required();
  table.add("time.end", time.end, "Last date of the run.").required().may_change();
  table.add("time.step", time.step, "Time step; sources and fast waves sub-step by themselves.")
      .unit("s")
      .above(0);
}

void add_calendar_option(OptionTable& table, TimeSettings& time) {
  table.add_choice("time.calendar", time.calendar, calendars, "Calendar of the run and of its forcing.");
}

void add_physics_options(OptionTable& table, ModelSettings& model) {
  SourceTermsSettings& s = model.physics;
  table.section("physics", "Source terms.");
  table.add("physics.enabled", model.with_sources, "Whether source terms act at all.");
  table.add_choice("physics.package", s.package, physics_packages,
                   "wam4 (Janssen 1991), wam3 (Komen et al. 1984) or st4 (Ardhuin et al. 2010).");
  table.add_choice("physics.dissipation", s.dissipation, dissipations,
                   "Whitecapping of wam4 with the constants that belong to it.");
  table.add_choice("physics.limiter", s.limiter, growth_limiters, "Growth limiter.");
  table.add_choice(
      "physics.friction", s.friction, bottom_frictions,
      "Coefficient of bottom friction: one number, by the share of wind sea, or by the motion at "
      "the bed (Madsen et al. 1988).");
  for (const SourceTermInfo& term : source_term_list)
    table.add(text("physics.", term.name), s.*term.on, std::string(term.help));
  table.add("physics.diagnostic_tail", s.diagnostic_tail, "The f^-5 tail above the prognostic frequencies.");
  table
      .add("physics.max_drag", s.max_drag,
           "Upper bound of the drag coefficient (u*/U10)^2, 0.001 to 0.01, at any wind; 0 = none. By "
           "package: 0.0025 "
           "with wam3 and wam4, none with st4.")
      .word_for_none("by_package")
      .range(0, 0.01);
  table
      .add("physics.wave_stress_limit", s.wave_stress_limit,
           "Upper bound of the wave stress per air density; 0 = none.")
      .unit("m2 s-2")
      .at_least(0);
  for_source_coefficients([&](const SourceCoefficientInfo& info) {
    Option& option = table.add(text("physics.", info.name), s.*info.value, std::string(info.help));
    if (!info.unit.empty()) option.unit(std::string(info.unit));
    info.may_be_zero ? option.at_least(0) : option.above(0);
  });
  table
      .add("physics.max_source_step", s.max_source_step,
           "Longest step of the sources; growing seas, steep ones and changing winds take shorter ones.")
      .unit("s")
      .at_least(0.1);
  table.section("physics.st4", "Coefficients of the package st4; in brackets their names in WAVEWATCH III.");
  table.add_choice("physics.st4.set", s.st4.set, st4_sets, "Published values of the coefficients below.");
  for (std::size_t i = 0; i < n_st4; ++i) {
    const St4CoefficientInfo& info = st4_coefficients[i];
    table
        .add(text("physics.st4.", info.name), s.st4[St4(i)],
             text(info.help, " Sets: ", info.t471, ", ", info.t471f, ", ", info.t405, "."))
        .unit(std::string(info.unit))
        .word_for_none("by_set")
        .range(info.least, info.most);
  }
}

void add_sea_options(OptionTable& table, ModelSettings& model) {
  add_mesh_options(table, model.mesh);
  add_spectrum(table, model.spectrum);
  add_physics_options(table, model);
  add_propagation(table, model);
  add_forcing_options(table, model.forcing);
  table.add("water_level.least_depth", model.least_depth, "A falling water level leaves at least this depth.")
      .unit("m")
      .above(0);
  add_start(table, model.initial);
  add_boundary_options(table, model.boundary);
}

void add_parameter_options(OptionTable& table, ParameterSettings& parameters) {
  table
      .add("output.wind_sea_factor", parameters.wind_sea_factor,
           "Multiplies the criterion 28 (u*/c) cos(theta - wind) >= 1 of wind sea; 1.2 as in WAM's output.")
      .above(0);
  table
      .add("output.stokes_depths", parameters.stokes_depths,
           text("Depths below the surface of the Stokes drift in the fields uus1, vus1, uus2, vus2, ...; at "
                "most ",
                n_stokes_depth, "."))
      .unit("m")
      .range(0, deepest_sea);
}

void add_parallel_options(OptionTable& table, ModelSettings& model) {
  DecompositionSettings& s = model.parallel.decomposition;
  table.section("parallel", "How the work is shared; nothing here changes the result.");
  table
      .add("parallel.halo_method", model.parallel.halo_method,
           "How ranks exchange the cells around their own.")
      .choices(halo_method_names())
      .may_change();
  table
      .add("parallel.overlap", model.parallel.overlap,
           "Whether cells that need no halo are computed while messages are on their way.")
      .may_change();
  table
      .add("parallel.halo_choices", model.parallel.halo_choices,
           "Folder in which halo_method: auto saves the fastest method for the next run.")
      .may_change();
  table
      .add("parallel.reorder", s.reorder,
           "Which process takes which rank: as it is, as MPI places neighbours, or with less traffic between "
           "nodes, by our own search or by Scotch.")
      .choices(reorder_names())
      .may_change();
  table
      .add("parallel.network", s.network,
           "nodes, scotch: what was measured between the nodes, a file of `groundswell network probe`; nodes "
           "that are near each other then get the ranks that send each other most.")
      .may_change();
  table
      .add("parallel.partition", s.partition.kind,
           "How cells are shared: among all ranks at once, or first among nodes, then inside each.")
      .choices(partition_names())
      .may_change();
  table
      .add("parallel.hang_limit", s.watch.seconds,
           "Time after which an MPI call that sets up neighbours counts as hung, and the run ends.")
      .unit("s")
      .above(0)
      .may_change();
  table
      .add("parallel.load_tolerance", s.partition.load_tolerance,
           "Largest load of a rank relative to the mean.")
      .at_least(1.0)
      .at_most(2.0)
      .may_change();
  table
      .add("parallel.cost_file", model.parallel.cost_file,
           "Costs of cells: written at the end of a run, and read by the next to share the work evenly.")
      .may_change();
  table
      .add_choice("parallel.backend", model.parallel.backend, backends,
                  "How a rank computes: on one core, or on several with OpenMP.")
      .may_change();
  table.section("checks", "Checks of the state during the run.");
  table
      .add("checks.interval", model.check_interval,
           "Time between full checks of all bins; a multiple of time.step.")
      .unit("s")
      .above(0)
      .may_change();
}

OptionTable make_model_options(ModelSettings& model) {
  OptionTable table;
  add_date_options(table, model.time);
  add_calendar_option(table, model.time);
  add_sea_options(table, model);
  add_parameter_options(table, model.parameters);
  add_parallel_options(table, model);
  return table;
}

}  // namespace groundswell
