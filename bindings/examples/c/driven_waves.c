/* SPDX-License-Identifier: Apache-2.0
 * A small atmosphere that drives the waves: it gives them its wind, lets them make steps, and gets the
 * roughness of the sea (the Charnock parameter) and the wave heights.
 * Run with: mpirun -n 2 driven_waves_c driven_waves.yaml output.folder=waves */
#include <groundswell/wave_model.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int code) {
  if (code == WAVE_MODEL_OK) return;
  fprintf(stderr, "%s\n", wave_model_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* One value for each cell of the waves on this process. */
struct atmosphere {
  int64_t n;
  double *east, *north; /* wind at 10 m [m s-1] */
  double *charnock, *height;
};

static double* make_array(int64_t n) {
  double* const values = calloc((size_t)n + 1, sizeof(double));
  if (!values) MPI_Abort(MPI_COMM_WORLD, 1);
  return values;
}

static struct atmosphere make_atmosphere(int64_t n) {
  struct atmosphere a = {n, make_array(n), make_array(n), make_array(n), make_array(n)};
  return a;
}

/* Where a real one has its dynamics: a steady wind from the north. */
static void make_step(struct atmosphere* a) {
  for (int64_t i = 0; i < a->n; ++i) {
    a->east[i] = 0.0;
    a->north[i] = -12.0;
  }
}

static double highest(const double* values, int64_t n) {
  double most = 0.0, of_all;
  for (int64_t i = 0; i < n; ++i)
    if (values[i] > most) most = values[i];
  MPI_Allreduce(&most, &of_all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return of_all;
}

int main(int argc, char** argv) {
  int rank, waves;
  int64_t time, end, step, n, n_global;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  check(wave_model_initialize(MPI_COMM_WORLD, argc > 1 ? argv[1] : NULL, argc > 2 ? argv[2] : NULL, &waves));
  check(wave_model_get_current_time(waves, &time));
  check(wave_model_get_end_time(waves, &end));
  check(wave_model_get_time_step(waves, &step));
  check(wave_model_get_grid_size(waves, &n, &n_global));
  struct atmosphere air = make_atmosphere(n);
  for (; time < end; time += step) {
    make_step(&air);
    check(wave_model_set_vector(waves, "wind", time, air.n, air.east, air.north));
    check(wave_model_update(waves));
    check(wave_model_get_value(waves, "cha", air.n, air.charnock));
    check(wave_model_get_value(waves, "hs", air.n, air.height));
    const double cha = highest(air.charnock, air.n), hs = highest(air.height, air.n);
    if (rank == 0)
      printf("%6ld s: waves up to %.3f m, Charnock parameter up to %.4f\n", (long)(time + step), hs, cha);
  }
  check(wave_model_finalize(waves));
  double* arrays[] = {air.east, air.north, air.charnock, air.height};
  for (int k = 0; k < 4; ++k) free(arrays[k]);
  MPI_Finalize();
  return 0;
}
