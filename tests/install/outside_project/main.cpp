// SPDX-License-Identifier: Apache-2.0
// Another model, which computes the wave height of a spectrum and partitions a mesh with the installed
// package.
#include <cmath>
#include <cstdio>

#include "decomp/partition.hpp"
#include "mesh/analytic_meshes.hpp"
#include "spectrum/dispersion.hpp"
#include "spectrum/parameters.hpp"
#include "spectrum/shapes.hpp"

int main() {
  using namespace groundswell;
  const SpectralGrid grid;
  const std::vector<float> spectrum =
      make_action(grid, make_jonswap_spectrum(make_jonswap_from_height(3.0, 0.1), 0.5));
  RowArray<float> action(1, std::size_t(grid.n_bin()));
  for (int bin = 0; bin < grid.n_bin(); ++bin) action(0, bin) = spectrum[bin];
  const DispersionTable dispersion(grid, {100.0});
  Array<float> depth(1);
  depth[0] = 100.0f;
  ParameterFields fields(1);
  ParameterInputs inputs;
  inputs.action = action.rows();
  inputs.wavenumber = dispersion.wavenumber();
  inputs.depth = depth.view();
  compute_parameters(Backend::serial, {0, 1}, grid, inputs, fields.arrays());
  const float height = fields[Parameter::significant_height][0];
  std::printf("Hs %.3f m\n", height);
  if (std::abs(height - 3.0f) > 0.05f) return 1;
  const Mesh mesh = make_icosahedral_mesh(2, 6.371e6);
  const Partition partition = make_partition(make_cell_graph(mesh), 3);
  const PartitionQuality quality = compute_quality(make_cell_graph(mesh), partition);
  std::printf("%d cells in %d parts of %d to %d\n", mesh.n_cell, partition.n_part, quality.min_cells,
              quality.max_cells);
  if (partition.owner.size() != std::size_t(mesh.n_cell) || quality.min_cells < 1) return 2;
  return 0;
}
