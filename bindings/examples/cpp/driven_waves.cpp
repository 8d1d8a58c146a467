// SPDX-License-Identifier: Apache-2.0
// A small atmosphere that drives the waves: it gives them its wind, lets them make steps, and gets the
// roughness of the sea (the Charnock parameter) and the wave heights.
// Run with: mpirun -n 2 driven_waves_cpp driven_waves.yaml output.folder=waves
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "run/driven_run.hpp"

namespace {

using namespace groundswell;

// Where a real one has its dynamics: a steady wind from the north.
struct Atmosphere {
  explicit Atmosphere(std::size_t n_point) : east(n_point), north(n_point), charnock(n_point) {}
  void make_step() {
    std::ranges::fill(east, 0.0);
    std::ranges::fill(north, -12.0);
  }
  std::vector<double> east, north;  // wind at 10 m [m s-1]
  std::vector<double> charnock;
};

double highest(const std::vector<double>& values) {
  double most = 0.0;
  for (const double value : values) most = std::max(most, value);
  MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return most;
}

void drive_waves(const std::string& case_file, const std::vector<std::string>& overrides) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  DrivenRun waves(MPI_COMM_WORLD, case_file, {.overrides = overrides});
  Atmosphere air(waves.grid().n_point());
  std::vector<double> height(waves.grid().n_point());
  while (!waves.at_end()) {
    air.make_step();
    waves.set<double>("wind", {air.east, air.north}, waves.now());
    waves.run_to(waves.now() + waves.step());
    waves.get<double>("cha", {air.charnock});
    waves.get<double>("hs", {height});
    const double cha = highest(air.charnock), hs = highest(height);
    if (rank == 0)
      std::printf("%6ld s: waves up to %.3f m, Charnock parameter up to %.4f\n",
                  long(waves.now() - waves.period().begin), hs, cha);
  }
  waves.finish();
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    drive_waves(words.empty() ? "" : words[0], {words.begin() + !words.empty(), words.end()});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
