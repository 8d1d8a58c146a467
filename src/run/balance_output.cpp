// SPDX-License-Identifier: Apache-2.0
#include "run/balance_output.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "comm/together.hpp"
#include "decomp/global_values.hpp"
#include "field/field_info.hpp"
#include "files/small_netcdf.hpp"
#include "output/place_search.hpp"

namespace groundswell {
namespace {

SmallFile describe_balance(const SpectralGrid& grid, const SourceBalance& balance) {
  SmallFile file;
  file.dimensions = {{"frequency", std::size_t(grid.n_freq())}, {"direction", std::size_t(grid.n_dir())}};
  std::vector<double> nautical;
  for (double theta : grid.direction()) nautical.push_back(nautical_to_direction(theta));
  file.variables = {
      {"frequency", {"frequency"}, grid.frequency(), {{"units", "Hz"}, {"standard_name", "wave_frequency"}}},
      {"direction",
       {"direction"},
       nautical,
       {{"units", "degree"}, {"long_name", "direction of travel, nautical"}}}};
  for (const SourceTermInfo& term : source_term_list)
    file.variables.push_back({std::string(term.name),
                              {"frequency", "direction"},
                              balance[term.name],
                              {{"units", "m2 Hz-1 rad-1 s-1"}, {"long_name", std::string(term.label)}}});
  const auto add_number = [&](const char* name, const char* unit, double value) {
    file.variables.push_back({name, {}, {value}, {{"units", unit}}});
  };
  add_number("friction_velocity", "m s-1", balance.friction_velocity);
  add_number("roughness_length", "m", balance.roughness_length);
  add_number("wave_stress", "m2 s-2", balance.wave_stress);
  add_number("tail_frequency", "Hz", balance.tail_frequency);
  return file;
}

}  // namespace

void write_balance(const BalanceSettings& settings, const std::filesystem::path& folder,
                   const std::string& title, Model& model) {
  const LocalMesh& local = model.local();
  const Communicator& communicator = model.domain().communicator;
  const std::vector<Position> place{{settings.lon, settings.lat}};
  const std::int64_t nearest = search_places(communicator, local, place).at(0).nearest.cell;
  const auto owned = std::span(local.global_cell).first(std::size_t(local.n_owned));
  const auto cell = int(std::ranges::find(owned, nearest) - owned.begin());
  const int writer = communicator.max(cell < local.n_owned ? communicator.rank() : -1);
  run_on_root(communicator, writer, [&] {
    SmallFile file = describe_balance(model.grid(), model.balance(cell));
    file.attributes = {{"title", title + ": energy balance"}, {"date", model.state().now.iso()}};
    write_small_netcdf((folder / balance_file_name).string(), file);
  });
}

}  // namespace groundswell
