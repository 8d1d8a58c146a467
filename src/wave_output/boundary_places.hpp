// SPDX-License-Identifier: Apache-2.0
// Places at which a nested run needs spectra.
#pragma once

#include "output/places.hpp"
#include "wave_output/wave_output_settings.hpp"

namespace groundswell {

// Some of the open edges of the nested run's mesh, called e0001, e0002, ... in the order of its file, the
// same on all ranks. No two are closer to each other than the spacing, and every open edge has one that is
// not farther away; an edge that has the values of the nearest cell counts as lying in its centre.
// `part` is this rank's part of the mesh of this run. Throws Error, on all ranks, where the mesh cannot be
// read or has no open edge, and where one lies on land farther than `max_distance` from the centre of any
// cell. Collective.
PlacesInSea find_boundary_places(const Communicator& communicator, const BoundaryOutputSettings& settings,
                                 const MeshPart& part);

}  // namespace groundswell
