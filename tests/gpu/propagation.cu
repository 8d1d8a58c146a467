// SPDX-License-Identifier: Apache-2.0
// A pass of propagation compiled for a GPU, one thread per tile. A back end for GPUs would let a block share
// a tile.
#include "propagation/pass_kernel.hpp"

namespace groundswell {
namespace {

struct Arguments {
  PassTables<float> tables;
  PassStep<float> step;
  View<const CellTile> tiles;
  const TileEdge* edges;
  View<const PassScratch<float>> scratch;  // [thread]
};

template <class Real, int n_known>
__global__ void run_tiles_kernel(Arguments a) {
  const std::size_t tile = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (tile >= a.tiles.size) return;
  const PassKernel<Real, n_known> kernel(a.tables, a.step, a.scratch[tile]);
  kernel.run_tile(a.tiles[tile], a.edges);
}

}  // namespace
}  // namespace groundswell

// Linking needs a main function, which launches every kernel so that all of them are linked. It is never run.
int main() {
  using namespace groundswell;
  run_tiles_kernel<float, 0><<<1, 64>>>({});
  return int(cudaDeviceSynchronize());
}
