// SPDX-License-Identifier: Apache-2.0
// Sources passed to a model by its caller: another component of a coupled system, a formula, a test.
#pragma once

#include <functional>
#include <memory>

#include "boundary/boundary_source.hpp"
#include "boundary/open_edges.hpp"
#include "decomp/local_mesh.hpp"
#include "forcing/forcing_source.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {

// Each function makes a source once the cells of a rank are known. If a function is empty, the source is made
// from the settings; all ranks must pass the same functions.
struct ModelSources {
  // Makes a source for the owned cells, which are the first local.n_owned; `local` lives as long as the
  // model.
  using MakeForcing = std::function<std::unique_ptr<ForcingSource>(const LocalMesh& local)>;
  using MakeBoundary =
      std::function<std::unique_ptr<BoundarySource>(const OpenEdges& edges, const SpectralGrid& grid)>;

  MakeForcing wind, current, water_level, ice, air_density;
  MakeBoundary boundary;
  // Whether an error of one rank in a step is thrown on all, for callers that do not end the program. It is
  // so in any case if there are sources of forcing, whose updates may be collective.
  bool fail_together = false;

  bool any_forcing() const { return wind || current || water_level || ice || air_density; }
};

}  // namespace groundswell
