// SPDX-License-Identifier: Apache-2.0
// A model without a mesh: cells scattered over its ranks, land among the entries of its arrays, and values
// that encode variable, cell, level and date.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "array_output/array_output.hpp"

namespace groundswell::test {

inline constexpr std::int64_t n_cell = 157, n_level = 7;
inline const DateTime first_date = DateTime::parse("2001-02-03 06:00");

// A NaN like no other.
inline constexpr std::uint64_t strange_nan = 0x7ff800000badcafe;

inline double value_of(int variable, std::int64_t cell, std::int64_t level, int hour) {
  if ((cell + level) % 13 == 4) return std::bit_cast<double>(strange_nan);
  return 10000.0 * variable + 1000.0 * hour + double(cell) + 0.125 * double(level);
}

class SmallModel {
 public:
  // The compute ranks are the first ones; a rank that does not compute has no cells.
  SmallModel(int rank, int n_compute, bool computes) {
    if (!computes) return;
    for (std::int64_t cell = n_cell - 1; cell >= 0; --cell) {
      if (int(std::uint64_t(cell) * 2654435761u / 64 % std::uint64_t(n_compute)) != rank) continue;
      cells.push_back(cell);
      if (cell % 5 == 0) cells.push_back(Decomposition::no_cell);  // land
    }
    height.resize(cells.size());
    ice.resize(cells.size());
    basin.resize(cells.size());
    temperature.resize(cells.size() * n_level);
    salinity.resize(cells.size() * n_level);
  }

  void set_values(int hour) {
    const auto n = std::int64_t(cells.size());
    for (std::int64_t i = 0; i < n; ++i) {
      const std::int64_t cell = cells[std::size_t(i)];
      height[std::size_t(i)] = float(value_of(1, cell, 0, hour));
      ice[std::size_t(i)] = value_of(2, cell, 0, hour);
      basin[std::size_t(i)] = basin_of(cell, hour);
      for (std::int64_t level = 0; level < n_level; ++level) {
        temperature[std::size_t(i * n_level + level)] = float(value_of(3, cell, level, hour));
        salinity[std::size_t(level * n + i)] = value_of(4, cell, level, hour);
      }
    }
  }
  void spoil_values() {
    for (auto* values : {&height, &temperature}) values->assign(values->size(), -1e9f);
    for (auto* values : {&ice, &salinity}) values->assign(values->size(), -1e9);
    basin.assign(basin.size(), -1);
  }
  static std::int32_t basin_of(std::int64_t cell, int hour) { return 2000000001 - int(cell) * 1001 + hour; }

  // surface.nc is due every hour, ocean.nc every second hour; restarts are called small_<date>.nc.
  ArrayOutputSettings settings(const std::string& folder) const {
    ArrayOutputSettings s;
    s.header = {"A small model", "test", "made by a test", "CF-1.8"};
    s.start = first_date, s.end = first_date + 4 * 3600;
    s.n_cell = n_cell;
    s.levels = {"m", "depth", true, {1, 3, 7, 15, 31, 63, 127}};
    s.positions = {{"lon", "degrees_east", "longitude", "longitude of cells", {}}};
    for (const std::int64_t cell : cells) s.positions[0].values.push_back(0.5 * double(cell));
    FieldArray level_by_level = make_cell_array(salinity.data());
    const auto n = std::int64_t(cells.size());
    level_by_level.shape = {n, n_level}, level_by_level.strides = {8, 8 * n};
    level_by_level.cells_last = false;
    s.variables = {
        {"zos", "m", "sea_surface_height_above_geoid", "height", false, make_cell_array(height.data())},
        {"ice", "1", "sea_ice_area_fraction", "", false, make_cell_array(ice.data())},
        {"thetao", "degree_Celsius", "", "", true, make_cell_array(temperature.data(), n_level)},
        {"so", "1e-3", "sea_water_salinity", "salinity", true, level_by_level},
        {"basin", "", "", "", false, make_cell_array(basin.data()), true}};
    s.restart = {folder + "/small", {"basin", "so", "thetao", "ice"}};
    s.files.resize(2);
    s.files[0].path = folder + "/surface.nc", s.files[0].variables = {"zos", "ice", "basin"};
    s.files[1].path = folder + "/ocean.nc", s.files[1].variables = {"so", "thetao", "zos"};
    s.files[1].interval = 7200;
    return s;
  }
  Decomposition decomposition(std::int64_t first_index = 0) const {
    Decomposition all{n_cell, cells, first_index};
    for (std::int64_t& cell : all.cells) cell += cell == Decomposition::no_cell ? 0 : first_index;
    return all;
  }

  std::vector<std::int64_t> cells;
  std::vector<float> height, temperature;  // [cell][level]
  std::vector<double> ice, salinity;       // [level][cell]
  std::vector<std::int32_t> basin;
};

struct Way {
  int n_server = 0;
  ArrayShare share = ArrayShare::cells;
  std::string transport = "direct", progress = "calls";
  std::int64_t first_index = 0;
};

// A run writes a restart at this hour.
inline constexpr int restart_hour = 1;
inline constexpr char restart_name[] = "/small_20010203T070000Z.nc";

// Runs the model for the hours after `goes_on_from` (-1: from hour 0) up to `last`. Collective.
inline void run_model(const Communicator& communicator, const std::string& folder, const Way& way,
                      int goes_on_from = -1, int last = 4, bool is_closed = true) {
  const int n_compute = communicator.size() - way.n_server;
  SmallModel model(communicator.rank(), n_compute, communicator.rank() < n_compute);
  ArrayOutputSettings settings = model.settings(folder);
  settings.servers.n_server = way.n_server, settings.servers.transport.method = way.transport;
  settings.servers.transport.progress = way.progress;
  settings.servers.transport.n_slot = 2, settings.servers.memory = 3000;
  settings.share = way.share;
  if (goes_on_from >= 0) settings.goes_on_from = first_date + goes_on_from * 3600;
  ArrayOutput output(communicator, settings, model.decomposition(way.first_index));
  if (output.is_server()) return output.serve();
  for (int hour = goes_on_from + 1; hour <= last; ++hour) {
    model.set_values(hour);
    output.write(first_date + hour * 3600);
    if (hour == restart_hour) output.write_restart(first_date + hour * 3600);
    model.spoil_values();  // a model may reuse its arrays after write()
    output.progress();
  }
  if (is_closed) output.close();
}

}  // namespace groundswell::test
