// SPDX-License-Identifier: Apache-2.0
// A sea that reveals any difference between ranks: cells of 44 to 350 km around continents and islands,
// depths from the shelf to the deep ocean, islands smaller than cells, wind, current, water level and ice
// from files at whose dates no step begins or ends, and parts whose sizes are not multiples of a vector's
// width.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "decomp/partition.hpp"
#include "mesh/mesh_generation.hpp"
#include "mesh/mesh_selection.hpp"
#include "mesh_files/mesh_file.hpp"
#include "model/cell_cost.hpp"
#include "model/model_settings.hpp"
#include "spectrum/shapes.hpp"
#include "support/forcing_sample.hpp"
#include "support/spectra_sample.hpp"

namespace groundswell::test {

inline constexpr std::array<int, 5> rank_counts{1, 2, 3, 5, 7};
inline constexpr int vector_width = 8;
inline constexpr double first_frequency = 0.06;  // [Hz] of the grid

// Continents, and land around the north pole.
inline bool is_land(double lon, double lat) {
  const double east = std::sin(lon - 0.4) * std::cos(lat - 0.3), west = std::cos(2.0 * lon + lat);
  return east > 0.86 || (west > 0.75 && std::abs(lat) < 0.9) || lat > 1.35;
}

inline double floor_depth(double lon, double lat) {
  const double hills =
      std::sin(3.0 * lon + 0.3) * std::cos(2.0 * lat) + 0.4 * std::sin(11.0 * lon + 5.0 * lat);
  return 12.0 + 2500.0 * std::pow(std::max(0.0, 0.4 + 0.6 * hills), 3.0);
}

// The mesh of the largest connected part of the cells that are kept.
inline Mesh keep_largest_part(const Mesh& mesh, std::vector<std::uint8_t> keep, EdgeKind beyond) {
  const ConnectedParts parts = find_connected_parts(mesh, keep);
  for (int cell = 0; cell < mesh.n_cell; ++cell) keep[cell] = parts.part_of_cell[cell] == 0;
  return select_cells(mesh, keep, beyond);
}

inline std::vector<double> floor_depths(const Mesh& mesh) {
  std::vector<double> depths;
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    depths.push_back(floor_depth(mesh.lon_cell[cell], mesh.lat_cell[cell]));
  return depths;
}

// The cost that the model expects for each cell.
using CostFunction = std::function<std::vector<double>(const Mesh&)>;

// The number of cells of each rank in the model's partition.
inline std::vector<int> count_owned(const Mesh& mesh, const std::vector<double>& costs, int n_rank) {
  std::vector<int> count(std::size_t(n_rank), 0);
  for (const int owner : make_partition(make_cell_graph(mesh), n_rank, {}, costs).owner)
    ++count[std::size_t(owner)];
  return count;
}

inline bool has_whole_vectors(const Mesh& mesh, const CostFunction& cost) {
  const std::vector<double> costs = cost(mesh);
  for (const int n_rank : rank_counts)
    for (const int count : count_owned(mesh, costs, n_rank))
      if (count % vector_width == 0) return true;
  return false;
}

// Grows an island in the open sea until no part's size is a multiple of the vector width.
inline Mesh add_island(const Mesh& mesh, const CostFunction& cost) {
  std::vector<int> by_distance(std::size_t(mesh.n_cell));
  std::iota(by_distance.begin(), by_distance.end(), 0);
  std::ranges::sort(by_distance, {}, [&](int cell) { return distance_to_cell(mesh, cell, -60.0, -20.0); });
  for (std::size_t n = 0; n < 200; ++n) {
    std::vector<std::uint8_t> keep(std::size_t(mesh.n_cell), 1);
    for (std::size_t i = 0; i < n; ++i) keep[std::size_t(by_distance[i])] = 0;
    Mesh cut = keep_largest_part(mesh, keep, EdgeKind::land);
    if (!has_whole_vectors(cut, cost)) return cut;
  }
  throw Error("no island gives parts of sizes that are no multiple of a vector's width");
}

inline Mesh make_stormy_mesh(const CostFunction& cost) {
  const double radius = 2.4e6;
  const Vec3 fine = point_at(-0.9, 0.5);
  const SpacingFunction spacing = [=](const Vec3& at) {
    const double far = 0.5 + 0.5 * std::tanh((radius * arc_length(at, fine) - 1300e3) / 350e3);
    return 44e3 + 306e3 * far;
  };
  LloydSettings lloyd;
  lloyd.max_iterations = 60;
  const Mesh globe = build_voronoi_mesh(make_variable_points(spacing, radius, lloyd), radius);
  std::vector<std::uint8_t> keep(std::size_t(globe.n_cell));
  for (int cell = 0; cell < globe.n_cell; ++cell) keep[cell] = globe.lat_cell[cell] > -1.2;
  const Mesh open = select_cells(globe, keep, EdgeKind::open_boundary);
  keep.resize(std::size_t(open.n_cell));
  for (int cell = 0; cell < open.n_cell; ++cell)
    keep[cell] = !is_land(open.lon_cell[cell], open.lat_cell[cell]);
  Mesh mesh = add_island(keep_largest_part(open, keep, EdgeKind::land), cost);
  mesh.depth_cell = floor_depths(mesh);
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    for (int dir = 0; dir < n_obstacle_dir; ++dir) {
      const int within = cell % 5 == 0 ? (7 * cell + 11 * dir) % 101 : 100;
      mesh.obstacle_within.push_back(std::uint8_t(within));
      mesh.obstacle_through.push_back(std::uint8_t(cell % 5 == 0 ? within * (dir % 4) / 4 : 100));
    }
  return mesh;
}

// Swell at a few places along the open rim in the south; it turns and grows with time, and has frequencies
// and directions other than the model's.
inline void write_stormy_boundary(const std::filesystem::path& path) {
  SpectraSample sample;
  for (double lon = -170.0; lon < 180.0; lon += 31.0) {
    sample.lon.push_back(lon);
    sample.lat.push_back(-70.0 + 0.02 * lon);
  }
  sample.hours = {0, 5, 10, 15};
  for (int i = 0; i < 20; ++i) sample.frequency.push_back(0.05 * std::pow(1.12, i));
  for (int j = 0; j < 24; ++j) sample.directions.push_back(15.0 * (23 - j));
  const JonswapShape shape = make_jonswap_from_height(1.0, 0.09);
  write_spectra_sample(path, sample, [&](std::size_t place, double hour, double f, double theta) {
    const double stretch = 1.0 + 0.1 * std::sin(double(place));
    return (1.0 + double(place % 3) + 0.1 * hour) * compute_jonswap(shape, f * stretch) *
           compute_cosine_2s(theta - 1.6 - 0.3 * std::sin(0.7 * double(place) + 0.2 * hour), 8.0);
  });
}

// Twelve hours from 02:20 in steps of an hour; no step begins or ends at a date of the files.
inline ModelSettings stormy_run(const std::filesystem::path& folder) {
  ModelSettings config;
  config.time.start = "2000-01-01T02:20:00Z";
  config.time.end = "2000-01-01T14:20:00Z";
  config.time.step = 3600;
  config.mesh.file = folder / "mesh.nc";
  config.spectrum.n_dir = 13;
  config.spectrum.n_freq = 13;
  config.spectrum.first_frequency = first_frequency;
  config.spectrum.frequency_ratio = 1.15;
  config.physics.max_source_step = 600.0;
  ForcingSettings& forcing = config.forcing;
  forcing.wind.kind = WindKind::file;
  forcing.wind.file.files = {folder / "wind.nc"};
  forcing.current.kind = CurrentKind::file;
  forcing.current.file.files = {folder / "current.nc"};
  forcing.water_level.kind = forcing.ice.kind = ScalarKind::file;
  forcing.water_level.file.files = {folder / "level.nc"};
  forcing.ice.file.files = {folder / "ice.nc"};
  config.boundary.kind = BoundaryKind::file;
  config.boundary.file.files = {folder / "spectra.nc"};
  config.boundary.file.max_distance = 800e3;
  config.initial.kind = InitialKind::jonswap;
  return config;
}

// Writes the files of stormy_run(): the mesh, winds of storms that travel east, currents, a tide that goes
// around the globe, ice that advances from the north, and waves that enter in the south.
inline void write_stormy_sea(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  write_forcing_sample(folder / "wind.nc", {{"u10", "v10"}, "m s-1"},
                       [](int v, double hour, double lon, double lat) {
                         const double phase = 2.0 * lon - 0.13 * hour + (v ? 1.1 : 0.0);
                         return 4.0 + 15.0 * std::sin(phase) * std::cos(1.7 * lat + 0.05 * hour);
                       });
  write_forcing_sample(folder / "current.nc", {{"uo", "vo"}, "m s-1"},
                       [](int v, double hour, double lon, double lat) {
                         return 0.7 * std::sin(3.0 * lon + 2.0 * lat + 0.2 * hour + 0.8 * v);
                       });
  write_forcing_sample(folder / "level.nc", {{"zos"}, "m"}, [](int, double hour, double lon, double lat) {
    return 1.7 * std::sin(lon - 0.5 * hour) * std::cos(lat);
  });
  write_forcing_sample(folder / "ice.nc", {{"siconc"}, "1"}, [](int, double hour, double lon, double lat) {
    return std::clamp(0.5 + 2.0 * (lat - 1.25 + 0.02 * hour) + 0.1 * std::sin(4.0 * lon), 0.0, 1.0);
  });
  write_stormy_boundary(folder / "spectra.nc");
  const ModelSettings config = stormy_run(folder);
  const auto cost = [&](const Mesh& mesh) {
    const ForcingCells cells{mesh.lon_cell, mesh.lat_cell};
    return estimate_cell_cost(floor_depths(mesh),
                              find_iced_cells(config.forcing, cells, config.start(), Communicator::self()),
                              first_frequency);
  };
  write_mesh_file(make_stormy_mesh(cost), config.mesh.file);
}

}  // namespace groundswell::test
