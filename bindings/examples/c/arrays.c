/* SPDX-License-Identifier: Apache-2.0
 * A model in C that writes a temperature on 1000 cells with 10 levels, and its value at the surface. Cells
 * are distributed round-robin; with two or more processes, the last one is a server.
 * Run with: mpirun -n 3 arrays_c FOLDER */
#include <groundswell/output.h>
#include <stdio.h>
#include <stdlib.h>

enum { n_cell = 1000, n_level = 10, n_hour = 6 };

static void check(int code) {
  if (code == GROUNDSWELL_OUTPUT_OK) return;
  fprintf(stderr, "%s\n", groundswell_output_error());
  MPI_Abort(MPI_COMM_WORLD, 1); /* the program's choice; the library never does */
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, n_rank = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n_rank);
  const int n_server = n_rank > 1 ? 1 : 0, n_compute = n_rank - n_server;
  bool is_server = false;
  const int id = groundswell_output_create(MPI_COMM_WORLD, n_server);
  if (id < 0) check(GROUNDSWELL_OUTPUT_ERROR);
  check(groundswell_output_is_server(id, &is_server));

  static int64_t cells[n_cell];
  static float surface[n_cell];
  static double temperature[n_cell * n_level]; /* [cell][level] */
  double depth[n_level];
  int64_t n_local = 0;
  for (int cell = rank; cell < n_cell && !is_server; cell += n_compute) cells[n_local++] = cell;
  for (int level = 0; level < n_level; ++level) depth[level] = 10.0 * level;

  char path[1000];
  snprintf(path, sizeof path, "%s/temperature.nc", argc > 1 ? argv[1] : ".");
  check(groundswell_output_set_run(id, "2001-01-01", "noleap", n_hour * 3600));
  check(groundswell_output_set_header(id, "Temperatures", "arrays.c", NULL));
  check(groundswell_output_set_cells(id, n_cell, n_local, cells));
  check(groundswell_output_set_levels(id, n_level, depth, "m", "depth", true));
  check(groundswell_output_add_variable(id, "tos", "degree_C", NULL, NULL, surface, sizeof(float), false));
  check(groundswell_output_add_variable(id, "thetao", "degree_C", NULL, NULL, temperature, sizeof(double),
                                        true));
  check(groundswell_output_add_file(id, path, "tos thetao", 2 * 3600, 0, -1));
  check(groundswell_output_open(id));
  if (is_server) check(groundswell_output_serve(id));
  for (int hour = 0; hour <= n_hour && !is_server; ++hour) {
    for (int64_t i = 0; i < n_local; ++i) {
      for (int level = 0; level < n_level; ++level)
        temperature[i * n_level + level] = (double)cells[i] + 0.01 * level + 1000.0 * hour;
      surface[i] = (float)temperature[i * n_level];
    }
    check(groundswell_output_write(id, hour * 3600));
  }
  check(groundswell_output_close(id));
  MPI_Finalize();
  return 0;
}
