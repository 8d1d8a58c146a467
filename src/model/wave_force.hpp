// SPDX-License-Identifier: Apache-2.0
// The force of the waves on the water, -div S, from the radiation stress S (Longuet-Higgins and Stewart
// 1964, Deep-Sea Research 11).
#pragma once

#include <string>
#include <vector>

#include "decomp/local_mesh.hpp"
#include "exec/array.hpp"
#include "halo/halo_exchange.hpp"
#include "mesh/mesh.hpp"
#include "model/diagnostics.hpp"

namespace groundswell {

// A symmetric tensor along local east and north (x and y in the plane) [N m-1].
struct RadiationStress {
  float xx = 0.0f, xy = 0.0f, yy = 0.0f;
};

// -div S [Pa] in cells [0, n_owned), eastward and northward, from the stress of these cells and of their
// neighbours: the least-squares gradient (cell_gradient.hpp) of the tensor in three dimensions, projected
// onto the cell's plane, so that neighbours whose east differs, as near the poles, count correctly.
// Neighbours beyond a coast or an open edge do not exist, and the gradient is that of the others; a cell
// whose neighbours all lie on one line has the slope along that line only. Views that are empty are not
// written.
void compute_wave_force(const Mesh& mesh, int n_owned, const std::vector<RadiationStress>& stress,
                        View<float> east, View<float> north);

// Computes those of `ufrs` and `vfrs` that are among `names`, from `sxx`, `sxy` and `syy`, which `fields`
// must have computed; halo cells get the stress through `halo`. Collective if any of them is wanted.
void make_wave_force(const LocalMesh& local, HaloExchange& halo, const std::vector<std::string>& names,
                     Diagnostics& fields);
// `names`, and what make_wave_force needs for them.
std::vector<std::string> with_needs_of_wave_force(std::vector<std::string> names);

}  // namespace groundswell
