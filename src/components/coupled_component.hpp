// SPDX-License-Identifier: Apache-2.0
// A component of a job that this program brings along, other than a run of the wave model: it exchanges
// fields with others, but writes no output.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "coupling/coupler.hpp"
#include "field/state_list.hpp"

namespace groundswell {

class CoupledComponent {
 public:
  virtual ~CoupledComponent() = default;
  // From its settings; known before prepare().
  virtual ComponentClock clock() const = 0;
  virtual std::vector<DeclaredField> gives() const = 0;
  virtual std::vector<DeclaredField> takes() const = 0;
  // The files that it reads, its settings included; none may be replaced.
  virtual std::vector<std::filesystem::path> inputs() const = 0;

  // Throws Error unless it can run on this number of processes.
  virtual void check_ranks(int) const {}

  // Makes its part on each process, in the state of the date `from` or, for a component with state, in that
  // of its start. Throws Error on all ranks. Collective.
  virtual void prepare(const Communicator& ranks, const DateTime& from) = 0;
  virtual CouplingGrid grid() const = 0;
  // Lines for the log, once it is prepared.
  virtual std::vector<std::string> describe() const = 0;
  // Puts the fields that the coupler wants at its date, which is that of the component.
  virtual void put(Coupler& coupler) = 0;
  // Makes the step that begins at the coupler's date, with the fields that it gets from the coupler.
  virtual void step(Coupler& coupler) = 0;
  // Adds what it carries from step to step.
  virtual void list_state(StateList&) {}
};

}  // namespace groundswell
