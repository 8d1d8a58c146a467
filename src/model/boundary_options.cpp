// SPDX-License-Identifier: Apache-2.0
#include "model/boundary_options.hpp"

namespace groundswell {
namespace {

void add_sea(OptionTable& table, const std::string& prefix, BoundarySea& sea, const std::string& kind) {
  table.add(prefix + "height", sea.height, kind + "Significant height; 0 lets nothing in.")
      .unit("m")
      .range(0, highest_sea);
  table.add(prefix + "period", sea.period, kind + "Peak period.").unit("s").above(0);
  table.add(prefix + "direction", sea.direction, kind + "Direction that it comes from.")
      .unit("degree")
      .range(-360, 360);
  table.add(prefix + "cosine_power", sea.cosine_power, kind + "n of the cos^n distribution.").at_least(0);
}

}  // namespace

void add_sea_shape(OptionTable& table, const std::string& prefix, SeaShapeSettings& shape) {
  table.add_choice(prefix + ".shape.wind_sea", shape.wind_sea, spectrum_forms,
                   "file of parameters: spectrum of wind sea, or of the sea as a whole.");
  table.add_choice(prefix + ".shape.swell", shape.swell, spectrum_forms,
                   "file of parameters: spectrum of swells.");
  table.add(prefix + ".shape.gamma", shape.gamma, "file of parameters: peak enhancement of jonswap.")
      .range(1, 10);
  table
      .add(prefix + ".shape.width", shape.width,
           "file of parameters: standard deviation over peak frequency of gaussian.")
      .range(0.01, 0.5);
  table
      .add(prefix + ".shape.spread", shape.spread,
           "file of parameters: directional spread if the file has none.")
      .unit("degree")
      .above(0)
      .below(80);
  table.add(prefix + ".shape.parts", shape.parts,
            "file of parameters: whether wind sea and swells are read separately if the file has them.");
}

void add_boundary_options(OptionTable& table, BoundarySettings& boundary) {
  table.section("boundary", "What enters through open boundaries.");
  table.add_choice("boundary.kind", boundary.kind, boundary_kinds,
                   "Nothing, JONSWAP spectra that do not change, or waves from files.");
  add_sea(table, "boundary.", boundary.sea, "jonswap: ");
  table.add_list(
      "boundary.boxes", boundary.boxes,
      [](OptionTable& item, BoundaryBox& box) {
        item.add("west", box.west, "Western side: longitude in degrees east (x in metres in the plane).")
            .required();
        item.add("east", box.east, "Eastern side.").required();
        item.add("south", box.south, "Southern side: latitude in degrees north (y in the plane).").required();
        item.add("north", box.north, "Northern side.").required();
        add_sea(item, "", box.sea, "");
      },
      "jonswap: another sea for the open edges in a box; the first box that holds an edge counts.");
  WaveFileSettings& file = boundary.file;
  table.add(
      "boundary.files", file.files,
      "file: netCDF files of spectra or parameters that follow each other in time or hold different places.");
  table.add("boundary.variable", file.variable,
            "file: name of the spectra (or of the height); by default common names.");
  add_sea_shape(table, "boundary", file.shape);
  table
      .add("boundary.max_distance", file.max_distance,
           "file: largest distance from an open edge to the nearest place with values.")
      .unit("m")
      .above(0);
  table.add("boundary.zero_where_no_place", file.zero_where_no_place,
            "file: nothing enters at open edges without a place with values within max_distance, instead of "
            "refusing the run; places that lack values at single dates are still refused.");
  table
      .add_choice("boundary.fill_missing_dates", file.interpolate_gaps,
                  {{"refuse", false}, {"interpolate", true}}, "file: what happens if dates are missing.")
      .may_change();
  table.add("boundary.max_gap", file.max_gap, "file: longest gap between dates that is interpolated.")
      .unit("s")
      .at_least(0)
      .may_change();
}

}  // namespace groundswell
