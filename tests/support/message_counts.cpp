// SPDX-License-Identifier: Apache-2.0
#include "support/message_counts.hpp"

#include <mpi.h>

#include <atomic>

namespace {

std::atomic<int> n_message = 0;

}  // namespace

extern "C" {

int MPI_Isend(const void* from, int count, MPI_Datatype type, int to, int tag, MPI_Comm communicator,
              MPI_Request* request) {
  ++n_message;
  return PMPI_Isend(from, count, type, to, tag, communicator, request);
}

int MPI_Issend(const void* from, int count, MPI_Datatype type, int to, int tag, MPI_Comm communicator,
               MPI_Request* request) {
  ++n_message;
  return PMPI_Issend(from, count, type, to, tag, communicator, request);
}
}

namespace groundswell::test {

int n_message_sent() {
  return n_message;
}

}  // namespace groundswell::test
