// SPDX-License-Identifier: Apache-2.0
#include "run/job_members.hpp"

#include "base/error.hpp"
#include "transport/transport.hpp"

namespace groundswell {
namespace {

int count_nested_ranks(const Case& all) {
  int n = 0;
  for (const Case::Nest& nest : all.nests) n += nest.n_rank;
  return n;
}

// Minimum number of computing ranks of the run itself.
int least_compute_ranks(const Case& all) {
  const ServerSettings& servers = all.config.output.servers;
  return servers.n_server > 0 ? least_of_either(servers.transport) : 1;
}

// Adds the run `of`, which has `n_rank` ranks from `begin` on, those of its nests included, and its nests.
void add_family(std::vector<JobMember>& members, const JobMember& run, bool in_turn) {
  const std::size_t index = members.size();
  members.push_back(run);
  if (!in_turn) members[index].n_rank -= count_nested_ranks(*run.of);
  int begin = run.begin + (in_turn ? 0 : members[index].n_rank);
  for (const Case::Nest& nest : run.of->nests) {
    members[index].nests.push_back(members.size());
    const int n_rank = in_turn ? run.n_rank : nest.n_rank;
    add_family(
        members,
        {run.name + nest.name + ": ", &nest.nested, run.start.of_nested(), begin, n_rank, int(index), &nest},
        in_turn);
    if (!in_turn) begin += n_rank;
  }
}

std::size_t member_of(const std::vector<JobMember>& members, int rank) {
  for (std::size_t i = 0; i < members.size(); ++i)
    if (rank >= members[i].begin && rank < members[i].begin + members[i].n_rank) return i;
  return ensure(false, "rank ", rank, " belongs to no run of the job"), 0;
}

}  // namespace

std::vector<JobMember> list_members(const Case& all, int n_rank, const RunStart& start, bool in_turn) {
  std::vector<JobMember> members;
  add_family(members, {"", &all, start, 0, n_rank}, in_turn);
  return members;
}

JobSplit::JobSplit(const std::vector<JobMember>& members, const Communicator& ranks)
    : job_(ranks.duplicate()),
      member_(member_of(members, ranks.rank())),
      mine_(ranks.split(int(member_), ranks.rank())) {}

std::vector<JobMember> list_members(const CoupledJob& job, const RunStart& start) {
  std::vector<JobMember> members;
  int begin = 0;
  for (std::size_t i = 0; i < job.components.size(); ++i) {
    const CoupledJob::Component& component = job.components[i];
    const ComponentSettings& settings = job.settings.components[i];
    JobMember member{settings.name + ": ", component.run ? &*component.run : nullptr, start, begin,
                     settings.n_rank};
    member.coupling = &component.setup;
    member.other = component.other.get();
    if (component.run)
      add_family(members, member, false);
    else
      members.push_back(member);
    begin += settings.n_rank;
  }
  return members;
}

int count_other_ranks(const Case& all) {
  return all.config.output.servers.n_server + count_nested_ranks(all);
}

bool are_in_turn(const Case& all, int n_rank) {
  return n_rank == 1 && !all.has_servers();
}

int find_least_ranks(const Case& all) {
  return least_compute_ranks(all) + all.config.output.servers.n_server + count_nested_ranks(all);
}

void require_ranks(const Case& all, int n_rank, const std::string& remedy) {
  const int n_compute = least_compute_ranks(all), n_server = all.config.output.servers.n_server;
  const int n_nested = count_nested_ranks(all), least = n_compute + n_server + n_nested;
  require(
      least <= n_rank, "'", all.file, "' is to have ", n_rank, n_rank == 1 ? " rank" : " ranks",
      ", but needs at least ", least, ": ", n_compute, n_compute == 1 ? " that computes" : " that compute",
      n_server > 0 ? text(", ", n_server, " for output (output.servers)") : "",
      n_nested > 0 ? text(", ", n_nested, " of the runs nested in it (output.boundaries.ranks)") : "", "; ",
      remedy.empty() ? text("run with mpirun -n ", least, ", or check with --ranks ", least) : remedy);
  for (const Case::Nest& each : all.nests)
    require_ranks(each.nested, each.n_rank,
                  text("raise the ranks of ", each.name, " in output.boundaries of the larger run"));
}

}  // namespace groundswell
