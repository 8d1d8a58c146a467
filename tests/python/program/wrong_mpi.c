// SPDX-License-Identifier: Apache-2.0
// A faulty MPI library, for test_wrong_mpi.py: preloaded, it intercepts functions of MPI (PMPI). The
// environment variable WRONG_MPI selects what is wrong, most of it about graph communicators:
//   neighbours     neighbours are not those that were given
//   mixed          without reordering, ranks are reversed, but each process keeps the neighbours that it gave
//   order          like `mixed`, but with reordering
//   reversed       with reordering, ranks and their neighbours are reversed, which is correct
//   permutation    every process gets rank 0
//   hang           the last process never returns from the creation of the graph
//   hang_exchange  the last process never returns from the first exchange
//   finalize       MPI_Finalize crashes
//   one_thread     only one thread may call MPI, whatever is asked for, which is correct
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static MPI_Comm graph_of_zeros = MPI_COMM_NULL;

static int is_wrong(const char* what) {
  const char* wrong = getenv("WRONG_MPI");
  return wrong != NULL && strcmp(wrong, what) == 0;
}

static void hang_on_last_process(MPI_Comm communicator) {
  int rank = 0, size = 0;
  PMPI_Comm_rank(communicator, &rank);
  PMPI_Comm_size(communicator, &size);
  while (rank == size - 1) sleep(1);
}

// Exchanges lists with the partner, the process that gets this one's rank when ranks are reversed; returns
// the partner's list, which is never freed.
static int* take_from(MPI_Comm communicator, int partner, int* n, const int* mine) {
  int count = 0;
  PMPI_Sendrecv(n, 1, MPI_INT, partner, 0, &count, 1, MPI_INT, partner, 0, communicator, MPI_STATUS_IGNORE);
  int* theirs = malloc(sizeof(int) * (size_t)(count + 1));
  PMPI_Sendrecv(mine, *n, MPI_INT, partner, 0, theirs, count, MPI_INT, partner, 0, communicator,
                MPI_STATUS_IGNORE);
  *n = count;
  return theirs;
}

static int* raised(const int* ranks, int n, int size) {
  int* other = malloc(sizeof(int) * (size_t)(n + 1));
  for (int i = 0; i < n; ++i) other[i] = (ranks[i] + 1) % size;
  return other;
}

int MPI_Dist_graph_create_adjacent(MPI_Comm old, int n_source, const int sources[],
                                   const int source_weights[], int n_destination, const int destinations[],
                                   const int destination_weights[], MPI_Info info, int reorder,
                                   MPI_Comm* graph) {
  int rank = 0, size = 0;
  PMPI_Comm_rank(old, &rank);
  PMPI_Comm_size(old, &size);
  MPI_Comm ranks = old;
  if (is_wrong("hang")) hang_on_last_process(old);
  if (is_wrong(reorder ? "order" : "mixed") || (reorder && is_wrong("reversed")))
    PMPI_Comm_split(old, 0, size - 1 - rank, &ranks);
  if (reorder && is_wrong("reversed")) {
    const int partner = size - 1 - rank;
    sources = take_from(old, partner, &n_source, sources);
    destinations = take_from(old, partner, &n_destination, destinations);
    source_weights = destination_weights = MPI_UNWEIGHTED;
  }
  if (is_wrong("neighbours")) {
    sources = raised(sources, n_source, size);
    destinations = raised(destinations, n_destination, size);
  }
  const int code = PMPI_Dist_graph_create_adjacent(ranks, n_source, sources, source_weights, n_destination,
                                                   destinations, destination_weights, info, 0, graph);
  if (is_wrong("permutation")) graph_of_zeros = *graph;
  return code;
}

int MPI_Finalize(void) {
  if (is_wrong("finalize")) abort();
  return PMPI_Finalize();
}

int MPI_Comm_rank(MPI_Comm communicator, int* rank) {
  const int code = PMPI_Comm_rank(communicator, rank);
  if (graph_of_zeros != MPI_COMM_NULL && communicator == graph_of_zeros) *rank = 0;
  return code;
}

int MPI_Ineighbor_alltoallv(const void* send, const int send_counts[], const int send_begins[],
                            MPI_Datatype send_type, void* receive, const int receive_counts[],
                            const int receive_begins[], MPI_Datatype receive_type, MPI_Comm communicator,
                            MPI_Request* request) {
  if (is_wrong("hang_exchange")) hang_on_last_process(communicator);
  return PMPI_Ineighbor_alltoallv(send, send_counts, send_begins, send_type, receive, receive_counts,
                                  receive_begins, receive_type, communicator, request);
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return PMPI_Init_thread(argc, argv, is_wrong("one_thread") ? MPI_THREAD_FUNNELED : required, provided);
}
