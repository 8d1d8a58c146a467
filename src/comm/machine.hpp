// SPDX-License-Identifier: Apache-2.0
// The kind of machine the ranks run on, as far as it affects which communication method is fastest.
#pragma once

#include <string>

#include "comm/communicator.hpp"

namespace groundswell {

// One line, the same on all ranks: MPI library, processor of the first rank, and how many consecutive ranks
// share a node ("2 x 24 ranks"). It has no names of nodes: a job may get other nodes of the same cluster.
// Collective.
std::string describe_machine(const Communicator& communicator);

// The MPI library with its version, "Open MPI v4.1.4".
std::string describe_mpi_library();

}  // namespace groundswell
