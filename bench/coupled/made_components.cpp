// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numbers>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/timers.hpp"
#include "bench/coupled/bench_component.hpp"
#include "bench/measure/busy_loop.hpp"
#include "bench/transfer/decompositions.hpp"
#include "bench/transfer/transfer_cases.hpp"
#include "comm/together.hpp"
#include "coupling/coupling_grid.hpp"
#include "coupling/regridding.hpp"
#include "coupling/whole_grid.hpp"
#include "model/model.hpp"
#include "model/model_mesh.hpp"
#include "run/options_table.hpp"

namespace groundswell {
namespace {

constexpr double default_computing = 0.4;  // [s]
constexpr int warm_up_steps = 2;           // of the waves
// What waves give to other models; a field of known values is added.
const std::vector<std::string> wave_fields = {"hs",  "tp",   "t01",  "t02",  "t0m1", "dir", "dp",
                                              "spr", "phs0", "phs1", "uuss", "vuss", "lm"};

class LoopComponent final : public BenchComponent {
 public:
  LoopComponent(const CoupledSettings& settings, double seconds, int rank, Decomposition gives,
                Decomposition takes, std::optional<Regridder> regridder = {})
      : BenchComponent(settings.n_field, std::move(gives), std::move(takes), std::move(regridder)),
        imbalance_(settings.imbalance),
        seconds_(seconds),
        rank_(rank) {}
  void compute(std::int64_t step) override {
    compute_for(seconds_ * load_factor(imbalance_, rank_, step));
    fill_known(step, 0);
  }

 private:
  double imbalance_, seconds_;
  int rank_;
};

class WaveComponent final : public BenchComponent {
 public:
  WaveComponent(const CoupledSettings& settings, std::unique_ptr<Model> model, Decomposition gives,
                Decomposition takes, std::optional<Regridder> regridder)
      : BenchComponent(settings.n_field, std::move(gives), std::move(takes), std::move(regridder)),
        every_(settings.every),
        model_(std::move(model)) {
    names_.assign(wave_fields.begin(), wave_fields.begin() + std::min(settings.n_field - 1, most_names));
  }
  static constexpr int most_names = 13;
  int n_known() const override { return n_field() - int(names_.size()); }
  void compute(std::int64_t step) override {
    for (int i = 0; i < every_; ++i) {
      require(!model_->at_end(), "the waves are at the end of their case after ", model_->state().n_step,
              " steps; give it a later one, with --set time.end=...");
      model_->step();
    }
    const Diagnostics& made = model_->diagnose(names_);
    for (std::size_t field = 0; field < names_.size(); ++field) {
      const View<const float> values = made.field(names_[field]);
      for (std::size_t i = 0; i < gives().cells.size(); ++i) given[field][i] = double(values[i]);
    }
    fill_known(step, int(names_.size()));
  }

