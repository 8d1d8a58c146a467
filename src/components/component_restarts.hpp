// SPDX-License-Identifier: Apache-2.0
// The restarts of a component that is not a run of the wave model: its state and that of its exchanges.
#pragma once

#include <optional>
#include <string>

#include "components/coupled_component.hpp"
#include "restart/restart_state.hpp"

namespace groundswell {

class ComponentRestarts {
 public:
  // The component is prepared, and the coupler connected; both must outlive this object.
  ComponentRestarts(CoupledComponent& component, Coupler& coupler, const Communicator& ranks);

  // Loads the restart of the coupler's date, and removes later ones. Throws Error on all ranks. Collective.
  void load();
  // Writes one if it is due at the coupler's date, or at the end; returns a line for the log, or "". Waits
  // for values that other components give up to this date. Collective.
  std::string write_if_due();
  // Called at the end: removes the restarts that were kept until all components had newer ones. Collective.
  void finish();

 private:
  StateList list_state();
  RestartFacts facts() const;
  RestartCells cells() const { return {grid_.n_global, grid_.cells}; }

  CoupledComponent& component_;
  Coupler& coupler_;
  const Communicator& ranks_;
  CouplingGrid grid_;
};

}  // namespace groundswell
