// SPDX-License-Identifier: Apache-2.0
// A run that starts from the sea of another run's restart: on another date, spectrum or mesh, if need be.
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

// What a restart says of its mesh, its spectrum and its physics, so that a sea can be told from another and
// be brought to another. Collective.
RestartFacts describe_sea(const ModelSettings& config, const DecomposedMesh& domain,
                          const SpectralGrid& grid);

// Of the owned cells, as a restart has them: rows of four numbers.
std::vector<PlaceOfCell> make_cell_places(const LocalMesh& local, const std::vector<double>& frame_angle);

struct HotStart {
  std::vector<std::string> said;  // what was taken from where, for the log
  bool has_stress = false;        // whether u* and the wave stress were taken too
};

// Replaces the spectra of the owned cells by those of config.initial's restart, and where it is one of the
// same physics also u*, the wave stress and the share of the losses by depth. On the same mesh and spectrum
// all bits stay. Otherwise spectra are interpolated from the cells around (find_source_cells) and remapped
// (SpectrumRemap), turned from frame to frame; cells that are too far are left as they are. Throws Error, on
// all ranks, for a damaged or foreign file. Collective.
HotStart start_from_restart(const ModelSettings& config, const DecomposedMesh& domain,
                            const SpectralGrid& grid, const std::vector<PlaceOfCell>& places, State& state);

}  // namespace groundswell
