// SPDX-License-Identifier: Apache-2.0
// Another model, which writes one array on 12 cells. Usage: mpirun -n 3 array_output FOLDER
#include "array_output/array_output.hpp"

#include <cstdio>

#include "comm/mpi_session.hpp"

int main(int argc, char** argv) {
  using namespace groundswell;
  const MpiSession mpi(argc, argv);
  const Communicator& world = mpi.world();
  ArrayOutputSettings settings;
  settings.n_cell = 12;
  settings.servers.n_server = world.size() > 1 ? 1 : 0;
  const int n_compute = world.size() - settings.servers.n_server;
  Decomposition cells{settings.n_cell, {}};
  for (int cell = world.rank(); cell < 12 && world.rank() < n_compute; cell += n_compute)
    cells.cells.push_back(cell);
  std::vector<double> heat(cells.cells.begin(), cells.cells.end());
  settings.start = DateTime::parse("2001-01-01");
  settings.end = settings.start + 7200;
  settings.variables = {{"heat", "J m-2", "", "heat of the soil", false, make_cell_array(heat.data())}};
  settings.files.resize(1);
  settings.files[0].path = std::string(argv[1]) + "/heat.nc";
  settings.files[0].variables = {"heat"};
  ArrayOutput output(world, settings, cells);
  if (output.is_server()) {
    output.serve();
    return 0;
  }
  for (int hour = 0; hour <= 2; ++hour) output.write(settings.start + hour * 3600);
  output.close();
  if (world.rank() == 0) std::printf("written\n");
}
