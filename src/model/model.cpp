// SPDX-License-Identifier: Apache-2.0
#include "model/model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "boundary/boundary.hpp"
#include "comm/machine.hpp"
#include "comm/together.hpp"
#include "comm/watchdog.hpp"
#include "exec/floating_point.hpp"
#include "model/flux_fields.hpp"
#include "model/initial_state.hpp"
#include "model/property_checks.hpp"
#include "model/settings_checks.hpp"
#include "model/surface_fields.hpp"
#include "model/wave_force.hpp"
#include "propagation/direction_frames.hpp"

namespace groundswell {
namespace {

const ModelSettings& checked(const ModelSettings& config, const ModelSources& given) {
  check_model_settings(config, given);
  return config;
}

DecompositionSettings decomposition_of(const ModelSettings& config) {
  DecompositionSettings settings = config.parallel.decomposition;
  settings.halo_rings = n_halo_ring(config.propagation);
  settings.allow_parts = config.mesh.allow_parts;
  return settings;
}

// Distributes the cells by their costs in an earlier run, if there is a file of these, otherwise by estimated
// costs.
DecomposedMesh decompose_by_cost(const ModelSettings& config, const Communicator& communicator,
                                 MeshBlocks blocks, const ModelSources& given, const DateTime& date,
                                 MemoryLedger& memory) {
  std::vector<double> costs;
  run_together(communicator, [&] {
    require(blocks.has_depth, "the mesh has no depths, which a wave model needs: fill depth_cell");
    costs = read_cell_cost(config.parallel.cost_file, blocks.cells, blocks.n_cell);
  });
  if (communicator.all(costs.empty())) {
    std::vector<std::uint8_t> iced;  // stays empty with a given source, which does not know these cells yet
    if (!given.ice)
      iced =
          find_iced_cells(config.forcing, {blocks.rows.lon_cell, blocks.rows.lat_cell}, date, communicator);
    costs = estimate_cell_cost(blocks.rows.depth_cell, iced, config.spectrum.first_frequency);
  }
  DecomposedMesh domain = decompose(communicator, std::move(blocks), decomposition_of(config), costs);
  memory.mark("mesh");
  return domain;
}

// An MPI library may hang while it sets up a halo method. Later waits have no limit: a rank may wait for a
// disk for any length of time.
HaloExchange make_halo(const ParallelSettings& parallel, const DecomposedMesh& domain, Timers& timers) {
  const HangWatch& watch = parallel.decomposition.watch;
  const Watchdog watchdog(
      watch,
      text("parallel.halo_method ", parallel.halo_method, " has not been set up on all ranks after ",
           watch.seconds, " s: this MPI library (", describe_mpi_library(),
           ") seems to hang; choose another method, or another MPI library"),
      domain.communicator.rank() == 0);
  return HaloExchange(domain.communicator, domain.plan,
                      {.method = parallel.halo_method,
                       .timers = &timers,
                       .choice_folder = parallel.halo_choices.string(),
                       .time_limit = std::numeric_limits<double>::infinity()});
}

}  // namespace

Model::Model(const ModelSettings& config, const Communicator& communicator, MeshBlocks blocks,
             const ModelSources& given, MemoryLedger memory, const std::optional<DateTime>& from)
    : config_(checked(config, given)),
      grid_(config.spectrum),
      measures_(std::move(memory)),
      backend_(available_backend(config.parallel.backend)),
      domain_(decompose_by_cost(config, communicator, std::move(blocks), given, from.value_or(config.start()),
                                measures_.memory)),
      halo_(make_halo(config.parallel, domain_, measures_.timers)),
      together_(given.fail_together || given.any_forcing() ? &domain_.communicator : nullptr),
      period_{config.start(), config.end()},
      state_(std::size_t(domain_.local.n_cell()), std::size_t(domain_.local.n_owned),
             std::size_t(grid_.n_bin())),
      frames_(domain_.local),
      of_step_(std::size_t(domain_.local.n_owned), config.keep_fluxes && config.with_sources),
      diagnostics_(backend_, grid_, config.parameters, std::size_t(domain_.local.n_owned)) {
  const FlushDenormals flush;
  measures_.cost = CellCost(domain_.local.n_owned, !config.parallel.cost_file.empty());
  measures_.memory.mark("spectra");
  state_.now = from.value_or(period_.begin);
  forcing_.emplace(config, given, domain_, frames_.angle, state_.now);
  run_together(domain_.communicator, [&] { forcing_->update({state_.now, state_.now}); });
  measures_.memory.mark("forcing");
  water_.emplace(config, domain_, grid_, forcing(), halo_);
  measures_.memory.mark("water");
  run_together(domain_.communicator, [&] {
    if (config.with_sources) sources_.emplace(grid_, config.physics);
    if (config.with_propagation) make_propagation(given);
    require(propagation_ || !given.boundary,
            "waves are to enter through open boundaries, but propagation is switched off; leave out their "
            "source, or switch propagation on");
  });
  make_sea();
  measures_.memory.mark("propagation and sources");
}

void Model::make_sea() {
  const auto update_stress = [&] {
    if (sources_)
      sources_->update_friction_velocity(backend_, {0, domain_.local.n_owned}, source_forcing(),
                                         source_state());
  };
  run_together(domain_.communicator, [&] {
    make_initial_state(config_.initial, grid_, domain_.local.mesh, frames_.angle, forcing_->wind(),
                       state_.now, state_.action);
  });
  HotStart start;
  if (config_.initial.kind == InitialKind::restart) {
    update_stress();  // for the cells that the restart leaves calm
    start = start_from_restart(config_, domain_, grid_, frames_.places, state_);
    start_report_ = std::move(start.said);
  }
  adopt_water();
  if (!start.has_stress) update_stress();
}

void Model::make_propagation(const ModelSources& given) {
  const LocalMesh& local = domain_.local;
  propagation_.emplace(local.mesh, grid_, config_.propagation, PropagationCells{local.n_inner, local.n_owned},
                       backend_);
  OpenEdges edges = find_open_edges(local.mesh, local.n_owned);
  auto source = given.boundary
                    ? given.boundary(edges, grid_)
                    : make_boundary(config_.boundary, edges, grid_, period_.begin, period_.end, state_.now);
  inflow_ = Inflow(local.mesh, grid_, std::move(edges), std::move(source), *propagation_);
  inflow_.update({state_.now, state_.now}, *propagation_);
}

void Model::adopt_water() {
  const View<const std::uint8_t> blocked = water_->blocked();
  for (std::size_t cell = 0; cell < blocked.size; ++cell) {
    if (!blocked[cell]) continue;
    std::fill_n(state_.action.row(cell), grid_.n_bin(), 0.0f);
    if (cell < state_.wave_stress.size())
      state_.friction_velocity[cell] = state_.wave_stress[cell] = state_.sources_share[cell] = 0.0f;
  }
  if (!propagation_) return;
  TransportRates rates;
  run_together(domain_.communicator, [&] {
    propagation_->update_water(water_->values());
    rates = propagation_->compute_rates();
  });
  domain_.communicator.max_in_place(rates.values);
  propagation_->plan_step(double(config_.time.step), rates);
}

void Model::step(const std::function<void()>& pause) {
  const FlushDenormals flush;
  const TimeInterval interval{state_.now, state_.now + config_.time.step};
  {
    ScopedTimer timer(measures_.timers, "forcing.update");
    run_together(together_, [&] { forcing_->update(interval); });
    if (water_->take_middle(forcing(), config_.time.step, halo_)) adopt_water();
  }
  if (inflow_.varies()) {
    ScopedTimer timer(measures_.timers, "boundary.update");
    run_together(together_, [&] { inflow_.update(interval, *propagation_); });
  }
  of_step_.clear();
  if (propagation_) propagate(pause);
  {
    ScopedTimer timer(measures_.timers, "source_terms.integrate");
    integrate_sources();
  }
  pause();
  state_.now = interval.end;
  ++state_.n_step;
  measures_.work = count_work();
  ScopedTimer timer(measures_.timers, "property_checks");
  check_properties();
}

void Model::list_state(StateList& list) {
  Rows<float> owned = state_.action.rows();
  owned.n_row = std::size_t(domain_.local.n_owned);
  list.add_cells("action", owned, {{"frequency", grid_.n_freq()}, {"direction", grid_.n_dir()}});
  list.add_cells("friction_velocity", state_.friction_velocity.view());
  list.add_cells("wave_stress", state_.wave_stress.view());
  list.add_cells("sources_share", state_.sources_share.view());
  static_assert(sizeof(PlaceOfCell) == 4 * sizeof(double));
  list.add_cells("cell_place", Rows<double>{&frames_.places.data()->x, frames_.places.size(), 4, 4},
                 {{"place_value", 4}});
  if (of_step_.fluxes.n_row() > 0)
    list.add_optional_cells("source_fluxes", of_step_.fluxes.rows(), {{"source_flux", n_source_flux}});
  list.add("n_step", state_.n_step);
  forcing_->list_state(list);
  inflow_.list_state(list);
}

// Forcing and boundary follow from the date and their own state; halos are filled by the first exchange of a
// step, which also adopts its water. Cells are not emptied by the ice of this date, which no step sees.
void Model::resume(const DateTime& now, bool has_new_sea) {
  const FlushDenormals flush;
  require(now >= period_.begin && now <= period_.end && (now - period_.begin) % config_.time.step == 0,
          "a run from ", period_.begin.iso(), " to ", period_.end.iso(), " in steps of ", config_.time.step,
          " s cannot go on from ", now.iso());
  state_.now = now;
  run_together(domain_.communicator, [&] {
    forcing_->update({now, now});
    if (propagation_) inflow_.update({now, now}, *propagation_);
  });
  water_->take_end(forcing(), halo_);
  if (!has_new_sea) return;
  empty_sea();
  make_sea();
}

void Model::empty_sea() {
  for (std::size_t cell = 0; cell < state_.action.n_row(); ++cell)
    std::fill_n(state_.action.row(cell), grid_.n_bin(), 0.0f);
  for (Array<float>* values : {&state_.friction_velocity, &state_.wave_stress, &state_.sources_share})
    std::fill_n(values->data(), values->size(), 0.0f);
}

// The inflow from files is that of the middle of each step (DatedBoundary).
std::vector<InputRecord> Model::find_inputs(const DateTime& from) const {
  std::vector<InputRecord> inputs = forcing().find_inputs(from, state_.now, &domain_.communicator);
  const DateTime middle = state_.now + (config_.time.step / 2 - config_.time.step);
  if (auto input = inflow_.find_input(domain_.communicator, from, std::max(from, middle)))
    inputs.push_back(std::move(*input));
  return inputs;
}

void Model::propagate(const std::function<void()>& pause) {
  const auto& passes = propagation_->plan().passes;
  for (int s = 0; s < int(passes.size()); ++s) {
    HaloHandle exchange = s == 0 ? halo_.start(state_.action)
                                 : halo_.start(propagation_->buffer(passes[s].from), 0,
                                               std::int64_t(passes[s].n_continue) * grid_.n_dir());
    if (!config_.parallel.overlap) exchange.finish();
    {
      ScopedTimer timer(measures_.timers, "propagate.inner");
      propagation_->run(s, CellPart::inner, state_.action, due_costs());
    }
    lose_to_depth(passes[s], {0, domain_.local.n_inner});
    if (exchange.pending()) exchange.finish();
    {
      ScopedTimer timer(measures_.timers, "propagate.border");
      propagation_->run(s, CellPart::border, state_.action, due_costs());
    }
    lose_to_depth(passes[s], {domain_.local.n_inner, domain_.local.n_owned});
    pause();
  }
  propagation_->finish_step(state_.action);
}

void Model::lose_to_depth(const Pass& pass, Range cells) {
  if (!sources_) return;
  ScopedTimer timer(measures_.timers, "depth_losses");
  const SubStepPlan& plan = propagation_->plan();
  const Rows<const float> state = std::as_const(state_.action).rows();
  const Rows<const float> before =
      pass.from == SpectraBuffer::start ? state : std::as_const(propagation_->buffer(pass.from)).rows();
  const TransportPass transport{state,
                                before,
                                propagation_->buffer(pass.to).rows(),
                                pass.n_freq,
                                pass.n_continue,
                                plan.time_step,
                                plan.n_sub_step,
                                of_step_.losses_due.view(),
                                of_step_.losses_taken.view(),
                                std::as_const(state_.sources_share).view(),
                                of_step_.fluxes.rows(),
                                std::as_const(state_.friction_velocity).view()};
  measured(cells, [&](Range part) {
    sources_->integrate_depth_losses(backend_, part, source_forcing(), transport);
  });
}

void Model::integrate_sources() {
  if (!sources_) return;
  measured({0, domain_.local.n_owned}, [&](Range part) {
    sources_->integrate(backend_, part, source_forcing(), source_state(), double(config_.time.step));
  });
}

// Calls work(cells), or, in a step whose costs are measured, work(part) for many parts of them.
template <class Work>
void Model::measured(Range cells, Work&& work) {
  if (is_measured())
    measures_.cost.measure(cells, work);
  else
    work(cells);
}

void Model::check_properties() {
  const Mesh& mesh = domain_.local.mesh;
  run_together(together_, [&] { check_wave_stress(state_.wave_stress.view(), mesh, state_.now); });
  if ((state_.now - period_.begin) % config_.check_interval != 0) return;
  run_together(domain_.communicator, [&] {
    const SeaState sea =
        check_bins(state_.action, grid_, std::size_t(domain_.local.n_owned), mesh, state_.now);
    if (!sources_ || state_.now - period_.begin <= 3600) return;  // the initial sea may be arbitrary
    const auto [wind_x, wind_y] = forcing_->wind();
    check_height({sea.height.data(), sea.height.size()}, {wind_x, wind_y}, mesh, state_.now);
    check_steepness(sea, water_->depth(), mesh, state_.now);
  });
}

SourceForcing Model::source_forcing() const {
  const auto [wind_x, wind_y] = forcing_->wind();
  const auto [first_wind_x, first_wind_y] = forcing_->first_wind();
  return {wind_x,
          wind_y,
          water_->depth(),
          forcing().air_density(),
          water_->blocked(),
          water_->dispersion().wavenumber(),
          first_wind_x,
          first_wind_y,
          forcing().first_air_density()};
}

SourceState Model::source_state() {
  Rows<float> owned = state_.action.rows();
  owned.n_row = std::size_t(domain_.local.n_owned);
  return {owned,
          state_.friction_velocity.view(),
          state_.wave_stress.view(),
          of_step_.limited_bins.view(),
          state_.sources_share.view(),
          of_step_.losses_due.view(),
          of_step_.losses_taken.view(),
          of_step_.fluxes.rows()};
}

const Diagnostics& Model::diagnose(const std::vector<std::string>& names) {
  const FlushDenormals flush;
  water_->take_end_of_owned(forcing());
  const View<const float> angle{frames_.owned_angle.data(), frames_.owned_angle.size()};
  const auto [wind_x, wind_y] = forcing_->wind();
  diagnostics_.compute({state_.action.rows(), water_->dispersion().wavenumber(),
                        state_.friction_velocity.view(), wind_x, wind_y, angle, water_->depth()},
                       with_needs_of_wave_force(names));
  make_wave_force(domain_.local, halo_, names, diagnostics_);
  diagnostics_.set("uwnd", forcing().wind_east());
  diagnostics_.set("vwnd", forcing().wind_north());
  diagnostics_.set("ust", state_.friction_velocity.view());
  diagnostics_.set("taw", state_.wave_stress.view());
  diagnostics_.set("dpt", water_->depth());
  const SurfaceStress stress{state_.friction_velocity.view(), wind_x, wind_y, angle, water_->blocked()};
  make_friction_vector(stress, names, diagnostics_);
  if (sources_) {
    make_roughness(stress, names, diagnostics_);
    make_flux_fields(state_.n_step > 0 ? std::as_const(of_step_.fluxes).rows() : Rows<const float>{},
                     double(config_.time.step), angle, names, diagnostics_);
    sources_->integrate_terms(backend_, {0, domain_.local.n_owned}, source_forcing(), source_state(),
                              make_source_integrals(names, diagnostics_));
  }
  if (forcing().has(ForcingQuantity::current)) {
    diagnostics_.set("ucur", forcing().current_east());
    diagnostics_.set("vcur", forcing().current_north());
  }
  if (forcing().has(ForcingQuantity::water_level)) diagnostics_.set("wlv", forcing().water_level());
  if (forcing().has(ForcingQuantity::ice)) diagnostics_.set("ice", forcing().ice());
  run_together(together_, [&] {
    check_height(diagnostics_.height(), {wind_x, wind_y}, domain_.local.mesh, state_.now);
  });
  return diagnostics_;
}

SourceBalance Model::balance(int cell) {
  require(sources_.has_value(), "the energy balance is requested, but the source terms are switched off");
  water_->take_end_of_owned(forcing());
  return sources_->balance(cell, source_forcing(), source_state());
}

WorkCounts Model::count_work() const {
  WorkCounts work;
  if (propagation_) work += propagation_->work();
  if (sources_) work += sources_->work();
  return work;
}

SourceTimings Model::time_source_terms(int repeats) {
  require(sources_.has_value(), "timing of source terms is requested, but they are switched off");
  return sources_->time_terms({0, domain_.local.n_owned}, source_forcing(), source_state(), repeats);
}

}  // namespace groundswell
