// SPDX-License-Identifier: Apache-2.0
#include "placement/placement_files.hpp"

#include <algorithm>
#include <cstdint>

#include "base/error.hpp"
#include "base/names.hpp"

namespace groundswell {
namespace {

const std::string& host_of(const RankPlaces& placement, std::size_t rank) {
  return placement.hosts[std::size_t(placement.host_of_rank[rank])];
}

std::string list_hosts(const RankPlaces& placement) {
  std::string lines;
  for (std::size_t rank = 0; rank < placement.host_of_rank.size(); ++rank)
    lines += host_of(placement, rank) + "\n";
  return lines;
}

std::string write_rankfile(const RankPlaces& placement) {
  std::string lines;
  std::vector<int> n_on(placement.hosts.size(), 0);
  for (std::size_t rank = 0; rank < placement.host_of_rank.size(); ++rank) {
    const int next = n_on[std::size_t(placement.host_of_rank[rank])]++;
    const int core = placement.core_of_rank.empty() ? next : placement.core_of_rank[rank];
    lines += text("rank ", rank, "=", host_of(placement, rank), " slot=", core, "\n");
  }
  return lines;
}

std::string write_machinefile(const RankPlaces& placement) {
  std::string lines;
  const std::vector<int>& hosts = placement.host_of_rank;
  for (std::size_t rank = 0, next; rank < hosts.size(); rank = next) {
    for (next = rank + 1; next < hosts.size() && hosts[next] == hosts[rank];) ++next;
    lines += text(host_of(placement, rank), ":", next - rank, "\n");
  }
  return lines;
}

std::string write_rank_order(const RankPlaces& placement) {
  std::vector<std::vector<std::size_t>> ranks(placement.hosts.size());
  for (std::size_t rank = 0; rank < placement.host_of_rank.size(); ++rank)
    ranks[std::size_t(placement.host_of_rank[rank])].push_back(rank);
  std::string lines;
  for (std::size_t host = 0; host < ranks.size(); ++host) {
    const bool is_last = host + 1 == ranks.size();
    require(ranks[host].size() == ranks[0].size() || (is_last && ranks[host].size() < ranks[0].size()),
            "a Cray rank order needs the same number of ranks on each host, but '", placement.hosts[0],
            "' has ", ranks[0].size(), " and '", placement.hosts[host], "' ", ranks[host].size(),
            "; choose another format, or a number of ranks that fills all hosts");
    for (std::size_t i = 0; i < ranks[host].size(); ++i) lines += text(i == 0 ? "" : ",", ranks[host][i]);
    lines += "\n";
  }
  return lines;
}

struct NamedFormat {
  std::string_view name;
  std::string (*write)(const RankPlaces&);
  std::string_view before, after;  // parts of the command around the file name
};
constexpr NamedFormat formats[] = {
    {"openmpi_rankfile", write_rankfile, "mpirun --rankfile ", ""},
    {"openmpi_hostfile", list_hosts, "mpirun --map-by seq --hostfile ", ""},
    {"mpich_machinefile", write_machinefile, "mpiexec -f ", ""},
    {"slurm_hostfile", list_hosts, "SLURM_HOSTFILE=", " srun --distribution=arbitrary"},
    {"cray_rank_order", write_rank_order, "MPICH_RANK_REORDER_METHOD=3, with ",
     " as the file MPICH_RANK_ORDER"},
};

const NamedFormat& find_format(std::string_view format) {
  return find_named(formats, format, "the format '", format, "' of a placement is not known");
}

}  // namespace

std::vector<std::string> placement_format_names() {
  return names_of(formats);
}

std::string format_placement(const RankPlaces& placement, std::string_view format) {
  const NamedFormat& found = find_format(format);
  for (const int host : placement.host_of_rank)
    ensure(host >= 0 && std::size_t(host) < placement.hosts.size(), "a rank on host ", host, " of ",
           placement.hosts.size());
  ensure(placement.core_of_rank.empty() || placement.core_of_rank.size() == placement.host_of_rank.size(),
         placement.core_of_rank.size(), " cores of ", placement.host_of_rank.size(), " ranks");
  return found.write(placement);
}

std::string describe_use(std::string_view format, const std::string& file) {
  const NamedFormat& found = find_format(format);
  return text(found.before, file, found.after);
}

RankPlaces place_in_blocks(const std::vector<std::string>& hosts, int n_rank, int ranks_per_host) {
  require(ranks_per_host >= 1, "ranks per node are ", ranks_per_host, "; there must be 1 or more");
  require(n_rank <= std::int64_t(hosts.size()) * ranks_per_host, n_rank, " ranks need ",
          (n_rank + ranks_per_host - 1) / ranks_per_host, " nodes with ", ranks_per_host,
          " on each, but there are ", hosts.size(), "; use more ranks per node, or fewer ranks");
  RankPlaces placement;
  placement.hosts = hosts;
  for (int rank = 0; rank < n_rank; ++rank) placement.host_of_rank.push_back(rank / ranks_per_host);
  placement.hosts.resize(std::size_t((n_rank + ranks_per_host - 1) / ranks_per_host));
  return placement;
}

}  // namespace groundswell
