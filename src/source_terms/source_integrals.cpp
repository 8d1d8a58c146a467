// SPDX-License-Identifier: Apache-2.0
// Launch of the integrals of single terms over spectra that do not change.
#include <algorithm>
#include <vector>

#include "base/constants.hpp"
#include "source_terms/source_launch.hpp"

namespace groundswell {
namespace {

using Term = bool SourceTermFlags::*;

// One integral: the terms in it, and where it is put.
struct Integral {
  std::vector<Term> terms;
  View<float> out;
};

template <class Input>
void integrate_terms_of(const SourceTables<float>& tables, const CellScratch<Pack>& scratch,
                        const CellPack& cells, const std::vector<Integral>& integrals) {
  const HostLane lane;
  cells.load(tables.grid, scratch);
  SourceStep<Pack, Input> step(tables, scratch, cells.forcing());
  CellStress<Pack> stress = cells.stress();
  step.start(lane);
  step.update_stress(lane, stress);
  step.update_means(lane, stress.friction_velocity);
  for (const Integral& integral : integrals) {
    if (integral.out.size == 0) continue;
    SourceTermFlags flags;
    for (const Term term : integral.terms) flags.*term = tables.constants.terms.*term;
    Pack sum(0);
    step.for_sources(lane, stress, flags, [&](int freq, int, Pack source, Pack) {
      sum += source * Pack(tables.grid.bin_width[freq]);
    });
    cells.store_values(Pack(water_density * gravity) * sum, integral.out);
  }
}

}  // namespace

void SourceTerms::integrate_terms(Backend backend, Range cells, const SourceForcing& forcing,
                                  const SourceState& state, const SourceIntegrals& out) {
  using Flags = SourceTermFlags;
  const std::vector<Integral> integrals{{{&Flags::wind_input, &Flags::linear_input}, out.wind_input},
                                        {{&Flags::whitecapping, &Flags::swell_damping}, out.whitecapping},
                                        {{&Flags::nonlinear_transfer}, out.nonlinear_transfer},
                                        {{&Flags::bottom_friction}, out.bottom_friction},
                                        {{&Flags::depth_breaking}, out.depth_breaking}};
  bool is_any_wanted = false;
  for (const Integral& integral : integrals) {
    if (integral.out.size == 0) continue;
    is_any_wanted = true;
    ensure(integral.out.size >= std::size_t(cells.end), "an integral of source terms has too few cells");
    std::fill(integral.out.begin() + cells.begin, integral.out.begin() + cells.end, 0.0f);
  }
  if (!is_any_wanted) return;
  const auto& tables = tables_->single.tables();
  for_packs(*tables_, backend, cells, forcing, state, [&](const CellPack& pack, const auto& scratch) {
    if (tables.constants.input == InputKind::janssen)
      integrate_terms_of<JanssenInput<Pack>>(tables, scratch, pack, integrals);
    else
      integrate_terms_of<KomenInput<Pack>>(tables, scratch, pack, integrals);
  });
}

}  // namespace groundswell
