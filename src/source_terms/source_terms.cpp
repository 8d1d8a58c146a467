// SPDX-License-Identifier: Apache-2.0
// Launches the kernel of the chosen package on packs of cells.
#include "source_terms/source_terms.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "exec/floating_point.hpp"
#include "source_terms/pack_step.hpp"
#include "source_terms/source_launch.hpp"

namespace groundswell {

SourceTerms::SourceTerms(const SpectralGrid& grid, const SourceTermsSettings& settings)
    : tables_(std::make_unique<Tables>(grid, settings)) {
  tables_->make_scratch(1);
}
SourceTerms::~SourceTerms() = default;
SourceTerms::SourceTerms(SourceTerms&&) noexcept = default;
SourceTerms& SourceTerms::operator=(SourceTerms&&) noexcept = default;

namespace {

// Each cell takes as many source steps as its own sea and wind need and is stored after the last one; what
// its lane computes while other cells of the pack continue is discarded. Writes their number to `n_step`.
template <class Input>
void integrate_pack(const SourceTables<float>& tables, const CellScratch<Pack>& scratch,
                    const CellPack& cells, double dt, std::vector<std::uint16_t>& n_step, WorkCounts& work) {
  const std::int64_t n_row = std::int64_t(pack_width) * tables.grid.n_freq;
  cells.load(tables.grid, scratch);
  work.add(Work::transposed_rows, n_row);
  SourceStep<Pack, Input> step(tables, scratch, cells.forcing(dt));
  CellStress<Pack> stress = cells.stress();
  step.start(HostLane{});
  const Pack zero(0);
  Pack left(static_cast<float>(dt)), taken(zero);  // [s] of the model step; number of source steps
  SourceFluxes<Pack> fluxes, of_step;
  while (any(left > zero)) {
    const auto on_the_way = left > zero;
    left -= step.integrate(HostLane{}, stress, left, cells.keeps_fluxes() ? &of_step : nullptr);
    work.add(Work::computed_steps, cells.count());
    if (cells.keeps_fluxes())
      for (int i = 0; i < n_source_flux; ++i) fluxes.value[i] += select(on_the_way, of_step.value[i], zero);
    taken += select(on_the_way, Pack(1), zero);
    const auto arrived = on_the_way & (left <= zero);
    if (!any(arrived)) continue;
    const Pack done = select(arrived, Pack(1), zero);
    cells.store(tables.grid, scratch, stress, step.limited(), done);
    work.add(Work::transposed_rows, n_row);
    if (cells.shares_losses()) cells.store_sources_share(step.share_of_losses(HostLane{}), done);
  }
  if (cells.keeps_fluxes()) cells.add_fluxes(fluxes);
  for (int lane = 0; lane < cells.count(); ++lane) {
    n_step[cells.cell(lane)] = std::uint16_t(taken[lane]);
    work.add(Work::source_steps, std::int64_t(taken[lane]));
  }
}

template <class Input>
void find_friction_velocity(const SourceTables<float>& tables, const CellScratch<Pack>& scratch,
                            const CellPack& cells) {
  cells.load(tables.grid, scratch);
  SourceStep<Pack, Input> step(tables, scratch, cells.forcing());
  CellStress<Pack> stress = cells.stress();
  step.start(HostLane{});
  step.update_stress(HostLane{}, stress);
  cells.store_friction_velocity(stress.friction_velocity);
}

}  // namespace

void SourceTerms::integrate(Backend backend, Range cells, const SourceForcing& forcing,
                            const SourceState& state, double dt) {
  Tables& t = *tables_;
  pick_free(t, cells, forcing, state);
  t.n_step.resize(state.action.n_row, 0);
  const float deepest = t.single.tables().constants.deepest_loss;
  std::ranges::stable_sort(t.picked, {}, [&](std::size_t cell) {
    return 2 * t.n_step[cell] + int(forcing.depth[cell] < deepest);
  });
  with_input<Pack>(t.single.tables().constants.package, [&](auto input) {
    for_packs(t, backend, [&](std::span<const std::size_t> pack, const auto& scratch) {
      integrate_pack<typename decltype(input)::type>(t.single.tables(), scratch,
                                                     CellPack(forcing, state, pack), dt, t.n_step,
                                                     t.work[std::size_t(thread_index(backend))]);
    });
  });
}

void SourceTerms::update_friction_velocity(Backend backend, Range cells, const SourceForcing& forcing,
                                           const SourceState& state) {
  pick_free(*tables_, cells, forcing, state);
  const auto& tables = tables_->single.tables();
  with_input<Pack>(tables.constants.package, [&](auto input) {
    for_packs(*tables_, backend, [&](std::span<const std::size_t> pack, const auto& scratch) {
      find_friction_velocity<typename decltype(input)::type>(tables, scratch, CellPack(forcing, state, pack));
    });
  });
}

WorkCounts SourceTerms::work() const {
  WorkCounts work;
  for (const WorkCounts& of_thread : tables_->work) work += of_thread;
  return work;
}

const std::vector<double>& SourceBalance::operator[](std::string_view name) const {
  return find_named(terms, name, "source term '", name, "' is not known").source;
}

namespace {

WindAndAir<double> double_wind(const WindAndAir<float>& wind) {
  return {wind.x, wind.y, wind.air};
}

// One cell in double precision, with the same kernels.
class OneCell {
 public:
  OneCell(const SourceTables<double>& tables, const SourceForcing& forcing, const SourceState& state,
          std::size_t cell)
      : tables_(tables),
        memory_(scratch_size(tables)),
        scratch_(cut_scratch(memory_.data(), tables)),
        forcing_{{double_wind(wind_of(forcing, cell))}, forcing.depth[cell]},
        stress_{0.0, 0.0, state.wave_stress[cell]} {
    const auto& g = tables.grid;
    for (int freq = 0; freq < g.n_freq; ++freq) scratch_.wavenumber[freq] = forcing.wavenumber(cell, freq);
    for (int bin = 0; bin < g.n_freq * g.n_dir; ++bin)
      scratch_.variance[bin] = state.action(cell, bin) * g.sigma_of_bin[bin];
  }

