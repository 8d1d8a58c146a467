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

// Describes mesh, spectrum and physics for a restart, so that a run with a different mesh, spectrum or
// physics can recognise this and convert the sea. Collective.
RestartFacts describe_sea(const ModelSettings& config, const DecomposedMesh& domain,
                          const SpectralGrid& grid);

// The places of the owned cells, as stored in a restart: rows of four numbers.
std::vector<PlaceOfCell> make_cell_places(const LocalMesh& local, const std::vector<double>& frame_angle);

struct HotStart {
  std::vector<std::string> said;  // lines for the log on what the restart provided
  bool has_stress = false;        // whether the restart also provided u* and the wave stress
};

// Replaces the spectra of the owned cells by those of config.initial's restart and, if that has the same
// physics, also u*, the wave stress and the share of the depth losses that is left to the sources. On the
// same mesh and spectrum all bits are kept. Otherwise spectra are interpolated from the surrounding cells or
// averaged over the cells within (find_source_cells), remapped (SpectrumRemap) and turned from frame to
// frame; cells that are too far away are left unchanged. Throws Error, on all ranks, for a file that is
// damaged, is not a restart, or is for a different surface (sphere for plane or vice versa, or a plane of
// other periods). Collective.
HotStart start_from_restart(const ModelSettings& config, const DecomposedMesh& domain,
                            const SpectralGrid& grid, const std::vector<PlaceOfCell>& places, State& state);

}  // namespace groundswell
