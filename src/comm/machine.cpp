// SPDX-License-Identifier: Apache-2.0
#include "comm/machine.hpp"

#include <fstream>
#include <vector>

#include "base/error.hpp"
#include "comm/mpi_check.hpp"

namespace groundswell {
namespace {

std::string first_line(const std::string& text) {
  return text.substr(0, text.find_first_of("\n,"));
}

// The processor's name from Linux's /proc/cpuinfo, or "unknown processor" if it is not there.
std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

// "2 x 24 + 1 x 8 ranks": groups of consecutive nodes with equal numbers of ranks, in the order of the first
// rank of each.
std::string ranks_by_node(const Communicator& communicator) {
  MPI_Comm handle = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(communicator.handle(), MPI_COMM_TYPE_SHARED, communicator.rank(),
                                MPI_INFO_NULL, &handle),
            "MPI_Comm_split_type");
  const Communicator node = Communicator::adopt(handle);
  const std::vector<int> sizes = communicator.all_gather(node.rank() == 0 ? node.size() : 0);
  std::string list;
  for (std::size_t i = 0; i < sizes.size();) {
    int n_node = 0;
    const int size = sizes[i];
    for (; i < sizes.size() && (sizes[i] == size || sizes[i] == 0); ++i) n_node += sizes[i] != 0;
    list += text(list.empty() ? "" : " + ", n_node, " x ", size);
  }
  return list + " ranks";
}

}  // namespace

std::string describe_mpi_library() {
  char name[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  check_mpi(MPI_Get_library_version(name, &length), "MPI_Get_library_version");
  return first_line(std::string(name, std::size_t(length)));
}

std::string describe_machine(const Communicator& communicator) {
  std::string machine = text(describe_mpi_library(), "; ", processor(), "; ", ranks_by_node(communicator));
  communicator.broadcast(machine, 0);
  return machine;
}

}  // namespace groundswell
