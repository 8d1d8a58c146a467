/* SPDX-License-Identifier: Apache-2.0
 * An ocean's array as it is: heat[k][j][i] has a block of a grid in layers, with a halo of one cell around
 * it. Heat mixes with its neighbours. The grid is periodic along i, closed in the south, and folded beyond
 * its last row, as tripolar grids are. The result is compared with that of a process that has the whole grid.
 * Run with: mpirun -n 4 ocean_halo_c [METHOD] */
#include <groundswell/halo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { n_i = 36, n_j = 20, n_layer = 3, n_step = 20 };

static void check(int code) {
  if (code == GROUNDSWELL_HALO_OK) return;
  fprintf(stderr, "%s\n", groundswell_halo_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The cells of a block: part[0] x part[1] blocks share the grid. */
static groundswell_halo_box find_block(int rank, const int* part) {
  const int x = rank % part[0], y = rank / part[0];
  groundswell_halo_box box = {.n_i = n_i, .n_j = n_j, .west = 1, .east = 1, .south = 1, .north = 1};
  box.first_i = x * n_i / part[0];
  box.first_j = y * n_j / part[1];
  box.own_i = (x + 1) * n_i / part[0] - box.first_i;
  box.own_j = (y + 1) * n_j / part[1] - box.first_j;
  box.is_periodic_i = 1;
  box.fold = GROUNDSWELL_HALO_FOLD_F;
  return box;
}

/* Layers of (own_j + 2) x (own_i + 2) values. */
static double* run(MPI_Comm comm, const groundswell_halo_box* box, const char* method) {
  const int64_t w = box->own_i + 2, h = box->own_j + 2;
  double *heat = calloc((size_t)(n_layer * w * h), sizeof *heat),
         *next = malloc((size_t)(w * h) * sizeof *next);
  for (int64_t k = 0; k < n_layer; ++k)
    for (int64_t j = 1; j <= box->own_j; ++j)
      for (int64_t i = 1; i <= box->own_i; ++i)
        heat[(k * h + j) * w + i] = (double)((7 * (box->first_i + i) + 3 * (box->first_j + j) + k) % 11);
  const int halo = groundswell_halo_create_box(comm, box, method, NULL);
  if (halo < 0) check(GROUNDSWELL_HALO_ERROR);
  groundswell_halo_rows rows;
  check(groundswell_halo_array(heat, sizeof *heat, "kji", (int64_t[]){n_layer, h, w}, &rows));
  for (int step = 0; step < n_step; ++step) {
    check(groundswell_halo_exchange(halo, 1, &rows));
    for (int64_t k = 0; k < n_layer; ++k) {
      double* a = heat + k * h * w;
      if (box->first_j == 0) memcpy(a, a + w, (size_t)w * sizeof *a); /* nothing crosses the southern edge */
      memcpy(next, a, (size_t)(w * h) * sizeof *a);
      for (int64_t j = 1; j <= box->own_j; ++j)
        for (int64_t i = 1; i <= box->own_i; ++i) {
          const double* here = a + j * w + i;
          next[j * w + i] = *here + 0.1 * (here[-1] + here[1] + here[-w] + here[w] - 4 * *here) +
                            0.01 * (here[w - 1] - here[w + 1]);
        }
      memcpy(a, next, (size_t)(w * h) * sizeof *a);
    }
  }
  check(groundswell_halo_close(halo));
  free(next);
  return heat;
}

int main(int argc, char** argv) {
  int rank, size, part[2] = {0, 0}, wrong = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, part);
  const char* method = argc > 1 ? argv[1] : "point_to_point";
  const groundswell_halo_box mine = find_block(rank, part), all = find_block(0, (const int[]){1, 1});
  double *heat = run(MPI_COMM_WORLD, &mine, method), *whole = run(MPI_COMM_SELF, &all, method);
  for (int64_t k = 0; k < n_layer; ++k)
    for (int64_t j = 1; j <= mine.own_j; ++j)
      for (int64_t i = 1; i <= mine.own_i; ++i)
        wrong += heat[(k * (mine.own_j + 2) + j) * (mine.own_i + 2) + i] !=
                 whole[(k * (n_j + 2) + mine.first_j + j) * (n_i + 2) + mine.first_i + i];
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%d steps on %d x %d blocks with %s, %d wrong values\n", n_step, part[0], part[1], method, wrong);
  free(heat);
  free(whole);
  MPI_Finalize();
  return wrong != 0;
}
