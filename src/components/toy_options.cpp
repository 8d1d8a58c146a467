// SPDX-License-Identifier: Apache-2.0
#include "components/toy_options.hpp"

#include "base/error.hpp"
#include "model/model_options.hpp"

namespace groundswell {

void add_toy_options(OptionTable& table, TimeSettings& time, ToyGrid& grid,
                     ComponentRestartSettings& restart) {
  add_date_options(table, time);
  add_calendar_option(table, time);
  table.section("grid", "Boxes between meridians and parallels, with a point in the middle of each.");
  table.add("grid.west", grid.west, "Western side.").unit("degree").range(-360, 360);
  table.add("grid.east", grid.east, "Eastern side.").unit("degree").range(-360, 720);
  table.add("grid.south", grid.south, "Southern side.").unit("degree").range(-90, 90);
  table.add("grid.north", grid.north, "Northern side.").unit("degree").range(-90, 90);
  table.add("grid.step", grid.step, "Distance between points.").unit("degree").above(0).at_most(90);
  table.section("restart", "Files from which the job can go on, restart_*.nc; also one at its end.");
  table.add("restart.folder", restart.folder, "Their folder.").for_output().may_change();
  table.add("restart.interval", restart.interval, "Time between them; 0 = none.")
      .unit("s")
      .at_least(0)
      .may_change();
  table.add("restart.keep", restart.keep.n, "Number of newest restarts that are kept.")
      .at_least(1)
      .may_change();
}

void read_toy(OptionTable& table, const TimeSettings& time, const std::filesystem::path& file,
              const std::vector<std::string>& overrides, const std::function<void()>& check) {
  table.read_file(file);
  table.read_overrides(overrides);
  table.use_calendar(time.calendar);
  try {
    clock_of_toy(time);
    check();
  } catch (const Error& error) {
    throw Error(text("'", file.string(), "': ", error.what()));
  }
}

std::string lasting_settings_of(const OptionTable& table) {
  std::string lines;
  for (const auto& [key, value] : table.list_lasting_values()) lines += key + ": " + value + "\n";
  return lines;
}

ComponentClock clock_of_toy(const TimeSettings& time) {
  return {DateTime::parse(time.start, time.calendar), DateTime::parse(time.end, time.calendar), time.step};
}

void check_toy_ranks(const ToyGrid& grid, int n_rank) {
  require(n_rank <= grid.n_lat(), "the grid has ", grid.n_lat(), " rows of points (grid.south, grid.north, ",
          "grid.step), fewer than the ", n_rank, " processes (components.ranks), each of which needs a row; ",
          "give it at most ", grid.n_lat(), " processes, or choose a smaller step");
}

Block rows_of_toy(const ToyGrid& grid, const Communicator& ranks) {
  return make_block(grid.n_lat(), ranks.rank(), ranks.size());
}

CouplingGrid make_coupling_grid(const ToyGrid& grid, Block rows, const std::string& name) {
  CouplingGrid points;
  points.name = name;
  const std::int64_t n_lon = grid.n_lon(), n_lat = grid.n_lat();
  points.n_global = n_lon * n_lat;
  points.cells = numbers_of({rows.begin * n_lon, rows.end * n_lon});
  for (std::int64_t column = 0; column < n_lon; ++column) points.axes.lon.push_back(grid.lon(double(column)));
  for (std::int64_t row = 0; row < n_lat; ++row) points.axes.lat.push_back(grid.lat(double(row)));
  for (const std::int64_t cell : points.cells) {
    points.lon.push_back(points.axes.lon[std::size_t(cell % n_lon)]);
    points.lat.push_back(points.axes.lat[std::size_t(cell / n_lon)]);
  }
  return points;
}

}  // namespace groundswell
