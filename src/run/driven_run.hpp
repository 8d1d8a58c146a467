// SPDX-License-Identifier: Apache-2.0
// A run of the wave model whose steps another program makes, for example an ocean model or a coupler: it is
// made on a communicator, gets and gives fields on its own cells, and writes its output as every run.
// docs/guide/couple_a_model.md has an example. The C and Fortran interfaces are in bindings/.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "base/log.hpp"
#include "comm/communicator.hpp"
#include "coupling/coupling_grid.hpp"
#include "coupling/declared_field.hpp"
#include "run/run_start.hpp"

namespace groundswell {

struct DrivenRunOptions {
  std::vector<std::string> overrides = {};  // of options of the case: "time.end=2024-01-02"
  RunStart start = {};                      // anew, or from a restart of an earlier run in the same folder
  Log log = Log::of_file();  // that of the first rank; by default only the one in the run's folder
};

// All functions are collective on the ranks of the run, unless they say otherwise, and throw Error on all
// ranks. An error in what was asked for (a date, a name, missing values) changes nothing. After any other one
// the run is over: its files keep the ending .part, and each further call throws the same sentence. No
// function catches signals or ends the program. Each computes with the default floating-point environment and
// restores that of the program: its traps are not sprung, and the waves do not depend on it.
class DrivenRun {
 public:
  // Reads the case, distributes the mesh and checks all that can be checked; nothing is written yet. `ranks`
  // is duplicated. The case may have neither output servers nor nested runs nor a limit of wall-clock time.
  DrivenRun(MPI_Comm ranks, const std::string& case_file, const DrivenRunOptions& options = {});
  // Without finish(), as after an error. Not collective.
  ~DrivenRun();
  DrivenRun(const DrivenRun&) = delete;
  DrivenRun& operator=(const DrivenRun&) = delete;

  // Not collective.
  const DateTime& now() const;
  const TimeInterval& period() const;  // from the start of the run to its end
  std::int64_t step() const;           // [s]
  bool at_end() const { return now() >= period().end; }
  // The cells of this rank, in the order of the values of set() and get(): global indices, longitudes and
  // latitudes [rad], triangles between cells. Not collective.
  const CouplingGrid& grid() const;
  // The fields of set(): the quantities whose kind is `coupled`; those of get(): everything that the run can
  // write, but without the fields of quantities that it does not have. Units are those of DeclaredField; a
  // direction is the angle [rad] of travel, counter-clockwise from east. Not collective.
  const std::vector<DeclaredField>& takes() const;
  const std::vector<DeclaredField>& gives() const;

  // Copies the values of a field at a date: one array for each part (the east and north of a vector). From
  // one such date to the next the field changes linearly; after the last one it is held. So values of the
  // present date alone are held in the steps that follow, and values of the present and a later date are
  // interpolated. Dates ascend; a second call for the last date replaces its values. Throws Error, also on
  // this rank alone, for an unknown field, arrays that do not fit or values that are not finite. Not
  // collective.
  template <class T>
  void set(const std::string& name, const std::vector<std::span<const T>>& parts, const DateTime& date);
  // Makes steps until `date`. Before the first one, all fields that are taken need values of the present date
  // or before; after a restart they are to be given again. Throws Error if no step ends at the date.
  void run_to(const DateTime& date);
  // Copies the values of a field at the present date; missing ones, as under ice, are 0. Needs what run_to()
  // needs.
  template <class T>
  void get(const std::string& name, const std::vector<std::span<T>>& parts);
  // Writes a restart of the present date, besides those of output.restart.
  void write_restart();
  // Ends the run: at its end date as every run; before that with a restart from which it can go on.
  void finish();

 private:
  struct Parts;
  // Throws Error, on all ranks, if the run has failed or ended, if work() throws on a rank, or if its result
  // (a number for what was asked for) is not the same on all. If `is_last` on any rank, which makes no
  // further calls whatever happens, such an error ends the run.
  void check(const std::function<std::int64_t()>& work, bool is_last = false);
  // After check(): calls work(), whose errors end the run. Begins the run if it has not begun.
  void guard(const std::function<void()>& work);
  void end_with(const std::string& error);
  void begin();

  std::unique_ptr<Parts> parts_;
};

}  // namespace groundswell
