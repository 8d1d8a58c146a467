// SPDX-License-Identifier: Apache-2.0
// Writes where each process of a job is to run, in the formats of launchers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace groundswell {

// Where the ranks of a job run.
struct RankPlaces {
  std::vector<std::string> hosts;  // in the order of the job
  std::vector<int> host_of_rank;   // index in `hosts`
  std::vector<int> core_of_rank;   // hwloc core numbers, from 0 on each host; empty if unspecified
};

inline constexpr std::string_view default_placement_format = "openmpi_hostfile";
// openmpi_rankfile: a host and a core for each rank; if cores are unspecified, the first ones of the host
// openmpi_hostfile: one line with a host for each rank
// mpich_machinefile: one line for each group of consecutive ranks on a host, with their number (Hydra)
// slurm_hostfile: a host for each rank, for srun --distribution=arbitrary
// cray_rank_order: the ranks of each host, in the order of `hosts`, which must be that of the job; all have
//   the same number of ranks, the last one perhaps fewer
std::vector<std::string> placement_format_names();

// The text of the file. Throws Error for an unknown format, and for a placement that the format cannot
// express.
std::string format_placement(const RankPlaces& placement, std::string_view format);

// How to start a job with the file: "mpirun --map-by seq --hostfile hosts.txt".
std::string describe_use(std::string_view format, const std::string& file);

// Places ranks on the hosts in blocks, as launchers do by default; the last host may have fewer. Throws Error
// if there are too few hosts.
RankPlaces place_in_blocks(const std::vector<std::string>& hosts, int n_rank, int ranks_per_host);

}  // namespace groundswell
