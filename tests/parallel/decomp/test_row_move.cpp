// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "support/parallel_world.hpp"
#include "support/wrong_cells.hpp"
#include "transfer/row_move.hpp"

namespace groundswell::test {
namespace {

TEST(RowMove, RefusesRowsThatDoNotMatch) {
  const SideRanks all{0, world().size()};
  for (const WrongCells& wrong : all_wrong_cells(all, all)) {
    if (wrong.name == "another size") continue;  // both sides have the same number of rows
    SCOPED_TRACE(wrong.name);
    const Decomposition held = wrong.source_of(all, world().rank()),
                        wanted = wrong.target_of(all, world().rank());
    const std::vector<int> from(held.cells.size());
    std::vector<int> to;
    RowMove move(world(), "the depth of cells", held, wanted.cells);
    move.add(from, to);
    const std::string said = message_of([&] { move.move(); });
    expect_words(said, {"the depth of cells"});
    expect_words(said, wrong.words);
    expect_same_sentence(world(), said);
  }
}

}  // namespace
}  // namespace groundswell::test
