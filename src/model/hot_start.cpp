// SPDX-License-Identifier: Apache-2.0
#include "model/hot_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <sstream>

#include "base/constants.hpp"
#include "base/each_once.hpp"
#include "base/error.hpp"
#include "boundary/spectrum_remap.hpp"
#include "comm/exact_sum.hpp"
#include "comm/together.hpp"
#include "model/checksum.hpp"
#include "model/model_options.hpp"
#include "model/source_cells.hpp"
#include "transfer/row_move.hpp"

namespace groundswell {
namespace {

std::string exact_numbers(const std::vector<double>& values) {
  std::string words;
  for (const double value : values) words += fmt::format("{}{:a}", words.empty() ? "" : " ", value);
  return words;
}

std::vector<double> numbers_in(const std::string& words) {
  std::vector<double> values;
  std::istringstream in(words);
  for (std::string word; in >> word;) values.push_back(std::strtod(word.c_str(), nullptr));
  return values;
}

std::string describe_surface(const Mesh& mesh) {
  if (mesh.on_sphere) return fmt::format("a sphere of radius {} m", mesh.sphere_radius);
  return fmt::format("a plane of periods {} and {} m", mesh.period_x, mesh.period_y);
}

std::string describe_physics(const ModelSettings& config) {
  ModelSettings copy = config;
  OptionTable table;
  add_physics_options(table, copy);
  std::string lines;
  for (const auto& [key, value] : table.list_lasting_values()) lines += key + ": " + value + "\n";
  return lines;
}

// Spectral axes as stated by a restart.
struct RestartAxes {
  explicit RestartAxes(const RestartFile& file)
      : axes{numbers_in(file.fact("frequencies")), numbers_in(file.fact("directions"))} {
    for (const double f : axes.frequency) sigma.push_back(2.0 * pi * f);
  }
  std::int64_t n_bin() const { return std::int64_t(axes.frequency.size() * axes.direction.size()); }

  SourceAxes axes;
  std::vector<double> sigma;
};

// The variance [m2] of action spectra on a grid, with an f^-5 tail.
class Variance {
 public:
  Variance(const std::vector<double>& frequency, std::size_t n_dir) : n_dir_(n_dir) {
    const std::size_t n = frequency.size();
    for (std::size_t i = 0; i < n; ++i) {
      const double low = i == 0 ? frequency[0] : 0.5 * (frequency[i - 1] + frequency[i]);
      const double high = i + 1 == n ? 1.25 * frequency[i] : 0.5 * (frequency[i] + frequency[i + 1]);
      weight_.push_back((high - low) * 2.0 * pi / double(n_dir) * 2.0 * pi * frequency[i]);
    }
  }
  double of(const float* action) const {
    double m0 = 0.0;
    for (std::size_t i = 0; i < weight_.size(); ++i)
      m0 += weight_[i] * std::accumulate(action + i * n_dir_, action + (i + 1) * n_dir_, 0.0);
    return m0;
  }

 private:
  std::size_t n_dir_;
  std::vector<double> weight_;
};

// Values of the cells that this rank needs from a restart, [cell][...].
struct NeededValues {
  std::vector<std::int64_t> cells;  // ascending
  std::vector<float> action, friction_velocity, wave_stress, sources_share;

  std::size_t place_of(std::int64_t cell) const {
    return std::size_t(std::ranges::lower_bound(cells, cell) - cells.begin());
  }
};

class SeaOfRestart {
 public:
  SeaOfRestart(const ModelSettings& config, const DecomposedMesh& domain, const SpectralGrid& grid)
      : config_(config), domain_(domain), grid_(grid), mine_(describe_sea(config, domain, grid)) {
    run_together(domain.communicator, [&] {
      file_.emplace(config.initial.restart);
      check_facts();
      axes_.emplace(*file_);
      if (!has_same("frequencies") || !has_same("directions")) remaps_ = true;
      remap_.emplace(axes_->axes, grid);
    });
    block_ = file_->read_block(domain.communicator);
    run_together(domain.communicator, [&] { read_places(); });
  }

  HotStart give(const std::vector<PlaceOfCell>& places, State& state) {
    const std::vector<SourceCells> sources = find_sources(places);
    const NeededValues values = fetch(sources);
    HotStart start;
    start.has_stress = has_same("physics");
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (sources[i].is_calm()) continue;
      fill_spectrum(values, sources[i], state.action.row(i));
      if (!start.has_stress) continue;
      state.friction_velocity[i] = mean(values, sources[i], values.friction_velocity);
      state.wave_stress[i] = mean(values, sources[i], values.wave_stress);
      state.sources_share[i] = mean(values, sources[i], values.sources_share);
    }
    say(sources, places, state, start.said);
    return start;
  }

