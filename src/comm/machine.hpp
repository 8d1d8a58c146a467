// SPDX-License-Identifier: Apache-2.0
// The kind of machine the ranks run on, as far as it affects which communication method is fastest.
#pragma once

#include <string>

#include "comm/communicator.hpp"

namespace groundswell {

// One line, the same on all ranks: MPI library, processor of the first rank, and the number of ranks on each
// node ("2 x 24 ranks"). It does not name the nodes, because a job may get other nodes of the same cluster.
// Collective.
std::string describe_machine(const Communicator& communicator);

// The name and version of the MPI library, such as "Open MPI v4.1.4".
std::string describe_mpi_library();

}  // namespace groundswell
