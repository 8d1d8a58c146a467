// SPDX-License-Identifier: Apache-2.0
// Ranks that declare other kinds of packets are refused with a sentence: nothing in a message tells what it
// has.
#include <gtest/gtest.h>

#include "support/parallel_world.hpp"
#include "support/wrong_cells.hpp"
#include "transfer/packet_exchange.hpp"
#include "transport/transport.hpp"

namespace groundswell::test {
namespace {

using Kinds = std::vector<PacketKind>;

Kinds right_kinds() {
  return {{"fields", {{"height", 4}, {"period", 4}}}, {"spectra", {{"density", 400}}, {10, 3}}};
}

struct WrongKinds {
  void (*change)(Kinds&);  // of the last rank
  const char* words;
};

const WrongKinds all_wrong_kinds[] = {
    {[](Kinds& kinds) { kinds[0].fields[1].row_bytes = 8; },
     "number 1 is 'fields' with 'height' of 4 bytes 'period' of 8"},
    {[](Kinds& kinds) { kinds[0].fields.pop_back(); }, "number 1 is 'fields' with 'height' of 4 bytes on"},
    {[](Kinds& kinds) { kinds[1].fields[0].name = "action"; },
     "number 2 is 'spectra' with 'action' of 400 bytes"},
    {[](Kinds& kinds) { kinds[1].slabs.count = 4; },
     "number 2 is 'spectra' with 'density' of 400 bytes in 4 slabs of 10"},
    {[](Kinds& kinds) { std::swap(kinds[0].fields[0], kinds[0].fields[1]); },
     "number 1 is 'fields' with 'period'"},
    {[](Kinds& kinds) { kinds.pop_back(); }, "number 2 is nothing on"},
    {[](Kinds& kinds) {
       kinds.push_back({"more", {{"depth", 8}}});
     },
     "number 3 is 'more' with 'depth' of 8 bytes on"}};

// Calls build(kinds, cells of each) with each mistake; it must throw the same sentence on all ranks.
template <class Build>
void expect_refused(const Decomposition& cells, Build&& build) {
  const int last = world().size() - 1;
  build(right_kinds(), std::vector<Decomposition>(2, cells));
  for (const WrongKinds& wrong : all_wrong_kinds) {
    Kinds kinds = right_kinds();
    if (world().rank() == last) wrong.change(kinds);
    const std::string said =
        message_of([&] { build(kinds, std::vector<Decomposition>(kinds.size(), cells)); });
    expect_words(said, {wrong.words, (" on world rank " + std::to_string(last)).c_str(), ", but "});
    expect_same_sentence(world(), said);
  }
}

TEST(wrong_kinds, are_refused_by_senders_and_receivers) {
  const int n_output = (world().size() + 1) / 3;
  if (n_output == 0) return;
  const RankRoles roles(world(), n_output);
  const Decomposition cells = make_block_decomposition(25, roles.mine().rank(), roles.mine().size());
  for (const std::string& method : transport_methods()) {
    SCOPED_TRACE(method);
    expect_refused(cells, [&](const Kinds& kinds, const std::vector<Decomposition>& of_each) {
      if (roles.role() == RankRole::compute)
        make_sender(roles, {kinds, of_each}, {.method = method});
      else
        make_receiver(roles, {kinds, of_each}, {.method = method});
    });
  }
}

TEST(wrong_kinds, are_refused_by_an_exchange) {
  if (world().size() == 1) return;
  expect_refused(make_block_decomposition(25, world().rank(), world().size()),
                 [](const Kinds& kinds, const std::vector<Decomposition>& of_each) {
                   PacketExchange(world(), kinds, of_each, of_each);
                 });
}

}  // namespace
}  // namespace groundswell::test
