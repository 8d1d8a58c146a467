/* SPDX-License-Identifier: Apache-2.0
 * Processes that send data around a ring get new ranks, so that those that exchange data are close to each
 * other. The ranks are reassigned before there is any work.
 * Run with: mpirun -n 4 ring_c [NETWORK.json] */
#include <groundswell/network.h>
#include <stdio.h>

static void check(int code) {
  if (code == GROUNDSWELL_NETWORK_OK) return;
  fprintf(stderr, "%s\n", groundswell_network_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);

  const int next = (rank + 1) % size;
  const int64_t bytes = 1 << 20;
  MPI_Comm ring;
  check(groundswell_network_reorder(MPI_COMM_WORLD, 1, &next, &bytes, "nodes", argc > 1 ? argv[1] : NULL,
                                    &ring));

  int place, token, moved;
  MPI_Comm_rank(ring, &place); /* everything that follows uses these ranks */
  MPI_Sendrecv(&place, 1, MPI_INT, (place + 1) % size, 0, &token, 1, MPI_INT, (place + size - 1) % size, 0,
               ring, MPI_STATUS_IGNORE);
  int wrong = token != (place + size - 1) % size;
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, ring);
  moved = place != rank;
  MPI_Allreduce(MPI_IN_PLACE, &moved, 1, MPI_INT, MPI_SUM, ring);
  if (place == 0) printf("a ring of %d ranks, %d moved, %d wrong tokens\n", size, moved, wrong);
  MPI_Comm_free(&ring);
  MPI_Finalize();
}