 private:
  bool has_same(const std::string& name) const {
    const auto mine = std::ranges::find(mine_, name, [](const auto& fact) { return fact.first; });
    return file_->fact(name) == mine->second;
  }

  void check_facts() const {
    for (const auto& fact : mine_)
      require(!file_->fact(fact.first).empty(), "'", file_->reader().path(), "' does not state its ",
              fact.first, ", so no run can start from it; use a restart written by a run");
    const std::string surface = file_->fact("surface"), mine = describe_surface(domain_.local.mesh);
    require(surface.starts_with("a sphere") == domain_.local.mesh.on_sphere &&
                (domain_.local.mesh.on_sphere || surface == mine),
            "the sea of '", file_->reader().path(), "' lies on ", surface, ", the mesh of this run on ", mine,
            "; a run can start from a sea on the same surface only");
  }

  void read_places() {
    const std::vector<double> numbers = block_.get<double>("cell_place", 4);
    for (std::size_t i = 0; i < numbers.size(); i += 4)
      places_.push_back({numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]});
    action_ = block_.get<float>("action", axes_->n_bin());
  }

  std::vector<SourceCells> find_sources(const std::vector<PlaceOfCell>& places) const {
    const LocalMesh& local = domain_.local;
    if (!has_same("mesh"))
      return find_source_cells(domain_.communicator, local.mesh, places, places_,
                               config_.initial.file.max_distance);
    std::vector<SourceCells> sources(places.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
      sources[i].cell = {local.global_cell[i]};
      sources[i].weight = {1.0};
      sources[i].turn = {0.0};
    }
    return sources;
  }

  NeededValues fetch(const std::vector<SourceCells>& sources) const {
    NeededValues values;
    for (const SourceCells& each : sources)
      values.cells.insert(values.cells.end(), each.cell.begin(), each.cell.end());
    keep_each_once(values.cells);
    const std::vector<float> friction = block_.get<float>("friction_velocity", 1),
                             stress = block_.get<float>("wave_stress", 1),
                             share = block_.get<float>("sources_share", 1);
    RowMove move(domain_.communicator, "the sea of a restart", file_->n_cell(), block_.cells, values.cells);
    move.add(action_, values.action, int(axes_->n_bin()));
    move.add(friction, values.friction_velocity);
    move.add(stress, values.wave_stress);
    move.add(share, values.sources_share);
    move.move();
    return values;
  }

  static float mean(const NeededValues& values, const SourceCells& sources, const std::vector<float>& of) {
    double sum = 0.0;
    for (std::size_t i = 0; i < sources.cell.size(); ++i)
      sum += sources.weight[i] * double(of[values.place_of(sources.cell[i])]);
    return float(sum);
  }

  void fill_spectrum(const NeededValues& values, const SourceCells& sources, float* action) const {
    const auto n_bin = std::size_t(axes_->n_bin()), n_dir = axes_->axes.direction.size();
    const auto row = [&](std::size_t i) {
      return values.action.data() + values.place_of(sources.cell[i]) * n_bin;
    };
    if (!remaps_ && sources.cell.size() == 1 && sources.turn[0] == 0.0) {
      std::copy_n(row(0), n_bin, action);
      return;
    }
    std::vector<double> energy(std::size_t(grid_.n_bin()), 0.0);
    std::vector<float> density(n_bin);
    for (std::size_t i = 0; i < sources.cell.size(); ++i) {
      for (std::size_t bin = 0; bin < n_bin; ++bin)
        density[bin] = float(axes_->sigma[bin / n_dir] * double(row(i)[bin]));
      remap_->add(density, {.turn = sources.turn[i]}, sources.weight[i], energy);
    }
    write_action(grid_, energy, action);
  }

