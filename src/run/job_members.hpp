// SPDX-License-Identifier: Apache-2.0
// The runs of a job as one list, and which ranks each of them has.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "components/coupled_component.hpp"
#include "run/case.hpp"
#include "run/coupled_job.hpp"
#include "run/run_start.hpp"

namespace groundswell {

// A run of a job: that of the case, or one nested in another member.
struct JobMember {
  std::string name;  // before its messages: "" or "gulf: "
  const Case* of = nullptr;
  RunStart start;
  int begin = 0, n_rank = 1;               // its ranks in the job
  int larger = -1;                         // index of the member in which it is nested; -1 = none
  const Case::Nest* as_nest = nullptr;     // as it is listed there
  const CouplerSetup* coupling = nullptr;  // of a component that exchanges fields
  CoupledComponent* other = nullptr;       // one that is not a run; `of` is then null
  std::vector<std::size_t> nests = {};     // indices of the members nested directly in it
};

// All runs of a job on `n_rank` ranks: each before those nested in it, which have the ranks behind its own.
// With `in_turn`, all have the same ranks.
std::vector<JobMember> list_members(const Case& all, int n_rank, const RunStart& start, bool in_turn);
// All runs and other components of a coupled job, each on its own ranks.
std::vector<JobMember> list_members(const CoupledJob& job, const RunStart& start);

// Gives each rank to its member. Collective, the only split of the job.
class JobSplit {
 public:
  JobSplit(const std::vector<JobMember>& members, const Communicator& ranks);

  const Communicator& job() const { return job_; }    // all ranks of the job
  const Communicator& mine() const { return mine_; }  // those of this rank's member
  std::size_t member() const { return member_; }

 private:
  Communicator job_;
  std::size_t member_;
  Communicator mine_;
};

// Whether the runs are made one after another on a single rank, which is impossible with output servers, as
// these need additional ranks.
bool are_in_turn(const Case& all, int n_rank);
// Number of ranks that do not compute the run itself: its output servers, and those of nested runs.
int count_other_ranks(const Case& all);
// Minimum number of ranks for a run and those nested in it to run side by side.
int find_least_ranks(const Case& all);
// Throws Error unless the run of a case and all runs nested in it have the ranks that they need. Called
// before any run begins. `remedy`: what to do other than to start more ranks.
void require_ranks(const Case& all, int n_rank, const std::string& remedy = "");

}  // namespace groundswell
