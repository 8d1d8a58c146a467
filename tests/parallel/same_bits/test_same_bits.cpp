// SPDX-License-Identifier: Apache-2.0
// The project guarantees the same bits on any number of ranks, with any halo method and any number of
// threads. All runs are compared with a run on one rank.
#include "parallel/same_bits/run_in_groups.hpp"

namespace groundswell {
namespace {

using test::Group;
using test::Outcome;

const test::StormySea& sea() {
  static const test::StormySea files;
  return files;
}

void expect_same_bits(const std::string& scheme, PhysicsPackage package = PhysicsPackage::wam4) {
  ModelSettings config = sea().run();
  config.physics.package = package;
  config.propagation.scheme = find_named(flux_schemes, scheme).value;
  const std::vector<std::vector<Group>> rounds{
      {{1, "point_to_point"}, {3, "point_to_point"}, {3, "point_to_point_ordered", 3}},
      {{2, "graph", 1}, {5, "point_to_point_ordered"}},
      {{7, "graph"}}};
  Outcome alone;
  for (const std::vector<Group>& groups : rounds) {
    const std::vector<Outcome> outcomes = test::run_side_by_side(config, groups);
    if (&groups == &rounds[0]) alone = outcomes[0];
    for (std::size_t i = 0; i < groups.size(); ++i) {
      EXPECT_EQ(outcomes[i].state, alone.state) << scheme << " on " << groups[i].n_rank;
      EXPECT_EQ(outcomes[i].fields, alone.fields) << scheme << " on " << groups[i].n_rank;
    }
  }
}

TEST(SameBits, ThirdOrder) {
  expect_same_bits("third_order");
}

TEST(SameBits, Upwind) {
  expect_same_bits("upwind");
}

TEST(SameBits, St4) {
  expect_same_bits("third_order", PhysicsPackage::st4);
}

}  // namespace
}  // namespace groundswell
