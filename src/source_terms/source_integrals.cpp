// SPDX-License-Identifier: Apache-2.0
// Computes the integrals of source terms over the spectra of cells; the spectra are not changed.
#include <algorithm>
#include <vector>

#include "base/constants.hpp"
#include "source_terms/source_launch.hpp"

namespace groundswell {
namespace {

template <class Input>
void integrate_terms_of(const SourceTables<float>& tables, const CellScratch<Pack>& scratch,
                        const CellPack& cells, const std::vector<SourceIntegral>& integrals) {
  const HostLane lane;
  cells.load(tables.grid, scratch);
  SourceStep<Pack, Input> step(tables, scratch, cells.forcing());
  CellStress<Pack> stress = cells.stress();
  step.start(lane);
  step.update_stress(lane, stress);
  step.update_means(lane, stress.friction_velocity);
  for (const SourceIntegral& integral : integrals) {
    if (integral.out.size == 0) continue;
    const SourceTermFlags flags = pick_terms(
        tables.constants.terms, [&](const SourceTermInfo& term) { return term.integral == integral.name; });
    Pack sum(0);
    step.for_sources(lane, stress, flags, [&](int freq, int, Pack source, Pack) {
      sum += source * Pack(tables.grid.bin_width[freq]);
    });
    cells.store_values(Pack(water_density * gravity) * sum, integral.out);
  }
}

}  // namespace

void SourceTerms::integrate_terms(Backend backend, Range cells, const SourceForcing& forcing,
                                  const SourceState& state, const std::vector<SourceIntegral>& integrals) {
  bool is_any_wanted = false;
  for (const SourceIntegral& integral : integrals) {
    if (integral.out.size == 0) continue;
    is_any_wanted = true;
    ensure(integral.out.size >= std::size_t(cells.end), "an integral of source terms has too few cells");
    std::fill(integral.out.begin() + cells.begin, integral.out.begin() + cells.end, 0.0f);
  }
  if (!is_any_wanted) return;
  pick_free(*tables_, cells, forcing, state);
  const auto& tables = tables_->single.tables();
  with_input<Pack>(tables.constants.package, [&](auto input) {
    for_packs(*tables_, backend, [&](std::span<const std::size_t> pack, const auto& scratch) {
      integrate_terms_of<typename decltype(input)::type>(tables, scratch, CellPack(forcing, state, pack),
                                                         integrals);
    });
  });
}

}  // namespace groundswell
