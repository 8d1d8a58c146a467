// SPDX-License-Identifier: Apache-2.0
#include "boundary/inflow.hpp"

#include <utility>
#include <vector>

namespace groundswell {

Inflow::Inflow(const Mesh& mesh, const SpectralGrid& grid, OpenEdges edges,
               std::unique_ptr<BoundarySource> source, Propagation<float>& propagation)
    : edges_(std::move(edges)), source_(std::move(source)) {
  if (!source_) return;
  std::vector<int> row_of_edge(std::size_t(mesh.n_edge), -1);
  for (std::size_t i = 0; i < edges_.size(); ++i) row_of_edge[std::size_t(edges_.edge[i])] = int(i);
  propagation.set_boundary(RowArray<float>(edges_.size(), std::size_t(grid.n_bin())), std::move(row_of_edge));
}

void Inflow::update(const TimeInterval& interval, Propagation<float>& propagation) const {
  if (source_) source_->update(interval, propagation.boundary_spectra());
}

void Inflow::list_state(StateList& list) const {
  if (source_) source_->list_state(list);
}

std::optional<InputRecord> Inflow::find_input(const Communicator& ranks, const DateTime& from,
                                              const DateTime& until) const {
  return source_ ? source_->find_input(ranks, from, until) : std::nullopt;
}

}  // namespace groundswell
