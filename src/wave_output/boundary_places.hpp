// SPDX-License-Identifier: Apache-2.0
// Places at which a nested run needs spectra.
#pragma once

#include "output/places.hpp"
#include "wave_output/wave_output_settings.hpp"

namespace groundswell {

// Selects some open edges of the nested run's mesh, named e0001, e0002, ... in the order of the mesh file,
// the same on all ranks. No two of them are closer to each other than the spacing, and every open edge is
// within the spacing of a selected one; an edge that takes the values of the nearest cell counts as being at
// that cell's centre. `part` is this rank's part of the mesh of this run. Throws Error on all ranks if the
// mesh cannot be read or has no open edge, if only one of the two meshes is on a sphere, or if an open edge
// lies on land, farther than `max_distance` from the nearest cell centre. Collective.
PlacesInSea find_boundary_places(const Communicator& communicator, const BoundaryOutputSettings& settings,
                                 const MeshPart& part);

}  // namespace groundswell
