/* SPDX-License-Identifier: Apache-2.0
 * Two tracers on a longitude-latitude grid: a wind carries them eastwards, and they mix with their eight
 * neighbours. Each process has a block of the grid and a halo of one cell around it, including corners; the
 * grid is periodic in longitude and ends at the poles. The result is compared with that of a process that has
 * the whole grid.
 * Run with: mpirun -n 4 lat_lon_halo_c [METHOD] */
#include <groundswell/halo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { n_lon = 36, n_lat = 18, n_step = 20, n_grid = n_lon * n_lat };

static void check(int code) {
  if (code == GROUNDSWELL_HALO_OK) return;
  fprintf(stderr, "%s\n", groundswell_halo_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Cell (i, j) has the number i + j * n_lon, counted from 0. */
static int wrap(int i) {
  return (i + n_lon) % n_lon;
}
static int number_of(int i, int j) {
  return wrap(i) + j * n_lon;
}

/* The cells of a process: owned ones, first those inside its block, then those on its rim, and then the halo.
 */
struct block {
  int rank, n_part[2]; /* parts of the columns, of the rows */
  int64_t n_inner, n_owned, n_halo, cells[n_grid];
  int owners[n_grid];
  int local[n_grid]; /* the local cell by its number in the grid, or -1 */
};

static int owner_of(const struct block* b, int i, int j) {
  return wrap(i) * b->n_part[0] / n_lon + j * b->n_part[1] / n_lat * b->n_part[0];
}

/* Whether all cells around (i, j) belong to this process. */
static int is_inner(const struct block* b, int i, int j) {
  for (int y = j - 1; y <= j + 1; ++y)
    for (int x = i - 1; x <= i + 1; ++x)
      if (y >= 0 && y < n_lat && owner_of(b, x, y) != b->rank) return 0;
  return 1;
}

/* Each process may search a small grid like this; larger models know the ring around their block. */
static struct block make_block(int rank, int size) {
  struct block b = {.rank = rank};
  char is_halo[n_grid] = {0};
  MPI_Dims_create(size, 2, b.n_part);
  for (int pass = 0; pass < 2; ++pass) {
    for (int n = 0; n < n_grid; ++n) {
      const int i = n % n_lon, j = n / n_lon;
      if (owner_of(&b, i, j) != rank || is_inner(&b, i, j) == pass) continue;
      b.cells[b.n_owned++] = n;
      for (int y = j - 1; y <= j + 1; ++y)
        for (int x = i - 1; x <= i + 1; ++x)
          if (y >= 0 && y < n_lat) is_halo[number_of(x, y)] = owner_of(&b, x, y) != rank;
    }
    if (pass == 0) b.n_inner = b.n_owned;
  }
  int64_t* halo = b.cells + b.n_owned;
  for (int n = 0; n < n_grid; ++n) {
    if (!is_halo[n]) continue;
    halo[b.n_halo] = n;
    b.owners[b.n_halo++] = owner_of(&b, n % n_lon, n / n_lon);
  }
  check(groundswell_halo_sort(&b.n_halo, halo, b.owners));
  for (int n = 0; n < n_grid; ++n) b.local[n] = -1;
  for (int k = 0; k < b.n_owned + b.n_halo; ++k) b.local[b.cells[k]] = k;
  return b;
}

static double area(int j) {
  return cos((j + 0.5 - 0.5 * n_lat) * acos(-1.0) / n_lat);
}

/* A step for cells [first, last): advection from the west, and mixing. */
static void advance(const struct block* b, int64_t first, int64_t last, double (*tracers)[2],
                    double (*next)[2]) {
  for (int64_t cell = first; cell < last; ++cell) {
    const int i = (int)b->cells[cell] % n_lon, j = (int)b->cells[cell] / n_lon;
    const double* here = tracers[cell];
    for (int k = 0; k < 2; ++k) {
      double value = here[k] + 0.3 * (tracers[b->local[number_of(i - 1, j)]][k] - here[k]);
      for (int y = j - 1; y <= j + 1; ++y) {
        if (y < 0 || y >= n_lat) continue;
        for (int x = i - 1; x <= i + 1; ++x)
          value +=
              0.05 * fmin(area(j), area(y)) / area(j) * (tracers[b->local[number_of(x, y)]][k] - here[k]);
      }
      next[cell][k] = value;
    }
  }
}

static void set_start(const struct block* b, double (*tracers)[2]) {
  for (int64_t cell = 0; cell < b->n_owned; ++cell) {
    const int i = (int)b->cells[cell] % n_lon, j = (int)b->cells[cell] / n_lon;
    tracers[cell][0] = 20 + 10 * cos(0.3 * i) * sin(0.2 * j);
    tracers[cell][1] = 35 + (7 * i + 3 * j) % 5;
  }
}

static void run(const struct block* b, MPI_Comm comm, const char* method, double (*tracers)[2]) {
  static double next[n_grid][2];
  const int64_t n_cell = b->n_owned + b->n_halo;
  set_start(b, tracers);
  const int halo = groundswell_halo_create(comm, b->n_owned, b->cells, b->n_halo, b->cells + b->n_owned,
                                           b->owners, method, NULL);
  if (halo < 0) check(GROUNDSWELL_HALO_ERROR);
  const groundswell_halo_rows rows = {
      .data = tracers, .n_row = n_cell, .stride = sizeof tracers[0], .length = sizeof tracers[0]};
  for (int step = 0; step < n_step; ++step) {
    const int transit = groundswell_halo_start(halo, 1, &rows);
    if (transit < 0) check(GROUNDSWELL_HALO_ERROR);
    advance(b, 0, b->n_inner, tracers, next); /* while the halo is in flight */
    check(groundswell_halo_finish(transit));
    advance(b, b->n_inner, b->n_owned, tracers, next);
    memcpy(tracers, next, (size_t)b->n_owned * sizeof next[0]);
  }
  check(groundswell_halo_close(halo));
}

int main(int argc, char** argv) {
  static double tracers[n_grid][2], whole[n_grid][2];
  int rank, size, wrong = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const char* method = argc > 1 ? argv[1] : "point_to_point";
  const struct block mine = make_block(rank, size), all = make_block(0, 1);
  run(&mine, MPI_COMM_WORLD, method, tracers);
  run(&all, MPI_COMM_SELF, method, whole);
  for (int cell = 0; cell < mine.n_owned; ++cell)
    for (int k = 0; k < 2; ++k) wrong += tracers[cell][k] != whole[all.local[mine.cells[cell]]][k];
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%d steps on %d x %d blocks with %s, %d wrong values\n", n_step, mine.n_part[0], mine.n_part[1],
           method, wrong);
  MPI_Finalize();
  return wrong != 0;
}
