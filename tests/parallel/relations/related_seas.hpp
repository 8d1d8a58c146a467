// SPDX-License-Identifier: Apache-2.0
// Small seas and the outcomes of their runs, for tests that compare two runs whose outcomes must be related.
// All ranks get the outcomes of all runs.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "comm/together.hpp"
#include "model/model.hpp"
#include "support/gather_cells.hpp"
#include "support/globe_runs.hpp"
#include "support/parallel_world.hpp"
#include "support/test_meshes.hpp"

namespace groundswell::test {

// The forcing of a sea as functions of place (longitude and latitude [rad]; x and y [m] in the plane) and of
// the time since the start [s]. If a function is empty, the settings apply.
struct SeaFields {
  using Vector = std::function<std::array<double, 2>(double x, double y, double seconds)>;
  using Scalar = std::function<double(double x, double y, double seconds)>;

  Vector wind, current;
  Scalar water_level, ice;
};

struct RelatedSea {
  ModelSettings settings;
  Mesh mesh;  // with depths
  SeaFields fields;
  std::function<void(Model&)> prepare;  // changes the initial state
};

// The values of all cells at the end of a run, in the order of the whole mesh.
struct SeaOutcome {
  std::size_t n_bin = 0;
  std::vector<float> bins;    // [cell][freq * dir], without padding
  std::vector<float> height;  // [cell] [m]

  const float* row(std::size_t cell) const { return bins.data() + cell * n_bin; }
  bool operator==(const SeaOutcome&) const = default;
};

// Calls use(cell, row) for each owned cell; `cell` is its number in the whole mesh.
template <class Use>
void for_own_cells(Model& model, Use&& use) {
  const LocalMesh& local = model.local();
  for (int cell = 0; cell < local.n_owned; ++cell)
    use(std::size_t(local.global_cell[std::size_t(cell)]), model.state().action.row(std::size_t(cell)));
}

// A source of `n_component` components, which value(x, y, seconds) returns in an array.
template <std::size_t n_component, class Value>
ModelSources::MakeForcing make_formula_source(Value value, const DateTime& start) {
  return [value, start](const LocalMesh& local) {
    const Mesh& mesh = local.mesh;
    return make_dated_source(
        [&x = mesh.on_sphere ? mesh.lon_cell : mesh.x_cell, &y = mesh.on_sphere ? mesh.lat_cell : mesh.y_cell,
         n = std::size_t(local.n_owned), value, start](const DateTime& now, auto values) {
          for (std::size_t cell = 0; cell < n; ++cell) {
            const std::array<double, n_component> at = value(x[cell], y[cell], double(now - start));
            for (std::size_t c = 0; c < n_component; ++c) values[c][cell] = float(at[c]);
          }
        });
  };
}

inline ModelSources make_formula_sources(const SeaFields& fields, const DateTime& start) {
  const auto single = [&](const SeaFields::Scalar& field) {
    return make_formula_source<1>(
        [field](double x, double y, double seconds) { return std::array{field(x, y, seconds)}; }, start);
  };
  ModelSources sources;
  if (fields.wind) sources.wind = make_formula_source<2>(fields.wind, start);
  if (fields.current) sources.current = make_formula_source<2>(fields.current, start);
  if (fields.water_level) sources.water_level = single(fields.water_level);
  if (fields.ice) sources.ice = single(fields.ice);
  return sources;
}

// Collective.
inline SeaOutcome outcome_of(Model& model) {
  SeaOutcome outcome;
  outcome.n_bin = std::size_t(model.grid().n_bin());
  const Communicator& ranks = model.domain().communicator;
  const View<const float> height = model.diagnose({}).height();
  outcome.height = gather_cells(ranks, model.local(), std::span<const float>(height.begin(), height.end()));
  outcome.bins = gather_cells(ranks, model.local(), model.state().action);
  ranks.broadcast(outcome.height, 0);
  ranks.broadcast(outcome.bins, 0);
  return outcome;
}

// Runs the sea to its end on all of these ranks together. Collective.
inline SeaOutcome run_together_to_end(const RelatedSea& sea, const Communicator& ranks) {
  Model model(sea.settings, ranks, sea.mesh, make_formula_sources(sea.fields, sea.settings.start()));
  if (sea.prepare) sea.prepare(model);
  while (!model.at_end()) model.step();
  return outcome_of(model);
}

// Distributes the seas over the ranks, each of which runs its seas alone. Collective.
inline std::vector<SeaOutcome> run_each(const std::vector<RelatedSea>& seas) {
  std::vector<SeaOutcome> outcomes(seas.size());
  const auto owner = [](std::size_t i) { return int(i) % world().size(); };
  run_together(world(), [&] {
    for (std::size_t i = 0; i < seas.size(); ++i)
      if (owner(i) == world().rank()) outcomes[i] = run_together_to_end(seas[i], Communicator::self());
  });
  for (std::size_t i = 0; i < seas.size(); ++i) {
    world().broadcast(outcomes[i].n_bin, owner(i));
    world().broadcast(outcomes[i].height, owner(i));
    world().broadcast(outcomes[i].bins, owner(i));
  }
  return outcomes;
}

// The bins that count_different() has compared, and those in which one sea differs from `factor` times the
// other. Nearly empty bins (below 1e-20 of the largest) are not compared: they involve values that the
// processor flushes to zero, which do not scale.
struct BinCount {
  std::size_t compared = 0, different = 0;
};

inline BinCount count_different(const SeaOutcome& sea, const SeaOutcome& other, float factor) {
  const float least = 1e-20f * *std::max_element(other.bins.begin(), other.bins.end());
  BinCount count;
  for (std::size_t bin = 0; bin < sea.bins.size(); ++bin) {
    if (other.bins[bin] < least) continue;
    ++count.compared;
    count.different += sea.bins[bin] != factor * other.bins[bin];
  }
  return count;
}

// Sets each spectrum to `factor` times that of an outcome.
inline void set_sea(Model& model, const SeaOutcome& sea, float factor) {
  for_own_cells(model, [&](std::size_t cell, float* row) {
    for (std::size_t bin = 0; bin < sea.n_bin; ++bin) row[bin] = factor * sea.row(cell)[bin];
  });
}

inline double largest_of(const std::vector<float>& values) {
  return double(*std::max_element(values.begin(), values.end()));
}

// A small globe with a continent, an inland sea and hills on the sea floor.
inline Mesh make_hilly_mesh(double radius) {
  Mesh mesh = make_globe_with_land(radius);
  const double scale = radius / 1.6e5;
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    mesh.depth_cell[cell] =
        scale * (9.0 + 5.0 * std::sin(3.0 * mesh.lon_cell[cell]) * std::cos(mesh.lat_cell[cell]));
  return mesh;
}

// Three hours of a storm over a current on the hilly mesh.
inline RelatedSea make_stormy_sea() {
  RelatedSea sea{make_stormy_globe(), make_hilly_mesh(1.6e5), {}, {}};
  sea.settings.mesh.allow_parts = true;
  sea.settings.spectrum.n_freq = 16;  // to 0.34 Hz
  sea.settings.spectrum.frequency_ratio = 1.15;
  sea.settings.time.start = "2001-01-01 00:00";
  sea.settings.time.end = "2001-01-01 03:00";
  return sea;
}

}  // namespace groundswell::test
