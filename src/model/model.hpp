// SPDX-License-Identifier: Apache-2.0
// The wave model of one rank: builds everything from the settings and steps through time. Model::step is
// the outline of a step.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

#include "base/log.hpp"
#include "boundary/inflow.hpp"
#include "comm/communicator.hpp"
#include "decomp/decomposed_mesh.hpp"
#include "field/state_list.hpp"
#include "model/cell_frames.hpp"
#include "model/diagnostics.hpp"
#include "model/hot_start.hpp"
#include "model/model_forcing.hpp"
#include "model/model_measures.hpp"
#include "model/model_settings.hpp"
#include "model/model_sources.hpp"
#include "model/state.hpp"
#include "model/water.hpp"
#include "propagation/propagation.hpp"
#include "source_terms/source_terms.hpp"

namespace groundswell {

class Model {
 public:
  // `mesh` is this rank's blocks of a mesh (make_model_mesh); `memory` must have been created before these
  // blocks. `given` sources replace those of the settings. `from` is the date from which the run is going to
  // resume; earlier dates are not required in files. Throws Error, on all ranks, for anything that would stop
  // the run later and can be detected now: settings, a mesh or forcing that do not match. Collective.
  Model(const ModelSettings& config, const Communicator& communicator, MeshBlocks mesh,
        const ModelSources& given = {}, MemoryLedger memory = {}, const std::optional<DateTime>& from = {});
  // For a mesh that every rank holds in full; it is not kept.
  Model(const ModelSettings& config, const Communicator& communicator, const Mesh& whole,
        const ModelSources& given = {})
      : Model(config, communicator, cut_blocks(whole, communicator.rank(), communicator.size()), given) {}
  Model(const Model&) = delete;  // its parts hold pointers to each other
  Model& operator=(const Model&) = delete;

  // Advances the state by one time step. `pause` is called on each rank between parts of the step, so that
  // pending messages can advance. Collective.
  void step(const std::function<void()>& pause = [] {});
  bool at_end() const { return state_.now >= period_.end; }
  // From the start of the run to its end.
  const TimeInterval& period() const { return period_; }

  const State& state() const { return state_; }
  State& state() { return state_; }
  const DecomposedMesh& domain() const { return domain_; }
  const HaloExchange& halo() const { return halo_; }
  const LocalMesh& local() const { return domain_.local; }
  const SpectralGrid& grid() const { return grid_; }
  const std::vector<double>& frame_angle() const { return frames_.angle; }  // [local cells] [rad]
  const ModelMeasures& measures() const { return measures_; }
  ModelMeasures& measures() { return measures_; }
  const SubStepPlan* sub_steps() const { return propagation_ ? &propagation_->plan() : nullptr; }
  const Forcing& forcing() const { return forcing_->values(); }
  // Where waves may enter this rank's cells, and their source.
  const Inflow& inflow() const { return inflow_; }
  // Log lines about the restart that the initial state came from, if any.
  const std::vector<std::string>& start_report() const { return start_report_; }
  // Number of bins of each owned cell that the growth limiter cut in the last step.
  View<const std::uint16_t> limited_bins() const { return of_step_.limited_bins.view(); }

  // Adds everything that the model must keep to resume from the present date, and the positions of its cells.
  void list_state(StateList& list);
  // Resumes from `now`. The values of list_state() saved at this date must have been loaded; recomputes what
  // follows from them and from the date, such as forcing and inflow. With `has_new_sea` nothing has been
  // loaded: the sea of the start is made again, for sources that had no values when the model was made.
  // Throws Error if no step of the run begins or ends at this date. Collective.
  void resume(const DateTime& now, bool has_new_sea = false);

  // Fingerprints of the files of forcing and of open boundaries at the dates used by the run from `from` to
  // the present date, as far as the files still cover these dates. Throws Error on all ranks. Collective.
  std::vector<InputRecord> find_inputs(const DateTime& from) const;

  // Updates the named fields to the current state, and the significant height in any case. Throws Error, on
  // this rank alone, if the sea is impossibly high. Collective if `ufrs` or `vfrs` is among the names, which
  // must then be the same on all ranks.
  const Diagnostics& diagnose(const std::vector<std::string>& names);
  // The energy balance of an owned cell in its current state.
  SourceBalance balance(int cell);
  // CPU time [ns per cell and bin] of the parts of a source step and of its terms, on the owned cells.
  SourceTimings time_source_terms(int repeats);

 private:
  // Fields of each owned cell in the present step.
  struct StepFields {
    StepFields(std::size_t n_owned, bool keep_fluxes)
        : losses_due(n_owned),
          losses_taken(n_owned),
          limited_bins(n_owned),
          fluxes(keep_fluxes ? n_owned : 0, std::size_t(n_source_flux)) {}
    void clear() {  // the sums over a step
      for (Array<float>* sums : {&losses_due, &losses_taken}) std::fill_n(sums->data(), sums->size(), 0.0f);
      for (std::size_t cell = 0; cell < fluxes.n_row(); ++cell)
        std::fill_n(fluxes.row(cell), n_source_flux, 0.0f);
    }
    Array<float> losses_due, losses_taken;  // as in TransportPass
    Array<std::uint16_t> limited_bins;      // bins cut by the growth limiter
    RowArray<float> fluxes;                 // [n_source_flux]; without rows if nobody wants them
  };
  void make_sea();
  void empty_sea();
  void propagate(const std::function<void()>& pause);
  void integrate_sources();
  // Applies friction and breaking after a pass to one part of the owned cells.
  void lose_to_depth(const Pass& pass, Range cells);
  template <class Work>
  void measured(Range cells, Work&& work);
  // The array to which the present step adds its costs; empty in steps that are not measured.
  std::span<double> due_costs() { return is_measured() ? measures_.cost.seconds() : std::span<double>{}; }
  bool is_measured() const { return measures_.cost.is_due(state_.n_step); }
  void check_properties();
  WorkCounts count_work() const;
  SourceForcing source_forcing() const;
  SourceState source_state();
  void make_propagation(const ModelSources& given);
  // Empties the cells blocked by ice and plans the sub-steps for the present water. Collective.
  void adopt_water();

  ModelSettings config_;
  SpectralGrid grid_;
  ModelMeasures measures_;
  Backend backend_;
  DecomposedMesh domain_;
  HaloExchange halo_;
  const Communicator* together_;  // of the ranks that throw errors of a step together, or null
  TimeInterval period_;
  State state_;
  CellFrames frames_;
  std::vector<std::string> start_report_;
  std::optional<ModelForcing> forcing_;
  std::optional<Water> water_;
  std::optional<Propagation<float>> propagation_;
  Inflow inflow_;
  std::optional<SourceTerms> sources_;
  StepFields of_step_;
  Diagnostics diagnostics_;
};

}  // namespace groundswell
