// SPDX-License-Identifier: Apache-2.0
#include "propagation/propagation.hpp"

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "base/timers.hpp"
#include "exec/threads.hpp"
#include "propagation/propagation_tables.hpp"

namespace groundswell {
namespace {

const PropagationSettings& checked(const PropagationSettings& settings) {
  require(settings.max_courant > 0.0 && settings.max_courant <= 0.8, "the largest Courant number is ",
          settings.max_courant, "; it must be above 0 and at most 0.8, the limit of stability");
  return settings;
}

int padded(int n) {
  return (n + 15) / 16 * 16;
}

// The scratch memory of all threads in one array.
template <class T>
class Workspace {
 public:
  Workspace(int n_worker, int max_rows, int max_turned, const SpectralGrid& grid)
      : row_size_(padded(grid.n_dir())), block_size_(padded(frequencies_per_block * grid.n_dir())) {
    const int n_spectral = padded(spectral_scratch_size(grid.n_freq(), grid.n_dir(), row_size_));
    flux_ = std::size_t(max_rows) * block_size_;
    turned_ = std::size_t(max_turned) * block_size_;
    size_ = flux_ + turned_ + std::size_t(3 * row_size_ + n_spectral);
    values_ = Array<T>(size_ * std::size_t(n_worker));
    work_.resize(std::size_t(n_worker));
  }
  PassScratch<T> of_worker(int worker) {
    T* at = values_.data() + size_ * std::size_t(worker);
    T* turned = at + flux_;
    T* rows = turned + turned_;
    return {at, turned, rows, rows + 3 * row_size_, row_size_, block_size_, &work_[std::size_t(worker)]};
  }
  std::vector<WorkCounts>& work() { return work_; }

 private:
  int row_size_, block_size_;
  std::size_t flux_ = 0, turned_ = 0, size_ = 0;
  Array<T> values_;
  std::vector<WorkCounts> work_;
};

}  // namespace

namespace {

void share_out(double seconds, const CellTile& tile, std::span<double> cost) {
  for (int cell = tile.first_cell; cell < tile.end_cell; ++cell)
    cost[std::size_t(cell)] += seconds / double(tile.end_cell - tile.first_cell);
}

}  // namespace

template <class T>
struct Propagation<T>::Impl {
  Impl(const Mesh& mesh, const SpectralGrid& grid, const PropagationSettings& chosen, PropagationCells cells,
       Backend chosen_backend)
      : settings(checked(chosen)),
        tables(mesh, grid, chosen, cells),
        backend(chosen_backend),
        n_worker(thread_count(chosen_backend)),
        workspace(n_worker, tables.max_rows(), tables.max_turned(), grid),
        next(std::size_t(mesh.n_cell), std::size_t(grid.n_bin())) {}

  template <class Real, int n_known>
  void run_tiles(const PassStep<T>& pass_step, CellPart part, std::span<double> cost) {
    const PassTables<T> t = tables.pass_tables(part);
    const CellTiles& tiles = tables.tiles(part);
    const std::int64_t n_tile = std::int64_t(tiles.tiles.size());
    for_cells(backend, {0, n_worker}, [&](std::int64_t worker) {
      const PassScratch<T> scratch = workspace.of_worker(int(worker));
      const PassKernel<Real, n_known> kernel(t, pass_step, scratch);
      for (std::int64_t tile = n_tile * worker / n_worker; tile < n_tile * (worker + 1) / n_worker; ++tile) {
        const double before = cost.empty() ? 0.0 : thread_cpu_seconds();
        kernel.run_tile(tiles.tiles[tile], tiles.edges.data());
        if (!cost.empty()) share_out(thread_cpu_seconds() - before, tiles.tiles[tile], cost);
      }
    });
  }

  Rows<const T> rows_of(SpectraBuffer which, const RowArray<T>& state) const {
    const RowArray<T>& array = which == SpectraBuffer::start  ? state
                               : which == SpectraBuffer::next ? next
                                                              : partial;
    return array.rows();
  }

