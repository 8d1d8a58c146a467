// SPDX-License-Identifier: Apache-2.0
// Defines an MPI function that SimGrid 3.32 lacks; compile.sh includes this file before every source of the
// program `transfer`.
#pragma once

#include <mpi.h>

inline int count_elements(const MPI_Status* status, MPI_Datatype type, MPI_Count* n) {
  int count = 0;
  const int code = MPI_Get_count(status, type, &count);
  *n = count;
  return code;
}
#define MPI_Get_elements_x count_elements
