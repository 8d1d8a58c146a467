// SPDX-License-Identifier: Apache-2.0
// An exchange object may outlive MPI, as a static one does. Its destructor then makes no MPI calls, which
// would end the program with an error.
#include <gtest/gtest.h>

#include <vector>

#include "halo/halo_exchange.hpp"
#include "parallel/halo/halo_samples.hpp"

namespace groundswell {
namespace {

using test::make_ring;
using test::Ring;
using test::world;

std::vector<HaloExchange>& kept() {
  static std::vector<HaloExchange> all;  // destroyed after main()
  return all;
}

TEST(halo_exchange, may_outlive_mpi) {
  const Ring ring = make_ring(world(), 4, 1);
  for (const std::string& method : test::all_methods()) {
    HaloExchange& halo = kept().emplace_back(world(), ring.plan, HaloSettings{.method = method});
    std::vector<double> values = test::make_values<double>(ring, 3, 1);
    halo.exchange(make_cell_rows(values.data(), std::int64_t(ring.cells.size()), 3));
    EXPECT_EQ(test::count_bad(ring, values, 3, 1), 0) << method;
  }
}

}  // namespace
}  // namespace groundswell
