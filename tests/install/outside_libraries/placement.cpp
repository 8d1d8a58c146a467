// SPDX-License-Identifier: Apache-2.0
// Another program, which probes the network between its processes, and chooses two nodes of the published
// example, in which nodes 2 and 3 are the closest.
#include <mpi.h>

#include <cstdio>

#include "placement/choose_nodes.hpp"
#include "probe/probe.hpp"

int main(int argc, char** argv) {
  using namespace groundswell;
  MPI_Init(&argc, &argv);
  {
    const Communicator world(MPI_COMM_WORLD);
    ProbeSettings settings;
    settings.places = PlaceKind::ranks;
    settings.bytes = {8, 1024};
    settings.repetitions = 3;
    const NetworkFile found = probe_network(world, settings);
    DistanceMatrix distances(3);
    const double both_ways[3][3] = {{0, 1.0, 1.1}, {1.0, 0, 0.9}, {1.1, 0.9, 0}};
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) distances(a, b) = both_ways[a][b];
    const std::vector<int> chosen = choose_for_all_to_all(distances, 2);
    if (world.rank() == 0)
      std::printf("%d places, %s; chosen %d and %d\n", found.between.n_place(),
                  found.between.is_complete() ? "complete" : "not complete", chosen[0] + 1, chosen[1] + 1);
  }
  MPI_Finalize();
}
