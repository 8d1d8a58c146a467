// SPDX-License-Identifier: Apache-2.0
// Thread CPU time of a source step, by part and by term, each timed on its own on freshly loaded spectra.
#include <algorithm>
#include <limits>

#include "base/timers.hpp"
#include "exec/floating_point.hpp"
#include "source_terms/source_launch.hpp"

namespace groundswell {

namespace {

// Times a part together with the parts that it builds on; the times of single parts are the differences.
template <class Input>
class PartTimer {
 public:
  PartTimer(const SourceTables<float>& tables, const CellScratch<Pack>& scratch, Range cells,
            const SourceForcing& forcing, const SourceState& state, int repeats)
      : tables_(tables),
        scratch_(scratch),
        cells_(cells),
        forcing_(forcing),
        state_(state),
        repeats_(repeats) {}

  SourceTimings timings() const {
    const double all = seconds(step_part);
    return {time_parts(all), time_terms(all)};
  }

 private:
  using Step = SourceStep<Pack, Input>;

  // CPU time [s] of part(step, stress) on all cells, including loading; the best of the repeats.
  template <class Part>
  double seconds(Part&& part) const {
    double best = std::numeric_limits<double>::max();
    for (int repeat = 0; repeat < repeats_; ++repeat) {
      const double start = thread_cpu_seconds();
      for (std::int64_t first = cells_.begin; first < cells_.end; first += pack_width) {
        const CellPack group(forcing_, state_, first,
                             int(std::min<std::int64_t>(pack_width, cells_.end - first)));
        group.load(tables_.grid, scratch_);
        SourceStep<Pack, Input> step(tables_, scratch_, group.forcing());
        CellStress<Pack> stress = group.stress();
        step.start(HostLane{});
        part(step, stress);
      }
      best = std::min(best, thread_cpu_seconds() - start);
    }
    return best;
  }

  static void step_part(Step& step, CellStress<Pack>& stress) {
    step.integrate(HostLane{}, stress, Pack(300.0f));
  }

  // `all`: CPU time [s] of a whole step.
  std::vector<SourceTiming> time_parts(double all) const {
    const HostLane lane;
    const auto stress_part = [&](Step& step, CellStress<Pack>& stress) { step.update_stress(lane, stress); };
    const auto means_part = [&](Step& step, CellStress<Pack>& stress) {
      stress_part(step, stress);
      step.update_means(lane, stress.friction_velocity);
    };
    const auto rates_part = [&](Step& step, CellStress<Pack>& stress) {
      means_part(step, stress);
      step.update_rates(lane, stress);
    };
    const auto transfer_part = [&](Step& step, CellStress<Pack>& stress) {
      means_part(step, stress);
      step.for_transfer_rows(lane, tables_.grid.n_freq, [](int, const Pack*, const Pack*) {});
    };
    const double load = seconds([](Step&, CellStress<Pack>&) {});
    const double stress = seconds(stress_part), means = seconds(means_part), rates = seconds(rates_part);
    const double transfer = seconds(transfer_part);
    return {timing("load spectra", load),
            timing("wind stress, first pass", stress - load),
            timing("spectral means", means - stress),
            timing("loss rates, linear input, limit", rates - means),
            timing("nonlinear transfer, all frequencies", transfer - means),
            timing("nonlinear transfer below f_c, growth, integration, tail", all - rates)};
  }

  std::vector<SourceTiming> time_terms(double all) const {
    std::vector<SourceTiming> result;
    for (const SourceTermInfo& term : source_term_list) {
      if (!(tables_.constants.terms.*term.on)) continue;
      PartTimer without = *this;
      without.tables_.constants.terms.*term.on = false;
      result.push_back(timing(term.name, all - without.seconds(step_part)));
    }
    return result;
  }

  SourceTiming timing(std::string_view name, double seconds) const {
    const double n_bin = double(cells_.end - cells_.begin) * tables_.grid.n_freq * tables_.grid.n_dir;
    return {name, seconds / n_bin * 1e9};
  }

  SourceTables<float> tables_;  // views; the term switches are this object's own
  CellScratch<Pack> scratch_;
  Range cells_;
  const SourceForcing& forcing_;
  const SourceState& state_;
  int repeats_;
};

}  // namespace

SourceTimings SourceTerms::time_terms(Range cells, const SourceForcing& forcing, const SourceState& state,
                                      int repeats) {
  const FlushDenormals flush;
  const auto& tables = tables_->single.tables();
  const auto scratch = tables_->scratch_of(0);
  return with_input<Pack>(tables.constants.package, [&](auto input) {
    using Input = typename decltype(input)::type;
    return PartTimer<Input>(tables, scratch, cells, forcing, state, repeats).timings();
  });
}

}  // namespace groundswell
