// SPDX-License-Identifier: Apache-2.0
// What kind of machine the ranks run on, as far as it matters for which way of sending is fast.
#pragma once

#include <string>

#include "comm/communicator.hpp"

namespace groundswell {

// One line, the same on all ranks: MPI library, processor of the first rank, and how many ranks in a row
// share a node ("2 x 24 ranks"). Names of nodes are not in it: a job may get other nodes of the same cluster.
// Collective.
std::string describe_machine(const Communicator& communicator);

// The MPI library with its version, "Open MPI v4.1.4".
std::string describe_mpi_library();

}  // namespace groundswell
