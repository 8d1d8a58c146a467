// SPDX-License-Identifier: Apache-2.0
// The sea at the start of a run.
#pragma once

#include <optional>
#include <vector>

#include "comm/communicator.hpp"
#include "decomp/local_mesh.hpp"
#include "exec/array.hpp"
#include "files/input_record.hpp"
#include "mesh/mesh.hpp"
#include "model/model_settings.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {

// Wind in each cell's direction frame [m s-1], by cell.
struct FrameWind {
  View<const float> x, y;
};

// Fills the first wind.x.size cells of `action` according to the settings; values from files are those at
// `start`. The sea of a restart is set later (hot_start.hpp). `frame_angle` [n_cell]. Throws Error if files
// are missing or cannot be used.
void make_initial_state(const InitialSettings& settings, const SpectralGrid& grid, const Mesh& mesh,
                        const std::vector<double>& frame_angle, const FrameWind& wind, const DateTime& start,
                        RowArray<float>& action);

// Fingerprint of the parameters that files have at `start` for the owned cells; empty for other kinds of
// initial sea. Throws Error, on all ranks, if the files cannot be read. Collective.
std::optional<InputRecord> find_initial_parameters(const InitialSettings& settings, const SpectralGrid& grid,
                                                   const LocalMesh& local,
                                                   const std::vector<double>& frame_angle,
                                                   const DateTime& start, const Communicator& ranks);

// The fraction of the given significant height that lies between the first and the last frequency. The
// generated sea always has the whole height, so its shape would be distorted if this fraction were small.
double height_share(const SpectralGrid& grid, const InitialSettings& swell);

}  // namespace groundswell
