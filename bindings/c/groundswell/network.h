/* SPDX-License-Identifier: Apache-2.0
 * Placing ranks on the nodes of a cluster: processes get new ranks such that ranks that exchange much data
 * are close to each other. See docs/guide/placement.md.
 *
 * Functions that return no text return GROUNDSWELL_NETWORK_OK or GROUNDSWELL_NETWORK_ERROR;
 * groundswell_network_error() then explains what is wrong and what to do. No function ends the program. MPI
 * must be initialised.
 */
#ifndef GROUNDSWELL_NETWORK_H
#define GROUNDSWELL_NETWORK_H

#include <mpi.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GROUNDSWELL_NETWORK_OK = 0, GROUNDSWELL_NETWORK_ERROR = 1 };

/* The message of the last error in this thread; valid until the next error. */
const char* groundswell_network_error(void);
const char* groundswell_network_version(void);

/* `reordered` gets a communicator with the processes of comm, to be freed with MPI_Comm_free. Rank r there
 * sends as rank r of comm does now: this process's rank sends bytes[i] to rank to[i], for i < n. The work
 * must therefore be distributed by the ranks in `reordered`. `method`: "nodes" (NULL), "scotch", "mpi" or
 * "none"; `network`: the file of `groundswell network probe`, or NULL if all nodes are equally far from each
 * other. An error on one process is an error on all. Collective. */
int groundswell_network_reorder(MPI_Comm comm, int n, const int* to, const int64_t* bytes, const char* method,
                                const char* network, MPI_Comm* reordered);

/* For the Fortran interface. */
int groundswell_network_reorder_f(MPI_Fint comm, int n, const int* to, const int64_t* bytes,
                                  const char* method, const char* network, MPI_Fint* reordered);

#ifdef __cplusplus
}
#endif
#endif
