// SPDX-License-Identifier: Apache-2.0
#include "model/cell_cost.hpp"

#include <cmath>
#include <numeric>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "comm/together.hpp"
#include "files/netcdf_reader.hpp"
#include "files/parallel_file.hpp"
#include "transfer/row_move.hpp"

namespace groundswell {

std::vector<std::uint8_t> find_iced_cells(const ForcingSettings& forcing, const ForcingCells& cells,
                                          const DateTime& start, const Communicator& communicator) {
  if (forcing.ice.kind != ScalarKind::file) return {};
  ForcingSettings ice_alone;
  ice_alone.ice = forcing.ice;
  ice_alone.ice_threshold = forcing.ice_threshold;
  Forcing ice(ice_alone, cells, start, start, &communicator);
  run_together(communicator, [&] { ice.update(start); });
  std::vector<std::uint8_t> iced;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) iced.push_back(ice.ice_blocks(cell));
  return iced;
}

std::vector<double> estimate_cell_cost(std::span<const double> depths, std::span<const std::uint8_t> iced,
                                       double first_frequency) {
  constexpr double shallow_over_deep = 1.5, iced_over_deep = 0.25;
  const double longest_wave = gravity / (2.0 * pi * first_frequency * first_frequency);  // [m] in deep water
  std::vector<double> costs;
  for (std::size_t cell = 0; cell < depths.size(); ++cell) {
    const bool is_iced = !iced.empty() && iced[cell];
    costs.push_back(is_iced ? iced_over_deep : depths[cell] < 0.5 * longest_wave ? shallow_over_deep : 1.0);
  }
  return costs;
}

std::vector<double> read_cell_cost(const std::filesystem::path& path, const Block& cells,
                                   std::int64_t n_cell) {
  if (path.empty()) return {};
  if (!std::filesystem::exists(path)) return {};
  const NetcdfReader file(path);
  require(file.has_variable("cell_cost") &&
              file.variable("cell_cost").shape == std::vector<std::size_t>{std::size_t(n_cell)},
          "'", path.string(), "' (parallel.cost_file) does not have the costs of ", n_cell,
          " cells; if it holds the costs of another mesh, delete it, and the run makes it again; otherwise "
          "name another file");
  if (cells.size() == 0) return {};
  std::vector<double> costs =
      file.read<double>("cell_cost", {std::size_t(cells.begin)}, {std::size_t(cells.size())});
  for (std::size_t i = 0; i < costs.size(); ++i)
    require(costs[i] > 0.0 && std::isfinite(costs[i]), "'", path.string(), "' (parallel.cost_file): cell ",
            cells.begin + std::int64_t(i) + 1, " has the cost ", costs[i],
            "; costs must be above 0; delete the file, and the run makes it again");
  return costs;
}

// Writes costs relative to the mean cost, with a lower bound for cells whose time was below the resolution of
// the clock.
void write_cell_cost(const std::filesystem::path& path, const Communicator& communicator,
                     const LocalMesh& local, const CellCost& cost, double computing_seconds) {
  const double measured = std::reduce(cost.seconds().begin(), cost.seconds().end());
  if (!communicator.all(measured > 0.0 && computing_seconds > 0.0)) return;
  const std::vector<double> sums = communicator.all_gather(computing_seconds);
  const double mean = std::reduce(sums.begin(), sums.end()) / double(local.n_global_cell);
  const double scale = computing_seconds / (measured * mean);
  std::vector<double> mine, in_block;
  for (const double seconds : cost.seconds()) mine.push_back(std::max(seconds * scale, 0.01));
  const Block block = make_block(local.n_global_cell, communicator.rank(), communicator.size());
  const auto cells = local.global_cell.begin();
  RowMove rows(communicator, "costs of cells", {local.n_global_cell, {cells, cells + local.n_owned}},
               numbers_of(block));
  rows.add(mine, in_block);
  rows.move();
  run_on_root(communicator, 0,
              [&] { std::filesystem::create_directories(std::filesystem::absolute(path).parent_path()); });
  ParallelFile file(communicator, path.string());
  const int dimension = file.add_dimension("nCells", local.n_global_cell);
  const int variable = file.add_variable("cell_cost", FileType::float64, {dimension});
  file.add_attribute(variable, "long_name", "computing time of a cell over that of the mean cell");
  file.end_definitions();
  file.write(variable, {{block.begin}, {block.size()}}, in_block.data());
  file.flush();
  file.finish();
}

}  // namespace groundswell
