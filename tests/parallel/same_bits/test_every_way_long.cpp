// SPDX-License-Identifier: Apache-2.0
// Runs have the same bits for every combination of scheme, halo method, number of ranks and number of
// threads, with 36 directions, as in production.
#include "halo/halo_exchange.hpp"
#include "parallel/same_bits/run_in_groups.hpp"

namespace groundswell {
namespace {

using test::Group;
using test::Outcome;

void expect_same_bits(const ModelSettings& config, const std::string& scheme) {
  const Outcome alone = test::run_side_by_side(config, {{1, "point_to_point"}})[0];
  for (const std::string& method : halo_method_names())
    for (const int threads : {0, 1, 3})
      for (const std::vector<int>& sizes : {std::vector<int>{1, 3}, {2, 5}, {7}}) {
        std::vector<Group> groups;
        for (const int n_rank : sizes) groups.push_back({n_rank, method, threads});
        const std::vector<Outcome> outcomes = test::run_side_by_side(config, groups);
        for (std::size_t i = 0; i < groups.size(); ++i)
          EXPECT_EQ(outcomes[i], alone)
              << scheme << ", " << method << ", " << threads << " threads, " << sizes[i] << " ranks";
      }
}

TEST(SameBitsLong, InEveryWay) {
  const test::StormySea sea;
  for (const char* scheme : {"third_order", "upwind"}) {
    ModelSettings config = sea.run();
    config.propagation.scheme = find_named(flux_schemes, scheme).value;
    config.spectrum.n_dir = 36;
    expect_same_bits(config, scheme);
  }
}

}  // namespace
}  // namespace groundswell