  void say(const std::vector<SourceCells>& sources, const std::vector<PlaceOfCell>& places,
           const State& state, std::vector<std::string>& lines) const {
    const std::string date = file_->fact("date"), start = config_.start().iso();
    lines.push_back(text("the sea is that of '", file_->reader().path(), "' at ", date,
                         date == start ? "" : ", not at the start of the run, " + start));
    if (!has_same("spectrum") || remaps_)
      lines.push_back(text("its spectra of ", file_->fact("spectrum"), " are remapped"));
    if (!has_same("mesh")) lines.push_back(describe_sources(sources));
    if (!has_same("physics"))
      lines.push_back("its physics differ, so friction velocity and wave stress begin anew");
    if (lines.size() == 1) lines.push_back("mesh, spectrum and physics are the same: nothing is changed");
    lines.push_back(describe_energy(places, state));
  }

  std::string describe_sources(const std::vector<SourceCells>& sources) const {
    const Communicator& ranks = domain_.communicator;
    const auto count = [&](auto&& is_so) {
      return ranks.sum(std::int64_t(std::ranges::count_if(sources, is_so)));
    };
    const std::int64_t n_calm = count([](const SourceCells& each) { return each.is_calm(); });
    const std::int64_t n_between = count([](const SourceCells& each) { return each.is_interpolated(); });
    const std::int64_t n_mean = count([](const SourceCells& each) { return each.is_mean; });
    const std::int64_t n_other = domain_.local.n_global_cell - n_calm - n_between - n_mean;
    return fmt::format(
        "its mesh of {} is different: {} cells are interpolated, {} have the mean of the cells within them, "
        "{} have values of one cell, {} are calm, as they are farther than {:g} km (initial.max_distance) "
        "from any",
        file_->fact("mesh"), n_between, n_mean, n_other, n_calm, config_.initial.file.max_distance / 1000.0);
  }

  // Exact sums, so that the text does not depend on the number of ranks.
  std::string describe_energy(const std::vector<PlaceOfCell>& places, const State& state) const {
    const Variance before(axes_->axes.frequency, axes_->axes.direction.size()),
        after(grid_.frequency(), std::size_t(grid_.n_dir()));
    std::vector<double> there, here;
    for (std::size_t i = 0; i < places_.size(); ++i)
      there.push_back(places_[i].area * before.of(action_.data() + i * std::size_t(axes_->n_bin())));
    for (std::size_t i = 0; i < places.size(); ++i)
      here.push_back(places[i].area * after.of(state.action.row(i)));
    return fmt::format("the sum of variance times area was {:.6g} m4 and is now {:.6g} m4",
                       sum_exact(domain_.communicator, there), sum_exact(domain_.communicator, here));
  }

  const ModelSettings& config_;
  const DecomposedMesh& domain_;
  const SpectralGrid& grid_;
  RestartFacts mine_;
  std::optional<RestartFile> file_;
  std::optional<RestartAxes> axes_;
  bool remaps_ = false;  // whether the spectral axes differ
  std::optional<SpectrumRemap> remap_;
  RestartBlock block_;
  std::vector<PlaceOfCell> places_;  // of the cells of block_
  std::vector<float> action_;        // of the cells of block_
};

}  // namespace

RestartFacts describe_sea(const ModelSettings& config, const DecomposedMesh& domain,
                          const SpectralGrid& grid) {
  const LocalMesh& local = domain.local;
  return {{"mesh", fmt::format("{} cells, fingerprint {:016x}", local.n_global_cell,
                               compute_mesh_fingerprint(domain.communicator, local))},
          {"spectrum", fmt::format("{} frequencies from {} to {} Hz and {} directions", grid.n_freq(),
                                   grid.frequency().front(), grid.frequency().back(), grid.n_dir())},
          {"surface", describe_surface(local.mesh)},
          {"frequencies", exact_numbers(grid.frequency())},
          {"directions", exact_numbers(grid.direction())},
          {"physics", describe_physics(config)}};
}

std::vector<PlaceOfCell> make_cell_places(const LocalMesh& local, const std::vector<double>& frame_angle) {
  const Mesh& mesh = local.mesh;
  std::vector<PlaceOfCell> places;
  for (std::size_t i = 0; i < std::size_t(local.n_owned); ++i)
    places.push_back({mesh.on_sphere ? mesh.lon_cell[i] : mesh.x_cell[i],
                      mesh.on_sphere ? mesh.lat_cell[i] : mesh.y_cell[i], mesh.area_cell[i], frame_angle[i]});
  return places;
}

HotStart start_from_restart(const ModelSettings& config, const DecomposedMesh& domain,
                            const SpectralGrid& grid, const std::vector<PlaceOfCell>& places, State& state) {
  return SeaOfRestart(config, domain, grid).give(places, state);
}

}  // namespace groundswell
