// SPDX-License-Identifier: Apache-2.0
// Declarations of the parts of SimGrid, besides MPI, that bench/simgrid/ uses, so that the sources of its
// programs can be checked without SimGrid.
#pragma once

#include <cstddef>

void smpi_execute(double seconds);
void* smpi_shared_malloc(std::size_t n_byte, const char* file, int line);
void smpi_shared_free(void* memory);
#define SMPI_SHARED_MALLOC(n_byte) smpi_shared_malloc(n_byte, __FILE__, __LINE__)
#define SMPI_SHARED_FREE(memory) smpi_shared_free(memory)

namespace simgrid::s4u {
class Engine {
 public:
  static double get_clock();
};
namespace this_actor {
void sleep_for(double seconds);
void sleep_until(double time);
}  // namespace this_actor
}  // namespace simgrid::s4u
