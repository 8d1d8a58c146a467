// SPDX-License-Identifier: Apache-2.0
// Writes the sample output into the given folder, in the given format, for the tests that open it with other
// tools.
#include <cstdio>
#include <exception>
#include <fstream>

#include "comm/mpi_session.hpp"
#include "comm/together.hpp"
#include "parallel/wave_output/sample_run.hpp"

namespace groundswell {

// Adds the track of a ship that crosses the date line and the North Pole, once with interpolated spectra and
// once with those of the surrounding cells. Collective.
void add_tracks(const Communicator& world, const std::string& folder, OutputSettings& settings) {
  const std::string path = folder + "/path.csv";
  run_on_root(world, 0, [&] {
    std::ofstream(path) << "time,lon,lat\n1996-01-15T18:00:00Z,150,-20\n1996-01-15T19:00:00Z,-170,5\n"
                           "1996-01-15T21:00:00Z,10,85\n";
  });
  settings.tracks.interval = 1800;
  settings.tracks.tracks = {{"ship", path, TrackValue::interpolated}, {"cells", path, TrackValue::cells}};
}

}  // namespace groundswell

int main(int argc, char** argv) {
  const groundswell::MpiSession mpi(argc, argv);
  try {
    groundswell::require(argc == 3, "usage: write_sample_output <folder> <format>");
    groundswell::OutputSettings settings = groundswell::test::sample_settings(argv[1]);
    settings.mesh.file.format = settings.lat_lon.file.format =
        groundswell::find_named(groundswell::file_formats, argv[2]).value;
    groundswell::add_tracks(mpi.world(), argv[1], settings);
    groundswell::test::write_sample(mpi.world(), groundswell::test::sample_ocean(), settings);
  } catch (const std::exception& error) {
    mpi.abort(error.what());
  }
  return 0;
}
