// SPDX-License-Identifier: Apache-2.0
// The C interface of placement: errors are reported as return codes. It wraps src/network/rank_reorder.hpp.
#include "groundswell/network.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/version.hpp"
#include "comm/meeting_place.hpp"
#include "comm/placement.hpp"
#include "comm/together.hpp"
#include "guarded.hpp"
#include "network/host_distances.hpp"
#include "network/rank_reorder.hpp"

namespace {

using groundswell::Communicator;
using groundswell::MeetingPlace;
using groundswell::RankLink;
using groundswell::require;

thread_local char last_error[4096] = "";

template <class Work>
int guarded(Work&& work) noexcept {
  return groundswell::is_done(last_error, work) ? GROUNDSWELL_NETWORK_OK : GROUNDSWELL_NETWORK_ERROR;
}

std::vector<RankLink> own_links(const Communicator& communicator, int n, const int* to,
                                const std::int64_t* bytes) {
  require(n >= 0, n, " ranks to send to were given; give a number that is not negative, and as many bytes");
  require((to && bytes) || n == 0, "a null pointer was given for ", n, " ranks to send to or their bytes");
  std::vector<RankLink> links;
  for (int i = 0; i < n; ++i) {
    require(to[i] >= 0 && to[i] < communicator.size(), "rank ", communicator.rank(), " sends to rank ", to[i],
            " of ", communicator.size(), " ranks; give ranks from 0 to ", communicator.size() - 1);
    require(bytes[i] >= 0, "rank ", communicator.rank(), " sends ", bytes[i], " bytes to rank ", to[i],
            "; give a number that is not negative");
    if (bytes[i] > 0) links.push_back({communicator.rank(), to[i], bytes[i]});
  }
  return links;
}

// An error on one process is reported on all, because the other processes would otherwise wait for it.
MPI_Comm reorder(MPI_Comm comm, int n, const int* to, const std::int64_t* bytes, const char* method,
                 const char* network, const void* answer) {
  MeetingPlace::check_communicator(comm);
  const Communicator communicator(comm);
  const std::string name = method && *method ? method : "nodes", file = network ? network : "";
  groundswell::require_same(communicator, "the methods and networks of groundswell_network_reorder",
                            {"'" + name + " " + file + "'"});
  std::vector<RankLink> links;
  groundswell::run_together(communicator, [&] {
    require(answer, "groundswell_network_reorder was given a null pointer for its answer");
    groundswell::uses_distances(name);  // rejects unknown names
    links = own_links(communicator, n, to, bytes);
  });
  links = communicator.all_gather(std::span<const RankLink>(links));
  const groundswell::Placement places = groundswell::find_placement(communicator);
  groundswell::RankLinks all{links, places.host_of_rank};
  if (!file.empty())
    groundswell::run_on_root(
        communicator, 0, [&] { all.between_nodes = groundswell::read_host_distances(file, places.hosts); });
  const groundswell::Reordering placed = groundswell::reorder_ranks(communicator, name, all);
  MPI_Comm reordered = MPI_COMM_NULL;
  MPI_Comm_dup(placed.communicator.handle(), &reordered);
  return reordered;
}

}  // namespace

const char* groundswell_network_error(void) {
  return last_error;
}

const char* groundswell_network_version(void) {
  return groundswell::version();
}

int groundswell_network_reorder(MPI_Comm comm, int n, const int* to, const int64_t* bytes, const char* method,
                                const char* network, MPI_Comm* reordered) {
  return guarded([&] { *reordered = reorder(comm, n, to, bytes, method, network, reordered); });
}

int groundswell_network_reorder_f(MPI_Fint comm, int n, const int* to, const int64_t* bytes,
                                  const char* method, const char* network, MPI_Fint* reordered) {
  return guarded([&] {
    *reordered = MPI_Comm_c2f(reorder(MPI_Comm_f2c(comm), n, to, bytes, method, network, reordered));
  });
}
