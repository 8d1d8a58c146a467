// SPDX-License-Identifier: Apache-2.0
#include "components/toy_component.hpp"

#include <algorithm>
#include <memory>

#include "base/error.hpp"
#include "comm/lent_to_mpi.hpp"
#include "mesh_files/regular_grid_file.hpp"
#include "model/model_options.hpp"

namespace groundswell {
namespace {

// Throws Error for texts that are no dates.
ComponentClock clock_of(const TimeSettings& time) {
  return {DateTime::parse(time.start, time.calendar), DateTime::parse(time.end, time.calendar), time.step};
}

}  // namespace

void add_toy_options(OptionTable& table, ToyFile& file, ToyGrid& grid) {
  add_date_options(table, file.time);
  add_calendar_option(table, file.time);
  table.section("grid", "Boxes between meridians and parallels, with a point in the middle of each.");
  table.add("grid.west", grid.west, "Western side.").unit("degree").range(-360, 360);
  table.add("grid.east", grid.east, "Eastern side.").unit("degree").range(-360, 720);
  table.add("grid.south", grid.south, "Southern side.").unit("degree").range(-90, 90);
  table.add("grid.north", grid.north, "Northern side.").unit("degree").range(-90, 90);
  table.add("grid.step", grid.step, "Distance between points.").unit("degree").above(0).at_most(90);
  table.section("restart", "Files from which the job can go on, restart_*.nc; also one at its end.");
  table.add("restart.folder", file.restart.folder, "Their folder.").for_output().may_change();
  table.add("restart.interval", file.restart.interval, "Time between them; 0 = none.")
      .unit("s")
      .at_least(0)
      .may_change();
  table.add("restart.keep", file.restart.keep.n, "Number of newest restarts that are kept.")
      .at_least(1)
      .may_change();
}

void read_toy(OptionTable& table, ToyFile& file, const std::filesystem::path& path,
              const std::vector<std::string>& overrides, const std::function<void()>& check) {
  table.read_file(path);
  table.read_overrides(overrides);
  table.use_calendar(file.time.calendar);
  try {
    clock_of(file.time);
    check();
  } catch (const Error& error) {
    throw Error(text("'", path.string(), "': ", error.what()));
  }
  file.path = path;
  for (const auto& [key, value] : table.list_lasting_values()) file.lasting += key + ": " + value + "\n";
}

ComponentClock ToyComponent::clock() const {
  return clock_of(file_.time);
}

void ToyComponent::check_ranks(int n_rank) const {
  require(n_rank <= grid_.n_lat(), "the grid has ", grid_.n_lat(),
          " rows of points (grid.south, grid.north, ", "grid.step), fewer than the ", n_rank,
          " processes (components.ranks), each of which needs a row; ", "give it at most ", grid_.n_lat(),
          " processes, or choose a smaller step");
}

void ToyComponent::prepare(const Communicator& ranks, const DateTime&) {
  ranks_.emplace(ranks.duplicate());
  rows_ = make_block(grid_.n_lat(), ranks.rank(), ranks.size());
  make(rows_);
}

CouplingGrid ToyComponent::grid() const {
  CouplingGrid points;
  const std::int64_t n_lon = grid_.n_lon(), n_lat = grid_.n_lat();
  points.n_global = n_lon * n_lat;
  points.cells = numbers_of({rows_.begin * n_lon, rows_.end * n_lon});
  for (std::int64_t column = 0; column < n_lon; ++column)
    points.axes.lon.push_back(grid_.lon(double(column)));
  for (std::int64_t row = 0; row < n_lat; ++row) points.axes.lat.push_back(grid_.lat(double(row)));
  for (const std::int64_t cell : points.cells) {
    points.lon.push_back(points.axes.lon[std::size_t(cell % n_lon)]);
    points.lat.push_back(points.axes.lat[std::size_t(cell / n_lon)]);
  }
  return points;
}

std::vector<std::string> ToyComponent::describe() const {
  return {text(grid_.n_lon(), " x ", grid_.n_lat(), " points; ", describe_model())};
}

// First northward, then southward.
void ToyComponent::exchange_rows(std::span<const Rows<double>> fields) const {
  const Communicator& ranks = *ranks_;
  for (const int way : {1, -1}) {
    const int to = ranks.rank() + way, from = ranks.rank() - way;
    const auto row_to_give = [&](const Rows<double>& field) { return way > 0 ? field.n_row - 2 : 1; };
    const auto row_to_fill = [&](const Rows<double>& field) { return way > 0 ? 0 : field.n_row - 1; };
    LentToMpi<std::vector<double>> given;
    std::vector<double> taken;
    for (const Rows<double>& field : fields) {
      const double* const row = field.row(row_to_give(field));
      given->insert(given->end(), row, row + field.n_col);
    }
    taken.resize(given->size());
    if (to >= 0 && to < ranks.size()) given.add(ranks.start_send(std::span<const double>(*given), to, 0));
    if (from >= 0 && from < ranks.size()) {
      ranks.receive(std::span(taken), from, 0);
      auto next = taken.begin();
      for (const Rows<double>& field : fields) {
        std::copy_n(next, field.n_col, field.row(row_to_fill(field)));
        next += std::ptrdiff_t(field.n_col);
      }
    }
    given.wait();
  }
}

std::function<double(double lon, double lat)> read_box_depth(const std::filesystem::path& file,
                                                             const std::string& variable, const ToyGrid& grid,
                                                             double least, double most) {
  auto map = std::make_shared<const HeightMap>(read_height_file(file.string(), variable));
  return [map, width = grid.step * degree, least, most](double lon, double lat) {
    constexpr int n_side = 5;
    double sum = 0.0;
    int n_wet = 0;
    for (int i = 0; i < n_side * n_side; ++i) {
      const auto shifted = [&](double middle, int k) { return middle + ((k + 0.5) / n_side - 0.5) * width; };
      const int column = map->grid.column_of(shifted(lon, i % n_side));
      const int row = map->grid.row_of(shifted(lat, i / n_side));
      const double height = column < 0 || row < 0 ? 0.0 : double(map->grid.at(column, row));
      if (height < 0.0) sum -= height, ++n_wet;
    }
    return 2 * n_wet < n_side * n_side ? 0.0 : std::min(most, std::max(least, sum / n_wet));
  };
}

}  // namespace groundswell
