// SPDX-License-Identifier: Apache-2.0
// A job of components that exchange fields, as read from its file and from those that it names.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "components/coupled_component.hpp"
#include "coupling/coupler.hpp"
#include "run/case.hpp"

namespace groundswell {

struct CoupledJob {
  // Where and how often a component writes restarts, and how many are kept.
  struct Restarts {
    std::filesystem::path folder;
    std::int64_t interval;  // [s]; 0 = none
    int keep;
  };
  struct Component {
    std::optional<Case> run;                  // kind `run`
    std::unique_ptr<CoupledComponent> other;  // other kinds
    CouplerSetup setup;

    std::optional<Restarts> restarts() const;  // nothing for a component without state
    ComponentClock clock() const;
    // The folder of another component's restarts, and whether that one writes one at the end of this one,
    // too.
    void add_partner(const std::filesystem::path& folder, bool has_last);
  };
  std::string file;
  CouplingSettings settings;
  std::vector<Component> components;  // in the order of the settings

  bool has_servers() const;
  // All ranks of MPI_COMM_WORLD, of which `n` have been started. Throws Error unless the job has components
  // for exactly these.
  std::vector<int> choose_ranks(int n) const;
  // The folders of the components that write restarts.
  std::vector<std::filesystem::path> restart_folders() const;
  DateTime end() const;  // the latest of all components
  // The exchanges of the first day, for a check.
  std::vector<std::string> first_day() const;
};

// Whether a file lists components, and not the options of one run. Throws Error for a file that cannot be
// read.
bool is_job_file(const std::string& file);

// Reads a job and its components, with `overrides` of its own options ("coupling.slots=2") and of those of a
// component, after the component's name and a dot ("waves.time.step=5 min"). Throws Error for an impossible
// one: unknown kinds, cases that do not match, fields that one does not give or the other does not take,
// schedules that can never meet.
CoupledJob read_coupled_job(const std::string& file, const std::vector<std::string>& overrides = {});

}  // namespace groundswell
