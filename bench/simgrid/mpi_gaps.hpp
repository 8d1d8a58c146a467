// SPDX-License-Identifier: Apache-2.0
// A call that SimGrid 3.32 lacks; included before every source of the replay.
#pragma once

#include <mpi.h>

inline int count_elements(const MPI_Status* status, MPI_Datatype type, MPI_Count* n) {
  int count = 0;
  const int code = MPI_Get_count(status, type, &count);
  *n = count;
  return code;
}
#define MPI_Get_elements_x count_elements
