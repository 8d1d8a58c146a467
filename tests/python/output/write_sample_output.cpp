// SPDX-License-Identifier: Apache-2.0
// Writes the sample output into the given folder, for the tests that open it with other tools.
#include <cstdio>
#include <exception>

#include "comm/mpi_session.hpp"
#include "parallel/output/sample_run.hpp"

int main(int argc, char** argv) {
  const groundswell::MpiSession mpi(argc, argv);
  try {
    groundswell::require(argc == 2, "usage: write_sample_output <folder>");
    groundswell::test::write_sample(mpi.world(), groundswell::test::make_sample_ocean(), argv[1]);
  } catch (const std::exception& error) {
    mpi.abort(error.what());
  }
  return 0;
}
