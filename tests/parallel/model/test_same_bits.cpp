// SPDX-License-Identifier: Apache-2.0
// The bins, including those at both poles, are bit-identical to those of a run on one rank with every method
// of reordering the ranks, here without overlap of work and halo exchange; and the checksum detects the
// smallest change of a single bin. Other numbers of ranks, halo methods, schemes and threads are tested in
// tests/parallel/same_bits.
#include <gtest/gtest.h>
#include <mpi.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "model/model_mesh.hpp"
#include "support/gather_cells.hpp"
#include "support/globe_runs.hpp"

namespace groundswell {
namespace {

ModelSettings stormy_globe() {
  ModelSettings config = test::make_stormy_globe();
  config.mesh.bisections = 3;  // 642 cells
  return config;
}

struct Outcome {
  std::vector<float> bins;  // all bins, on the first rank only
  std::uint64_t checksum = 0;
};

// A mesh with hills on the sea floor that long waves feel.
Mesh make_uneven_mesh(const MeshSettings& settings) {
  Mesh mesh = make_model_mesh(settings, Communicator::self()).rows;
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    mesh.depth_cell[cell] *= 1.0 + 0.8 * std::sin(3.0 * mesh.lon_cell[cell]) * std::cos(mesh.lat_cell[cell]);
  return mesh;
}

Outcome run(const ModelSettings& config, const Communicator& communicator) {
  Model model(config, communicator, make_uneven_mesh(config.mesh));
  for (int step = 0; step < 6; ++step) model.step();
  const DecomposedMesh& domain = model.domain();
  return {test::gather_cells(domain.communicator, domain.local, model.state().action),
          test::checksum_of(model)};
}

TEST(SameBits, WithRanksReorderedAndWithoutOverlap) {
  const Communicator world(MPI_COMM_WORLD);
  ModelSettings config = stormy_globe();
  const Outcome alone = run(config, Communicator::self());
  config.parallel.halo_method = "graph";
  config.parallel.overlap = false;
  for (const std::string& name : reorder_names()) {
    config.parallel.decomposition.reorder = name;
    const Outcome together = run(config, world);
    EXPECT_EQ(together.checksum, alone.checksum) << name;
    if (together.bins.empty()) continue;
    ASSERT_EQ(together.bins.size(), alone.bins.size()) << name;
    EXPECT_EQ(std::memcmp(together.bins.data(), alone.bins.data(), alone.bins.size() * sizeof(float)), 0);
  }
}

// A checksum that cannot distinguish states would prove nothing.
TEST(SameBits, ChecksumSeesOneBit) {
  const ModelSettings config = stormy_globe();
  Model model(config, Communicator::self(), make_model_mesh(config.mesh, Communicator::self()));
  const auto before = test::checksum_of(model);
  float& bin = model.state().action(17, 5);
  bin = std::nextafter(bin, 1e9f);
  EXPECT_NE(test::checksum_of(model), before);
}

}  // namespace
}  // namespace groundswell
