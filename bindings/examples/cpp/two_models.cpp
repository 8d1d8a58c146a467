// SPDX-License-Identifier: Apache-2.0
// An ocean and an atmosphere on the same 60 cells: the ocean in blocks on the first half of the processes,
// the atmosphere distributed round-robin over the others. The ocean sends its surface temperature and its
// current, the atmosphere its pressure and its wind; current and wind are transferred at every second step.
// Run with: mpirun -n 4 two_models_cpp
#include <cstdio>
#include <vector>

#include "base/error.hpp"
#include "comm/mpi_session.hpp"
#include "transfer/transfer.hpp"

namespace {

using namespace groundswell;
constexpr std::int64_t n_grid = 60;

// One field with a value per cell, and one with two values per cell.
struct Fields {
  std::vector<float> scalar;
  std::vector<double> vector;

  explicit Fields(std::size_t n_cell) : scalar(n_cell), vector(2 * n_cell) {}
  std::vector<CellRows> rows() {
    return {make_cell_rows(scalar), make_cell_rows(vector.data(), std::int64_t(scalar.size()), 2)};
  }
  std::vector<ConstCellRows> const_rows() {
    const std::vector<CellRows> all = rows();
    return {all.begin(), all.end()};
  }
};

Decomposition cells_of(bool is_ocean, int rank, int n_rank) {
  if (is_ocean) return make_block_decomposition(n_grid, rank, n_rank);
  Decomposition decomposition{n_grid, {}};
  for (std::int64_t cell = rank; cell < n_grid; cell += n_rank) decomposition.cells.push_back(cell);
  return decomposition;
}

void compute(Fields& fields, const Decomposition& cells, int step) {
  for (std::size_t i = 0; i < cells.cells.size(); ++i) {
    fields.scalar[i] = float(cells.cells[i] + 1000 * step);
    for (std::size_t k = 0; k < 2; ++k)
      fields.vector[2 * i + k] = double(cells.cells[i]) + 0.25 * double(k) + 1000.0 * step;
  }
}

// The number of values that differ from those of the other model at this step.
int count_wrong(const Fields& came, const Decomposition& cells, int step) {
  Fields now(cells.cells.size()), last(cells.cells.size());
  compute(now, cells, step);
  compute(last, cells, step - step % 2);  // when vectors were last transferred
  int wrong = 0;
  for (std::size_t i = 0; i < now.scalar.size(); ++i) wrong += came.scalar[i] != now.scalar[i];
  for (std::size_t i = 0; i < last.vector.size(); ++i) wrong += came.vector[i] != last.vector[i];
  return wrong;
}

int run(const Communicator& world) {
  require(world.size() > 1, "two models need two processes; start with mpirun -n 2 or more");
  const int n_ocean = world.size() / 2;
  const bool is_ocean = world.rank() < n_ocean;
  const Decomposition mine = is_ocean ? cells_of(true, world.rank(), n_ocean)
                                      : cells_of(false, world.rank() - n_ocean, world.size() - n_ocean);
  const std::vector<TransferField> fields{{"scalar", sizeof(float)}, {"vector", 2 * sizeof(double)}};
  TransferGroup group;  // both models may send first
  Transfer from_ocean(world, is_ocean ? &mine : nullptr, is_ocean ? nullptr : &mine, fields,
                      {.name = "from_ocean"}, &group);
  Transfer to_ocean(world, is_ocean ? nullptr : &mine, is_ocean ? &mine : nullptr, fields,
                    {.name = "to_ocean"}, &group);
  Transfer& sending = is_ocean ? from_ocean : to_ocean;
  Transfer& receiving = is_ocean ? to_ocean : from_ocean;
  Fields values(mine.cells.size()), came(mine.cells.size());
  int wrong = 0;
  for (int step = 0; step < 6; ++step) {
    compute(values, mine, step);
    const std::vector<bool> mask{true, step % 2 == 0};
    sending.move(values.const_rows(), {}, mask);
    receiving.move({}, came.rows(), mask);
    wrong += count_wrong(came, mine, step);
  }
  wrong = world.sum(wrong);
  if (world.rank() == 0) std::printf("6 steps, %d wrong values\n", wrong);
  return wrong != 0;
}

}  // namespace

int main(int argc, char** argv) {
  MpiSession session(argc, argv);
  try {
    return run(session.world());
  } catch (const std::exception& error) {
    session.abort(text(error.what(), "\n"));
  }
}
