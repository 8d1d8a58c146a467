// SPDX-License-Identifier: Apache-2.0
// Starts a run from the sea of another run's restart, with a different date, spectrum or mesh if need be.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "decomp/decomposed_mesh.hpp"
#include "model/model_settings.hpp"
#include "model/place_of_cell.hpp"
#include "model/state.hpp"
#include "restart/restart_file.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {

// Describes mesh, spectrum and physics for a restart, so that a different sea can be recognised and
// converted. Collective.
RestartFacts describe_sea(const ModelSettings& config, const DecomposedMesh& domain,
                          const SpectralGrid& grid);

// The places of the owned cells, as stored in a restart: rows of four numbers.
std::vector<PlaceOfCell> make_cell_places(const LocalMesh& local, const std::vector<double>& frame_angle);

struct HotStart {
  std::vector<std::string> said;  // what was taken from the restart, for the log
  bool has_stress = false;        // whether u* and the wave stress were also taken
};

// Replaces the spectra of the owned cells by those of config.initial's restart and, if that has the same
// physics, also u*, the wave stress and the share of the depth losses that is left to the sources. On the
// same mesh and spectrum all bits are kept. Otherwise spectra are interpolated from the surrounding cells
// (find_source_cells), remapped (SpectrumRemap) and turned from frame to frame; cells that are too far away
// are left unchanged. Throws Error, on all ranks, for a damaged or foreign file. Collective.
HotStart start_from_restart(const ModelSettings& config, const DecomposedMesh& domain,
                            const SpectralGrid& grid, const std::vector<PlaceOfCell>& places, State& state);

}  // namespace groundswell