  template <class Input>
  SourceBalance balance() {
    SourceStep<double, Input> step(tables_, scratch_, forcing_);
    const HostLane lane;
    step.start(lane);
    step.update_stress(lane, stress_);
    step.update_means(lane, stress_.friction_velocity);
    SourceBalance b;
    b.friction_velocity = stress_.friction_velocity;
    b.roughness_length = stress_.roughness;
    if constexpr (Input::feels_waves) b.wave_stress = step.compute_wave_stress(lane, stress_);
    b.tail_frequency = step.tail_frequency();
    const int n_dir = tables_.grid.n_dir;
    const SourceTermFlags& all = tables_.constants.terms;
    for (const SourceTermInfo& term : source_term_list) {
      std::vector<double> source(std::size_t(tables_.grid.n_freq * n_dir)), slope(source.size());
      const auto alone = pick_terms(all, [&](const SourceTermInfo& other) { return other.on == term.on; });
      step.for_sources(lane, stress_, alone, [&](int freq, int dir, double value, double derivative) {
        source[std::size_t(freq * n_dir + dir)] = value;
        slope[std::size_t(freq * n_dir + dir)] = derivative;
      });
      b.terms.push_back({term.name, std::move(source), std::move(slope)});
    }
    return b;
  }

 private:
  const SourceTables<double>& tables_;
  Array<double> memory_;
  CellScratch<double> scratch_;
  CellForcing<double> forcing_;
  CellStress<double> stress_;
};

}  // namespace

SourceBalance SourceTerms::balance(std::int64_t cell, const SourceForcing& forcing,
                                   const SourceState& state) const {
  check_sizes(tables_->single.tables().grid, forcing, state);
  const auto& tables = tables_->precise.tables();
  OneCell one(tables, forcing, state, std::size_t(cell));
  return with_input<double>(tables.constants.package,
                            [&](auto input) { return one.balance<typename decltype(input)::type>(); });
}

}  // namespace groundswell
