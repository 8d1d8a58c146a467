// SPDX-License-Identifier: Apache-2.0
// groundswell-bench land: how many cells the output library's rule leaves out (land without a wet neighbour),
// on the grid of a file of heights and on a grid of equal-area cells. Reference:
// docs/guide/output_library.md.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "array_output/wet_cells.hpp"
#include "base/constants.hpp"
#include "base/error.hpp"
#include "bench/commands/subcommands.hpp"
#include "mesh_files/regular_grid_file.hpp"

namespace groundswell {
namespace {

struct LandBenchOptions {
  std::string file, variable;
  std::int64_t n_lon = 4320, n_lat = 2160;
  int n_around = 8;
};

using Mask = std::vector<std::uint8_t>;

// Prints the percentages of land and of skipped cells, by number and by area. `area_of_row(j)` is the area of
// each cell in row j.
void print_shares(const char* what, const Mask& is_wet, std::int64_t n_lon, std::int64_t n_lat,
                  const WetCellSettings& settings, auto&& area_of_row) {
  const WetCells cells(is_wet, n_lon, n_lat, settings);
  double all = 0.0, saved = 0.0, land = 0.0;
  for (std::int64_t j = 0; j < n_lat; ++j) {
    const auto row = is_wet.begin() + j * n_lon;
    all += area_of_row(j) * double(n_lon);
    land += area_of_row(j) * double(std::count(row, row + n_lon, 0));
    saved += area_of_row(j) *
             double(std::ranges::count(cells.numbers({0, n_lon}, {j, j + 1}), Decomposition::no_cell));
  }
  fmt::print("{:28} {:5} x {:5} {:8.1f} {:8.1f} {:8.1f} {:8.1f}\n", what, n_lon, n_lat,
             100.0 * (1.0 - double(cells.n_wet()) / double(n_lon * n_lat)), 100.0 * cells.share_saved(),
             100.0 * land / all, 100.0 * saved / all);
}

void run_land_bench(const LandBenchOptions& options) {
  const RegularGrid grid = read_height_file(options.file, options.variable).grid;
  require(grid.is_global(), "the heights of '", options.file,
          "' do not cover the globe; name a file that does");
  const WetCellSettings settings{options.n_around, true};
  const auto is_sea = [&](int column, int row) { return std::uint8_t(grid.at(column, row) < 0.0F); };
  fmt::print("{:28} {:13} {:>17} {:>17}\n{:28} {:13} {:>8} {:>8} {:>8} {:>8}\n", "", "", "cells [%]",
             "area [%]", "grid", "size", "land", "saved", "land", "saved");
  Mask own;
  for (int j = 0; j < grid.n_lat; ++j)
    for (int i = 0; i < grid.n_lon; ++i) own.push_back(is_sea(i, j));
  print_shares("of the file", own, grid.n_lon, grid.n_lat, settings, [&](std::int64_t j) {
    return std::max(0.0, std::cos(grid.first_lat + double(j) * grid.lat_step));
  });
  Mask equal;
  for (std::int64_t j = 0; j < options.n_lat; ++j) {
    const int row = grid.row_of(std::asin(-1.0 + (2.0 * double(j) + 1.0) / double(options.n_lat)));
    for (std::int64_t i = 0; i < options.n_lon; ++i)
      equal.push_back(is_sea(grid.column_of((double(i) + 0.5) * 2.0 * pi / double(options.n_lon)), row));
  }
  print_shares("of equal areas", equal, options.n_lon, options.n_lat, settings,
               [](std::int64_t) { return 1.0; });
}

}  // namespace

void add_bench_land(CLI::App& bench) {
  auto* land = bench.add_subcommand("land", "How many cells the land rule of the output library saves");
  auto options = std::make_shared<LandBenchOptions>();
  land->add_option("file", options->file,
                   "Heights of the globe over latitude and longitude, in a NetCDF file")
      ->required();
  land->add_option("--variable", options->variable, "Its variable [the only one over both]");
  const auto number = [land](const char* name, std::int64_t& value, const char* text) {
    land->add_option(name, value, text)->check(CLI::Range(1, 100000))->capture_default_str();
  };
  number("--lon", options->n_lon, "Columns of the grid of equal areas");
  number("--lat", options->n_lat, "Its rows, each as wide in the sine of the latitude");
  land->add_option("--around", options->n_around,
                   "Neighbours of a wet cell that are kept where they are land")
      ->check(CLI::IsMember({0, 4, 8}))
      ->capture_default_str();
  land->callback([options] { run_land_bench(*options); });
}

}  // namespace groundswell
