// SPDX-License-Identifier: Apache-2.0
// Cells of the two sides of a transport that do not match are refused with a sentence.
#include <gtest/gtest.h>

#include "support/parallel_world.hpp"
#include "support/wrong_cells.hpp"
#include "transfer/packet_exchange.hpp"
#include "transport/transport.hpp"

namespace groundswell::test {
namespace {

const std::vector<PacketKind> one_kind{{"fields", {{"height", sizeof(float)}}}};

// What make_sender() or make_receiver() says on this rank.
std::string refusal(const RankRoles& roles, const TransportSettings& way, const Decomposition& cells) {
  return message_of([&] {
    if (roles.role() == RankRole::compute)
      make_sender(roles, {one_kind, {cells}}, way);
    else
      make_receiver(roles, {one_kind, {cells}}, way);
  });
}

// With "primary" output ranks know only which primary has a cell, and not of how many cells compute ranks
// think the grid is; compute ranks hear of no mistake.
TEST(wrong_cells, are_refused_by_senders_and_receivers) {
  const int n_output = (world().size() + 1) / 3, n_compute = world().size() - n_output;
  if (n_output == 0) return;
  const RankRoles roles(world(), n_output);
  const SideRanks source{0, n_compute}, target{n_compute, n_output};
  const bool computes = roles.role() == RankRole::compute;
  for (const WrongCells& wrong : all_wrong_cells(source, target)) {
    SCOPED_TRACE(wrong.name);
    const Decomposition cells =
        computes ? wrong.source_of(source, world().rank()) : wrong.target_of(target, world().rank());
    const std::string direct = refusal(roles, {.method = "direct"}, cells);
    expect_words(direct, wrong.words);
    expect_same_sentence(world(), direct);
    if (wrong.name == "another size") continue;
    const std::string primary = refusal(roles, {.method = "primary"}, cells);
    if (computes)
      EXPECT_EQ(primary, "");
    else
      expect_words(primary, {wrong.words.front()});
    expect_same_sentence(roles.mine(), primary);
  }
}

TEST(wrong_cells, are_refused_by_an_exchange) {
  const SideRanks all{0, world().size()};
  for (const WrongCells& wrong : all_wrong_cells(all, all)) {
    SCOPED_TRACE(wrong.name);
    const Decomposition own = wrong.source_of(all, world().rank()),
                        wanted = wrong.target_of(all, world().rank());
    const std::string said =
        message_of([&] { PacketExchange(world(), one_kind, std::span(&own, 1), std::span(&wanted, 1)); });
    expect_words(said, wrong.words);
    expect_same_sentence(world(), said);
  }
}

}  // namespace
}  // namespace groundswell::test
