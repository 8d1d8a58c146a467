// SPDX-License-Identifier: Apache-2.0
// A component of a job that this program brings along, other than a run of the wave model: it exchanges
// fields with others, but writes no output.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "coupling/coupler.hpp"
#include "field/state_list.hpp"
#include "restart/restart_store.hpp"

namespace groundswell {

struct ComponentRestartSettings {
  std::filesystem::path folder;
  std::int64_t interval = 0;  // [s]; 0 = none
  RestartKeeping keep = {};
};

class CoupledComponent {
 public:
  virtual ~CoupledComponent() = default;
  // From its settings; known before prepare().
  virtual ComponentClock clock() const = 0;
  virtual std::vector<DeclaredField> gives() const = 0;
  virtual std::vector<DeclaredField> takes() const = 0;
  // Throws Error unless it can do with these of the fields that it takes; all that are not optional are
  // there.
  virtual void check_taken(const std::vector<std::string>&) const {}
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
  // Where and how often it writes restarts; null for a component without state, which can begin at any date.
  virtual ComponentRestartSettings* restarts() { return nullptr; }
  // Settings that must be the same when it goes on from a restart.
  virtual std::string lasting_settings() const { return ""; }
  // Adds what it carries from step to step; after it has been loaded, resume() computes what follows from it.
  virtual void list_state(StateList&) {}
  virtual void resume() {}
};

}  // namespace groundswell