  PropagationSettings settings;
  PropagationTables<T> tables;
  Backend backend;
  int n_worker;
  Workspace<T> workspace;
  RowArray<T> next, partial;
  SubStepPlan plan;
  std::vector<double> planned_rates;
  bool has_time_steps = false;          // the tables hold the plan's time steps for the present water
  std::vector<T> time_step, max_gain;   // [n_freq]
  std::optional<TransportRates> rates;  // for the present water; used by `step`
};

template <class T>
Propagation<T>::Propagation(const Mesh& mesh, const SpectralGrid& grid, const PropagationSettings& settings,
                            PropagationCells cells, Backend backend)
    : impl_(std::make_unique<Impl>(mesh, grid, settings, cells, backend)) {}

template <class T>
Propagation<T>::~Propagation() = default;
template <class T>
Propagation<T>::Propagation(Propagation&&) noexcept = default;
template <class T>
Propagation<T>& Propagation<T>::operator=(Propagation&&) noexcept = default;

template <class T>
void Propagation<T>::update_water(const WaterValues& water) {
  impl_->tables.update_water(water);
  impl_->rates.reset();
  impl_->has_time_steps = false;
}

template <class T>
void Propagation<T>::set_boundary(RowArray<T> spectra, std::vector<int> spectrum_on_edge) {
  impl_->tables.set_boundary(std::move(spectra), std::move(spectrum_on_edge));
}

template <class T>
void Propagation<T>::set_boundary(const std::vector<T>& spectrum) {
  RowArray<T> row(1, spectrum.size());
  std::copy(spectrum.begin(), spectrum.end(), row.row(0));
  impl_->tables.set_boundary(std::move(row), std::vector<int>(std::size_t(impl_->tables.mesh().n_edge), 0));
}

template <class T>
Rows<T> Propagation<T>::boundary_spectra() {
  return impl_->tables.boundary_spectra();
}

template <class T>
TransportRates Propagation<T>::compute_rates() const {
  return impl_->tables.compute_rates();
}

template <class T>
void Propagation<T>::plan_step(double dt, const TransportRates& rates) {
  Impl& m = *impl_;
  if (m.has_time_steps && m.plan.time_step == dt && m.planned_rates == rates.values) return;
  m.plan = plan_sub_steps(rates, dt, m.settings.max_courant);
  m.planned_rates = rates.values;
  m.max_gain.assign(m.plan.max_gain.begin(), m.plan.max_gain.end());
  m.time_step.clear();
  for (const int n : m.plan.n_sub_step) m.time_step.push_back(T(dt / n));
  m.tables.set_time_steps(m.time_step);
  m.has_time_steps = true;
  const std::size_t n_col = std::size_t(m.plan.n_partial) * std::size_t(m.tables.grid().n_dir());
  if (m.partial.n_col() < n_col) m.partial = RowArray<T>(std::size_t(m.tables.mesh().n_cell), n_col);
}

template <class T>
const SubStepPlan& Propagation<T>::plan() const {
  return impl_->plan;
}

template <class T>
RowArray<T>& Propagation<T>::buffer(SpectraBuffer which) {
  ensure(which != SpectraBuffer::start, "the spectra at the start of a step are not a buffer of propagation");
  return which == SpectraBuffer::next ? impl_->next : impl_->partial;
}

template <class T>
void Propagation<T>::run(int pass, CellPart part, const RowArray<T>& state, std::span<double> cost) {
  Impl& m = *impl_;
  ensure(m.has_time_steps, "plan_step was not called after a change of the water");
  ensure(pass >= 0 && pass < int(m.plan.passes.size()), "pass ", pass, " is not in the plan");
  ensure(state.n_row() == m.next.n_row() && state.n_col() == m.next.n_col(), "a state of ", state.n_row(),
         " x ", state.n_col(), " values for propagation of ", m.next.n_row(), " x ", m.next.n_col());
  const Pass& s = m.plan.passes[pass];
  const PassStep<T> step{
      s.n_freq,           s.n_continue,        s.is_last,          m.rows_of(s.from, state),
      state.rows(),       buffer(s.to).rows(), m.time_step.data(), m.max_gain.data(),
      T(m.plan.time_step)};
  if (part == CellPart::inner) m.workspace.work().front().add(Work::passes, 1);
  const int n_dir = m.tables.grid().n_dir();
  if (n_dir == 36)
    m.template run_tiles<Wide<T>, 36>(step, part, cost);
  else if (n_dir >= run_width<Wide<T>>)
    m.template run_tiles<Wide<T>, 0>(step, part, cost);
  else
    m.template run_tiles<T, 0>(step, part, cost);
}

template <class T>
void Propagation<T>::finish_step(RowArray<T>& state) {
  state.swap(impl_->next);
}

template <class T>
void Propagation<T>::step(RowArray<T>& state, double dt) {
  ensure(impl_->tables.cells().n_owned == impl_->tables.mesh().n_cell,
         "Propagation::step was called on a mesh with halo cells");
  if (!impl_->rates) impl_->rates = compute_rates();
  plan_step(dt, *impl_->rates);
  for (int pass = 0; pass < int(plan().passes.size()); ++pass) {
    run(pass, CellPart::inner, state);
    run(pass, CellPart::border, state);
  }
  finish_step(state);
}

template <class T>
WorkCounts Propagation<T>::work() const {
  WorkCounts work;
  for (const WorkCounts& of_worker : impl_->workspace.work()) work += of_worker;
  return work;
}

template <class T>
const std::vector<double>& Propagation<T>::frame_angle() const {
  return impl_->tables.frame_angle();
}

template class Propagation<float>;
template class Propagation<double>;

}  // namespace groundswell
