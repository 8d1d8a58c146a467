// SPDX-License-Identifier: Apache-2.0
// The inflow through the open edges of a rank, applied to its propagation.
#pragma once

#include <memory>

#include "boundary/boundary_source.hpp"
#include "boundary/open_edges.hpp"
#include "propagation/propagation.hpp"

namespace groundswell {

class Inflow {
 public:
  Inflow() = default;  // for a model without propagation: no inflow
  // `edges` are the open edges of the mesh; `source` was made for them, or is null if they only absorb. Sets
  // up the inflow rows of `propagation`, which update() fills.
  Inflow(const Mesh& mesh, const SpectralGrid& grid, OpenEdges edges, std::unique_ptr<BoundarySource> source,
         Propagation<float>& propagation);

  const OpenEdges& edges() const { return edges_; }
  const BoundarySource* source() const { return source_.get(); }
  // Whether the inflow must be updated in each step.
  bool varies() const { return source_ && !source_->is_steady(); }

  // Sets the inflow to its mean over `interval`, or to its value at an instant if the interval has no length.
  void update(const TimeInterval& interval, Propagation<float>& propagation) const;
  void list_state(StateList& list) const;
  // See BoundarySource::find_input.
  std::optional<InputRecord> find_input(const Communicator& ranks, const DateTime& from,
                                        const DateTime& until) const;

 private:
  OpenEdges edges_;
  std::unique_ptr<BoundarySource> source_;
};

}  // namespace groundswell
