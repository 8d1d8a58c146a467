// SPDX-License-Identifier: Apache-2.0
// The keys of a mesh.yaml.
#include "apps/mesh_maker.hpp"

namespace groundswell {
namespace {

void add_box(OptionTable& table, const std::string& prefix, BoxDegrees& box) {
  table.add(prefix + "west", box.west, "Western side.").unit("degree").range(-360.0, 360.0);
  table.add(prefix + "east", box.east, "Eastern side; more than west.").unit("degree").range(-360.0, 720.0);
  table.add(prefix + "south", box.south, "Southern side.").unit("degree").range(-90.0, 90.0);
  table.add(prefix + "north", box.north, "Northern side.").unit("degree").range(-90.0, 90.0);
}

void add_spacing(OptionTable& table, MeshCase& s) {
  table.add_choice("kind", s.kind, {{"global", MeshCase::Kind::global}, {"region", MeshCase::Kind::region}},
                   "The whole globe, or the region below.");
  table
      .add("cells", s.cells,
           "Cells of the globe, land included; 10 * 4^n + 2 are met exactly. Instead of spacing.")
      .at_least(12);
  table
      .add("spacing", s.spacing,
           "Distance between neighbouring cells, away from coasts if cells are finer there.")
      .unit("m")
      .above(0);
  table
      .add("coast_spacing", s.coast_spacing,
           "Distance between neighbouring cells at the coast; none: no finer than elsewhere.")
      .unit("m")
      .above(0);
  table
      .add("coast_transition", s.coast_transition,
           "Distance from the coast at which the spacing reaches that offshore.")
      .unit("m")
      .above(0);
  table.add_list(
      "refine", s.refine,
      [](OptionTable& item, RefinedBox& refined) {
        add_box(item, "", refined.box);
        item.add("spacing", refined.spacing, "Distance between neighbouring cells there.")
            .unit("m")
            .above(0)
            .required();
        item.add("transition", refined.transition,
                 "Distance over which it returns to the spacing around the region.")
            .unit("m")
            .above(0);
      },
      "Regions with finer cells.");
  table.section("region", "Sides of a mesh of kind region.");
  add_box(table, "region.", s.region);
  table
      .add(
          "region.growth_outside", s.growth_outside,
          "Growth of the spacing per distance from the region, in the auxiliary cells around it that are cut "
          "away.")
      .above(0)
      .below(1);
}

void add_sea(OptionTable& table, MeshCase& s) {
  table.section("bathymetry", "Heights of the sea floor and land; one of file and depth is needed.");
  table.add("bathymetry.file", s.bathymetry,
            "NetCDF file of heights [m] on regular longitudes and latitudes.");
  table.add("bathymetry.variable", s.bathymetry_variable,
            "Its variable; none: the only one over longitude and latitude.");
  table.add_choice(
      "bathymetry.positive", s.bathymetry_sign,
      {{"as_stated", HeightSign::as_stated}, {"up", HeightSign::up}, {"down", HeightSign::down}},
      "Whether it holds heights (up) or depths (down); as_stated: what its attributes or its name say.");
  table.add("bathymetry.depth", s.depth, "One depth everywhere instead of a file: no land.")
      .unit("m")
      .above(0)
      .at_most(deepest_sea);
  table.section("sea", "Which cells are sea.");
  table
      .add("sea.smallest_wet_fraction", s.smallest_wet_fraction,
           "Smallest share of its area below 0 that a sea cell may have.")
      .range(0.0, 1.0);
  table.add("sea.smallest_depth", s.smallest_depth, "Smallest mean depth of that share.")
      .unit("m")
      .at_least(0);
  table
      .add("sea.smallest_part", s.smallest_part,
           "Smallest area of a part of the sea that is not connected to the rest, in square metres; none: "
           "only the "
           "largest part is kept.")
      .at_least(0);
  table.add("sea.remove_inland_seas", s.remove_inland_seas,
            "Whether the Caspian and the Aral depression are removed.");
  table.add(
      "sea.obstacles", s.obstacles,
      "Whether islands smaller than the cells, which a finer bathymetry shows, block their share of the "
      "waves in each direction.");
  table.section("covered_by",
                "Winds that must cover the mesh: sea that lacks wind at any date of the run is removed.");
  table.add("covered_by.files", s.wind_files, "Their files.");
  table.add("covered_by.start", s.wind_start, "First date of the run.");
  table.add("covered_by.end", s.wind_end, "Last date of the run.");
  table
      .add("covered_by.least_weight", s.least_wind_weight,
           "Share of the interpolation weight around a cell that valid wind must have.")
      .range(0.0, 1.0);
}

}  // namespace

OptionTable make_mesh_options(MeshCase& s) {
  OptionTable table;
  add_spacing(table, s);
  add_sea(table, s);
  table.section("lloyd", "When the cells are centroidal enough.");
  table
      .add("lloyd.tolerance", s.lloyd.tolerance,
           "Largest rms distance from centre to centroid, in units of the spacing.")
      .above(0);
  table.add("lloyd.max_iterations", s.lloyd.max_iterations, "Maximum number of iterations on each level.")
      .at_least(1);
  table.add("sphere_radius", s.sphere_radius, "Radius of the sphere.").unit("m").above(0);
  table.add("output", s.output, "File to write.").for_output();
  return table;
}

}  // namespace groundswell
