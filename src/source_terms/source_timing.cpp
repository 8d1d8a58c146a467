// SPDX-License-Identifier: Apache-2.0
// Thread CPU time of a source step, by part and by term, on spectra that are loaded afresh for each
// measurement.
#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include "base/timers.hpp"
#include "exec/floating_point.hpp"
#include "source_terms/source_launch.hpp"

namespace groundswell {

namespace {

// Times runs that stop after different parts of a step, and whole steps that leave out one of the terms; the
// differences between them are the times of single parts and terms. The runs take turns, so that a slow
// moment of the machine affects all of them alike.
template <class Input>
class StepTimer {
 public:
  StepTimer(const SourceTables<float>& tables, const CellScratch<Pack>& scratch, Range cells,
            const SourceForcing& forcing, const SourceState& state)
      : tables_(tables), scratch_(scratch), cells_(cells), forcing_(forcing), state_(state) {
    const HostLane lane;
    const auto add = [&](auto part) { runs_.push_back({tables, part}); };
    add([](Step&, CellStress<Pack>&) {});
    add([=](Step& step, CellStress<Pack>& stress) { step.update_stress(lane, stress); });
    const auto update_means = [=](Step& step, CellStress<Pack>& stress) {
      step.update_stress(lane, stress);
      step.update_means(lane, stress.friction_velocity);
    };
    add(update_means);
    add([=](Step& step, CellStress<Pack>& stress) {
      update_means(step, stress);
      step.update_rates(lane, stress, tables.grid.n_freq);
    });
    add([=, n_freq = tables.grid.n_freq](Step& step, CellStress<Pack>& stress) {
      update_means(step, stress);
      step.for_transfer_rows(lane, n_freq, [](int, const Pack*, const Pack*) {});
    });
    add(whole_step);
    for (const SourceTermInfo& term : source_term_list) {
      if (!(tables.constants.terms.*term.on)) continue;
      terms_.push_back(term.name);
      runs_.push_back({tables, whole_step});
      runs_.back().tables.constants.terms.*term.on = false;
    }
  }

  void measure() {
    for (Run& run : runs_) run.best = std::min(run.best, seconds(run));
  }

  SourceTimings timings() const {
    enum { load, stress, means, rates, transfer, all, first_term };
    const auto timing = [&](std::string_view name, int with, int without) {
      const double n_bin = double(cells_.end - cells_.begin) * tables_.grid.n_freq * tables_.grid.n_dir;
      const double before = without < 0 ? 0.0 : runs_[std::size_t(without)].best;
      return SourceTiming{name, (runs_[std::size_t(with)].best - before) / n_bin * 1e9};
    };
    SourceTimings found;
    found.parts = {timing("load spectra", load, -1),
                   timing("wind stress, first pass", stress, load),
                   timing("spectral means", means, stress),
                   timing("loss rates, linear input, limit", rates, means),
                   timing("nonlinear transfer, all frequencies", transfer, means),
                   timing("nonlinear transfer below f_c, growth, integration, tail", all, rates)};
    for (std::size_t i = 0; i < terms_.size(); ++i)
      found.terms.push_back(timing(terms_[i], all, first_term + int(i)));
    return found;
  }

 private:
  using Step = SourceStep<Pack, Input>;
  struct Run {
    SourceTables<float> tables;  // views of shared tables, but with this run's own switches of terms
    std::function<void(Step&, CellStress<Pack>&)> part;
    double best = std::numeric_limits<double>::max();  // [s]
  };

  static void whole_step(Step& step, CellStress<Pack>& stress) {
    step.integrate(HostLane{}, stress, Pack(300.0f));
  }

  // CPU seconds on all cells, loading included.
  double seconds(const Run& run) const {
    const double start = thread_cpu_seconds();
    for (std::int64_t first = cells_.begin; first < cells_.end; first += pack_width) {
      std::size_t cells[pack_width];
      const auto count = std::size_t(std::min<std::int64_t>(pack_width, cells_.end - first));
      std::iota(cells, cells + count, std::size_t(first));
      const CellPack group(forcing_, state_, {cells, count});
      group.load(run.tables.grid, scratch_);
      Step step(run.tables, scratch_, group.forcing());
      CellStress<Pack> stress = group.stress();
      step.start(HostLane{});
      run.part(step, stress);
    }
    return thread_cpu_seconds() - start;
  }

  const SourceTables<float>& tables_;
  const CellScratch<Pack>& scratch_;
  Range cells_;
  const SourceForcing& forcing_;
  const SourceState& state_;
  std::vector<Run> runs_;  // runs up to each part, then whole steps that leave out one term each
  std::vector<std::string_view> terms_;
};

}  // namespace

SourceTimings SourceTerms::time_terms(Range cells, const SourceForcing& forcing, const SourceState& state,
                                      int repeats) {
  const FlushDenormals flush;
  const auto& tables = tables_->single.tables();
  const auto scratch = tables_->scratch_of(0);
  return with_input<Pack>(tables.constants.package, [&](auto input) {
    using Input = typename decltype(input)::type;
    StepTimer<Input> timer(tables, scratch, cells, forcing, state);
    for (int repeat = 0; repeat < repeats; ++repeat) timer.measure();
    return timer.timings();
  });
}

}  // namespace groundswell
