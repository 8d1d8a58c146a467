/* SPDX-License-Identifier: Apache-2.0
 * An ocean and an atmosphere on the same 60 cells: the ocean in blocks on the first half of the processes,
 * the atmosphere distributed round-robin over the others. The ocean sends its surface temperature and its
 * current, the atmosphere its pressure and its wind; current and wind are transferred at every second step.
 * Run with: mpirun -n 4 two_models_c */
#include <groundswell/transfer.h>
#include <stdio.h>
#include <stdlib.h>

enum { n_grid = 60, n_step = 6 };

static void check(int code) {
  if (code == DATA_TRANSFER_OK) return;
  fprintf(stderr, "%s\n", data_transfer_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* A model: its cells, one field with a value per cell and one with two. */
struct model {
  MPI_Comm comm;
  int other_root, n_cell;
  int cells[n_grid];
  float scalar[n_grid];
  double vector[n_grid][2];
};

static float scalar_of(int cell, int step) {
  return (float)(cell + 1000 * step);
}
static double vector_of(int cell, int k, int step) {
  return cell + 0.25 * k + 1000.0 * step;
}

static struct model make_model(int is_ocean, int n_ocean, int other_root) {
  struct model m = {.other_root = other_root};
  int rank, size;
  MPI_Comm_split(MPI_COMM_WORLD, is_ocean, 0, &m.comm);
  MPI_Comm_rank(m.comm, &rank);
  MPI_Comm_size(m.comm, &size);
  for (int cell = 0; cell < n_grid; ++cell) {
    const int owner = is_ocean ? cell * n_ocean / n_grid : cell % size;
    if (owner == rank) m.cells[m.n_cell++] = cell;
  }
  return m;
}

static int register_transfer(struct model* m, int action, const bool* mask) {
  const int id = data_transfer_register_instance(m->comm, m->other_root, action);
  if (id < 0) check(DATA_TRANSFER_ERROR);
  const bool input = action == DATA_TRANSFER_SEND;
  check(data_transfer_register_decomp(id, n_grid, m->n_cell, m->cells));
  check(data_transfer_register_field(id, m->scalar, input, sizeof(float), 1, "scalar"));
  check(data_transfer_register_field(id, m->vector, input, sizeof(double), 2, "vector"));
  check(data_transfer_register_mask(id, 2, mask));
  check(data_transfer_init_instance(id));
  return id;
}

static void compute(struct model* m, int step) {
  for (int i = 0; i < m->n_cell; ++i) {
    m->scalar[i] = scalar_of(m->cells[i], step);
    for (int k = 0; k < 2; ++k) m->vector[i][k] = vector_of(m->cells[i], k, step);
  }
}

/* The number of values that differ from those of the other model at this step. */
static int count_wrong(const struct model* m, int step) {
  const int vector_step = step - step % 2; /* when vectors were last transferred */
  int wrong = 0;
  for (int i = 0; i < m->n_cell; ++i) {
    wrong += m->scalar[i] != scalar_of(m->cells[i], step);
    for (int k = 0; k < 2; ++k) wrong += m->vector[i][k] != vector_of(m->cells[i], k, vector_step);
  }
  return wrong;
}

int main(int argc, char** argv) {
  int rank, size, wrong = 0, all_wrong = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 2) {
    fprintf(stderr, "two models need two processes; start with mpirun -n 2 or more\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  const int n_ocean = size / 2, is_ocean = rank < n_ocean;
  struct model mine = make_model(is_ocean, n_ocean, is_ocean ? n_ocean : 0), theirs = mine;
  bool mask[2] = {true, true};
  const int sending = register_transfer(&mine, DATA_TRANSFER_SEND, mask);
  const int receiving = register_transfer(&theirs, DATA_TRANSFER_RECV, mask);
  for (int step = 0; step < n_step; ++step) {
    compute(&mine, step);
    mask[1] = step % 2 == 0;
    check(data_transfer_exec_instance(sending)); /* both models send first */
    check(data_transfer_exec_instance(receiving));
    wrong += count_wrong(&theirs, step);
  }
  check(data_transfer_final_instance(sending));
  check(data_transfer_final_instance(receiving));
  MPI_Allreduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("%d steps, %d wrong values\n", n_step, all_wrong);
  MPI_Comm_free(&mine.comm);
  MPI_Finalize();
  return all_wrong != 0;
}