 private:
  int every_;
  std::unique_ptr<Model> model_;
  std::vector<std::string> names_;
};

// This process's part of the partner's grid.
CouplingGrid make_lon_lat_grid(const BenchGrid& grid, const Decomposition& cells) {
  CouplingGrid made{
      .name = "the partner", .n_global = grid.n_cell(), .cells = cells.cells, .lon = {}, .lat = {}};
  for (int column = 0; column < grid.n_lon; ++column)
    made.axes.lon.push_back(2.0 * std::numbers::pi * (column + 0.5) / grid.n_lon);
  for (int row = 0; row < grid.n_lat; ++row)
    made.axes.lat.push_back(std::numbers::pi * ((row + 0.5) / grid.n_lat - 0.5));
  for (const std::int64_t cell : cells.cells) {
    made.lon.push_back(made.axes.lon[std::size_t(cell % grid.n_lon)]);
    made.lat.push_back(made.axes.lat[std::size_t(cell / grid.n_lon)]);
  }
  return made;
}

// The whole grid from the parts of the processes of one component. Collective on both.
WholeGrid gather_grid(const Communicator& both, CouplingGrid part) {
  if (part.mask.empty()) part.mask.assign(part.n_point(), 1);
  const std::int64_t n_global = both.max(part.n_global);
  const int n_corner = both.max(part.n_corner);
  const auto collect = [&]<class T>(const std::vector<T>& mine) {
    return both.all_gather(std::span<const T>(mine));
  };
  CouplingGrid all{
      .name = "the waves", .n_global = n_global, .cells = collect(part.cells), .lon = {}, .lat = {}};
  all.lon = collect(part.lon);
  all.lat = collect(part.lat);
  all.mask = collect(part.mask);
  all.triangles = collect(part.triangles);
  all.corners = collect(part.corners);
  all.n_corner = n_corner;
  return join_grid(std::span(&all, 1));
}

Regridder make_bench_regridder(Regridding kind, const WholeGrid& source, const CouplingGrid& target) {
  const RegriddingSettings how{.kind = kind, .matrix = {}, .no_source = NoSource::nearest};
  return {make_regridding(how, source, target), source, target};
}

RunConfig read_waves(const CoupledSettings& settings, const Communicator& both) {
  RunConfig run;
  run_together(both, [&] { read_run_config(settings.waves, run, settings.overrides); });
  return run;
}

// The processor time [s] of a coupling step on all processes of the waves together.
double time_steps(Model* model, int every, const Communicator& both) {
  double begin = 0.0;
  for (int step = 0; model && step < 2 * warm_up_steps; ++step) {
    if (step == warm_up_steps) begin = thread_cpu_seconds();
    for (int i = 0; i < every && !model->at_end(); ++i) model->step();
  }
  const double mine = model ? (thread_cpu_seconds() - begin) / warm_up_steps : 0.0;
  return 1e-9 * double(both.sum(std::int64_t(1e9 * mine)));
}

std::unique_ptr<BenchComponent> make_with_waves(const CoupledSettings& settings, const Communicator& both,
                                                const Communicator& mine, bool is_first) {
  const BenchGrid& lon_lat = gamil_grid;
  const ModelSettings waves = read_waves(settings, both).model;
  std::unique_ptr<Model> model;
  if (is_first) model = std::make_unique<Model>(waves, mine, make_model_mesh(waves.mesh, mine));
  const Decomposition cells = is_first ? Decomposition{} : make_rectangles(lon_lat, mine.rank(), mine.size());
  CouplingGrid grid, none;
  if (is_first) grid = make_coupling_grid(model->local(), "the waves");
  if (!is_first) grid = make_lon_lat_grid(lon_lat, cells);
  const WholeGrid of_waves = gather_grid(both, is_first ? grid : none);
  std::unique_ptr<Regridder> regridder;
  std::int64_t n_source = 0;
  run_together(both, [&] {
    std::vector<std::int64_t> numbers(std::size_t(lon_lat.n_cell()));
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = std::int64_t(i);
    const CouplingGrid all = make_lon_lat_grid(lon_lat, {lon_lat.n_cell(), numbers});
    const WholeGrid& source = is_first ? join_grid(std::span(&all, 1)) : of_waves;
    regridder = std::make_unique<Regridder>(
        make_bench_regridder(is_first ? Regridding::bilinear : Regridding::three_points, source, grid));
    n_source = std::int64_t(source.n_point());
  });
  const double measured = time_steps(model.get(), settings.every, both);
  const double seconds = settings.computing < 0.0 ? measured : settings.computing;
  Decomposition gives{grid.n_global, grid.cells}, takes{n_source, regridder->needed()};
  if (is_first)
    return std::make_unique<WaveComponent>(settings, std::move(model), std::move(gives), std::move(takes),
                                           std::move(*regridder));
  return std::make_unique<LoopComponent>(settings, seconds / mine.size(), both.rank(), std::move(gives),
                                         std::move(takes), std::move(*regridder));
}

}  // namespace

std::unique_ptr<BenchComponent> make_bench_component(const CoupledSettings& settings,
                                                     const Communicator& both, const Communicator& mine,
                                                     bool is_first) {
  if (!settings.waves.empty()) return make_with_waves(settings, both, mine, is_first);
  const Decomposition cells = is_first ? deal_round_robin(gamil_grid.n_cell(), mine.rank(), mine.size())
                                       : make_rectangles(gamil_grid, mine.rank(), mine.size());
  const double seconds = settings.computing < 0.0 ? default_computing : settings.computing;
  return std::make_unique<LoopComponent>(settings, seconds / mine.size(), both.rank(), cells, cells);
}

}  // namespace groundswell
