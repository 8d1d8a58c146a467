// SPDX-License-Identifier: Apache-2.0
// Random sets of components, with one grid for all or with grids of their own.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "slow_coupling.hpp"

namespace groundswell::test {

// Scattered points on the sphere, the same for all components.
inline std::vector<CouplingGrid> make_like_grids(std::size_t n_component, int n_point) {
  CouplingGrid grid;
  grid.n_global = n_point;
  for (std::int64_t i = 0; i < n_point; ++i) {
    grid.cells.push_back(i);
    grid.lon.push_back(6.0 * noise(i, 1));
    grid.lat.push_back(2.0 * double(i) / double(n_point) - 1.0);
  }
  return std::vector(n_component, grid);
}

class CoupledSets {
 public:
  CoupledSets(unsigned seed, int most_components)
      : random_(seed), jobs_(seed, {18, 24, 24, 24, 36}, most_components) {}

  CoupledSet make() {
    CoupledSet set;
    RandomJob job = jobs_.make();
    std::vector<RandomField> fields = std::move(job.fields);
    job.fields.clear();
    set.job = std::move(job);
    const bool are_alike = below(2) == 0;
    make_grids(set, are_alike);
    for (RandomField& field : fields) {
      CoupledFieldSettings& s = field.settings;
      const FieldShape shape = below(2) == 0 ? FieldShape::scalar : field_shapes[below(3)].value;
      if (s.statistic != CoupledStatistic::instant && shape == FieldShape::scalar)
        s.statistic = coupled_statistics[1 + below(4)].value;
      if (below(12) > 0) s.first = 0.125 * below(8);
      s.regridding.kind = Regridding::none;
      set.add_field(field, shape, below(3) == 0 ? 4 : 8);
      if (shape != FieldShape::direction && below(3) == 0) set.factors.back() = 1000.0;
      if (!are_alike) choose_regridding(set);
    }
    return set;
  }

 private:
  int below(int limit) { return int(random_() % unsigned(limit)); }

  void make_grids(CoupledSet& set, bool are_alike) {
    const std::size_t n = set.job.components.size();
    // Many are more than MPI sends before the receiver asks for them, so that slots count.
    if (are_alike) set.grids = make_like_grids(n, below(8) == 0 ? 2000 + below(1000) : 1 + below(40));
    while (set.grids.size() < n) set.grids.push_back(make_plane_grid(random_, below(2) == 0));
  }

  // Of the last field: one by which the grids overlap.
  void choose_regridding(CoupledSet& set) {
    const int f = int(set.job.fields.size()) - 1;
    RegriddingSettings& how = set.job.fields.back().settings.regridding;
    how.no_source = below(2) == 0 ? NoSource::nearest : NoSource::value;
    how.value = 0.25 * below(9) - 1.0;
    how.kind = std::vector{Regridding::nearest, Regridding::bilinear,
                           Regridding::three_points}[std::size_t(below(3))];
    if (below(4) > 0 && set.rows(f).overlap) return;
    how.kind = Regridding::matrix;
    how.matrix = std::to_string(f);
    set.matrices.back() = make_random_matrix(random_, set.grids[std::size_t(set.source(f))],
                                             set.grids[std::size_t(set.target(f))]);
  }

  std::mt19937 random_;
  RandomJobs jobs_;
};

}  // namespace groundswell::test
