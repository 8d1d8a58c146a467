// SPDX-License-Identifier: Apache-2.0
// Errors are reported on all ranks that take part, and no rank waits forever.
#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <functional>
#include <memory>
#include <string>

#include "support/parallel_world.hpp"
#include "support/sentences.hpp"
#include "support/transfer_sea.hpp"
#include "transfer/cell_pairs.hpp"
#include "transfer/transfer_method.hpp"

namespace groundswell {
namespace {

using test::expect_words;
using test::Fields;
using test::message_of;
using test::world;

constexpr std::int64_t n_cell = 40;

// Block decompositions on all ranks, on both sides.
class Mistakes : public testing::Test {
 protected:
  // Makes the transfer and returns the message with which it fails.
  std::string refusal(std::vector<TransferField> fields = Fields::described(),
                      const std::string& method = "p2p") {
    return refusal_of({.name = "to_waves", .method = method}, std::move(fields));
  }
  std::string refusal_of(const TransferSettings& settings,
                         std::vector<TransferField> fields = Fields::described()) {
    return message_of(
        [&] { const Transfer transfer(world(), &source_, &target_, std::move(fields), settings); });
  }
  bool is_last() const { return world().rank() == world().size() - 1; }
  const std::string last_rank_ = "rank " + std::to_string(world().size() - 1);

  Decomposition source_ = make_block_decomposition(n_cell, world().rank(), world().size());
  Decomposition target_ = make_block_decomposition(n_cell, world().rank(), world().size());
};

TEST_F(Mistakes, ACellThatTwoProcessesHold) {
  if (world().size() == 1) GTEST_SKIP() << "two processes are needed";
  if (is_last()) source_.cells.push_back(0);
  expect_words(refusal(), {"to_waves", "cell 0", "held by two processes", "world rank 0 and world rank "});
}

TEST_F(Mistakes, ACellThatAProcessListsTwice) {
  if (is_last()) source_.cells.push_back(source_.cells.back());
  expect_words(refusal(),
               {"to_waves", last_rank_.c_str(), "lists cell 39 (counted from 0) of the source twice"});
}

TEST_F(Mistakes, ACellThatNobodyHolds) {
  if (is_last()) source_.cells.pop_back();
  expect_words(refusal(), {"to_waves", "cell 39", "held by no process"});
}

TEST_F(Mistakes, ACellThatNobodyHoldsMayBeSkipped) {
  std::erase_if(source_.cells, [](std::int64_t cell) { return cell % 4 == 0 || cell % 7 == 0; });
  target_ = make_block_decomposition(n_cell, (world().rank() + 1) % world().size(), world().size());
  SparseExchange exchange(world());
  const CellPairs pairs = match_cells(exchange, &source_, &target_, {UnheldCells::skip});
  std::vector<std::size_t> places, expected;
  for (const CellPair& pair : pairs.receives) pair.rows.add_cells_to(places);
  for (std::size_t i = 0; i < target_.cells.size(); ++i)
    if (target_.cells[i] % 4 != 0 && target_.cells[i] % 7 != 0) expected.push_back(i);
  EXPECT_EQ(places, expected);
}

TEST_F(Mistakes, ACellOutsideTheGrid) {
  for (const std::int64_t cell : {n_cell, std::int64_t(-2)}) {
    if (is_last()) target_.cells.back() = cell;
    expect_words(refusal(), {"to_waves", "of the target", last_rank_.c_str(), "outside the grid", "0 to 39",
                             std::to_string(cell).c_str()});
  }
}

TEST_F(Mistakes, CellsOfAGridWithoutCells) {
  source_.n_global = target_.n_global = 0;
  expect_words(refusal(), {"to_waves", "cell 0 of the source on world rank 0", "has no cells"});
}

TEST_F(Mistakes, AGridOfLessThanNoCells) {
  source_ = target_ = {-1, {}};
  expect_words(refusal(), {"to_waves", "grid of the source on world rank 0", "-1 cells"});
}

TEST_F(Mistakes, GridsOfDifferentSizes) {
  target_.n_global = n_cell + 1;
  expect_words(refusal(), {"to_waves", "different sizes", "source", "40", "41"});
  target_.n_global = n_cell;
  if (world().size() == 1) return;
  if (is_last()) source_.n_global = target_.n_global = n_cell - 1;
  expect_words(refusal(), {"to_waves", "different sizes", last_rank_.c_str(), "40", "39"});
}

TEST_F(Mistakes, FieldsThatDiffer) {
  if (world().size() == 1) GTEST_SKIP() << "two processes are needed";
  std::vector<TransferField> fields = Fields::described();
  if (is_last()) fields[1].row_bytes = 4;
  expect_words(refusal(fields), {"to_waves", "differ", "'spectrum' (24 bytes", "'spectrum' (4 bytes"});
  fields = Fields::described();
  if (is_last()) fields[2].name = "ice";
  expect_words(refusal(fields), {"'mask'", "'ice'"});
  expect_words(refusal({{"empty", 0}}), {"to_waves", "'empty'", "0 bytes"});
}

// The message shows where long lists differ, and remains readable.
TEST_F(Mistakes, LongListsOfFieldsThatDiffer) {
  if (world().size() == 1) GTEST_SKIP() << "two processes are needed";
  std::vector<TransferField> fields;
  for (int i = 0; i < 500; ++i) fields.push_back({"field_" + std::to_string(i), 4});
  if (is_last()) fields[400].row_bytes = 8;
  const std::string sentence = refusal(fields);
  expect_words(sentence, {"to_waves", "'field_400' (4 bytes", "'field_400' (8 bytes"});
  EXPECT_LT(sentence.size(), 1000u);
}

TEST_F(Mistakes, FieldsThatAreTooWide) {
  expect_words(refusal({{"all", std::int64_t(1) << 62}}), {"to_waves", "'all'", "bytes per cell"});
  expect_words(refusal({{"half", 1 << 30}, {"other", 1 << 30}}), {"to_waves", "'other'", "bytes per cell"});
}

TEST_F(Mistakes, SettingsThatNobodyCanMean) {
  std::ranges::reverse(target_.cells);
  if (!target_.cells.empty()) target_.cells.push_back((target_.cells.back() + n_cell / 2) % n_cell);
  expect_words(refusal_of({.name = "to_waves", .timeout = -1}), {"to_waves", "a time limit", "-1 s"});
  expect_words(refusal_of({.name = "to_waves", .timeout = std::nan("")}),
               {"to_waves", "a time limit", "nan s"});
  if (world().size() < 5) return;  // with fewer ranks there may be nothing to time
  for (const int samples : {0, INT_MAX})
    expect_words(refusal_of({.name = "to_waves", .tuner = {.samples = samples}}),
                 {"to_waves", "samples", std::to_string(samples).c_str()});
}

TEST_F(Mistakes, AnUnknownMethod) {
  expect_words(refusal(Fields::described(), "telepathy"),
               {"to_waves", "telepathy", "adaptive", "p2p", "butterfly"});
}

TEST_F(Mistakes, MethodsThatDiffer) {
  if (world().size() == 1) GTEST_SKIP() << "two processes are needed";
  expect_words(refusal(Fields::described(), is_last() ? "p2p" : "adaptive"),
               {"to_waves", "adaptive", "p2p", "rank 0"});
  expect_words(refusal_of({.name = "to_waves", .tuner = {.drop_first = is_last()}}),
               {"to_waves", "first pass dropped", "first pass kept"});
  expect_words(refusal_of({.name = "to_waves", .tuner = {.lowest_in_doubt = is_last()}}),
               {"to_waves", "lowest in doubt"});
  expect_words(refusal_of({.name = "to_waves", .tuner = {.margin = is_last() ? 0.05 : 0.05000001}}),
               {"margin 0.05,", "margin 0.05000001,"});
}

TEST_F(Mistakes, CallsOutOfOrder) {
  Transfer transfer(world(), &source_, &target_, Fields::described(), {.method = "p2p"});
  Fields from = test::fields_of(source_, 0), to(target_.cells.size());
  EXPECT_THROW(transfer.finish(), Error);
  transfer.start(from.const_rows(), to.rows());
  EXPECT_THROW(transfer.start(from.const_rows(), to.rows()), Error);
  transfer.finish();
  test::expect_fields(to, target_, 0, {});
}

// The two sides select different fields: rank 0 sends, the others receive.
TEST_F(Mistakes, MasksThatDiffer) {
  if (world().size() == 1) GTEST_SKIP() << "two sides are needed";
  for (const char* method : {"p2p", "butterfly"}) {
    const bool sends = world().rank() == 0;
    const Decomposition all = make_block_decomposition(n_cell, 0, 1);
    Transfer transfer(world(), sends ? &all : nullptr, sends ? nullptr : &all, Fields::described(),
                      {.name = "to_waves", .method = method, .timeout = 20});
    Fields from = test::fields_of(all, 0), to(n_cell);
    std::string sentence;
    // The sender may finish a transfer before it learns of the error, which it gets in one of the next
    // transfers at the latest.
    for (int i = 0; i < 200000 && sentence.empty(); ++i) {
      sentence = message_of([&] {
        if (sends)
          transfer.move(from.const_rows(), {}, {true, false, false});
        else
          transfer.move({}, to.rows(), {false, false, true});
      });
    }
    expect_words(sentence, {"to_waves", "masks of the two sides", "sends 'height', 4 bytes",
                            "expects 'mask', 4 bytes"});
    world().barrier();
  }
}

// Processes of the source select different fields.
TEST_F(Mistakes, MasksThatDifferWithinASide) {
  if (world().size() == 1) GTEST_SKIP() << "two processes are needed";
  const Decomposition all = make_block_decomposition(n_cell, 0, 1);
  Transfer transfer(world(), &source_, &all, Fields::described(),
                    {.name = "to_waves", .method = "p2p", .timeout = 20});
  Fields from = test::fields_of(source_, 0), to(n_cell);
  const std::string sentence = message_of([&] {
    transfer.move(from.const_rows(), to.rows(), {is_last(), false, !is_last()});
  });
  expect_words(sentence, {"to_waves", "number 0", "'height', 4 bytes", "'mask', 4 bytes", "rank "});
  world().barrier();
}

// All processes want cells of the last one, which provides rows that are too short.
TEST_F(Mistakes, RowsThatDoNotFit) {
  const Decomposition all = make_block_decomposition(n_cell, 0, 1);
  Transfer transfer(world(), &source_, &all, Fields::described(),
                    {.name = "to_waves", .method = "p2p", .timeout = 20});
  Fields from = test::fields_of(source_, 0), to(n_cell);
  std::vector<ConstCellRows> rows = from.const_rows();
  if (is_last()) rows[1].length = 8;
  const std::string sentence = message_of([&] { transfer.move(rows, to.rows()); });
  expect_words(sentence, {"to_waves", "'spectrum'", "rows of 8 bytes", "24 bytes"});
  for (const auto& call : std::vector<std::function<void()>>{
           [&] { transfer.finish(); }, [&] { transfer.test(); }, [&] { transfer.start(rows, to.rows()); }})
    EXPECT_EQ(message_of(call), sentence);
  world().barrier();
}

// The last process destroys its transfer between start and finish, or after an error while the others time
// candidates.
TEST_F(Mistakes, AProcessThatLeavesEarly) {
  if (world().size() < 3) GTEST_SKIP() << "with two processes nothing is timed";
  const Decomposition all = make_block_decomposition(n_cell, 0, 1);
  Fields from = test::fields_of(source_, 0), to(n_cell);
  for (const bool has_error : {false, true}) {
    auto transfer = std::make_unique<Transfer>(
        world(), &source_, &all, Fields::described(),
        TransferSettings{.name = "to_waves", .method = has_error ? "adaptive" : "p2p", .timeout = 20});
    if (is_last())
      message_of([&] {
        const std::unique_ptr<Transfer> ended = std::move(transfer);
        if (has_error) throw Error("the model has run aground");
        ended->start(from.const_rows(), to.rows());
      });
    world().barrier();
    const std::string sentence = message_of([&] {
      for (int i = 0; i < 2 && !is_last(); ++i) transfer->move(from.const_rows(), to.rows());
    });
    if (!is_last()) expect_words(sentence, {"to_waves", (last_rank_ + " ").c_str(), "has left"});
    world().barrier();
  }
}

// All processes want cells of the last one, which never calls.
TEST_F(Mistakes, AProcessThatNeverCalls) {
  if (world().size() == 1) GTEST_SKIP() << "two processes are needed";
  const Decomposition all = make_block_decomposition(n_cell, 0, 1);
  for (const std::string& method : transfer_method_names()) {
    Transfer transfer(world(), &source_, &all, Fields::described(),
                      {.name = "to_waves", .method = method, .timeout = 0.2});
    Fields from = test::fields_of(source_, 0), to(n_cell);
    if (!is_last()) {
      const std::string sentence = message_of([&] { transfer.move(from.const_rows(), to.rows()); });
      expect_words(sentence, {"to_waves", "waited 0.2 s"});
    }
    world().barrier();
  }
}

// The failed transfers are destroyed before the last process destroys its own.
TEST_F(Mistakes, AFailedTransferCanBeDestroyedWhileOthersAreBusy) {
  if (world().size() == 1) GTEST_SKIP() << "two processes are needed";
  const Decomposition all = make_block_decomposition(n_cell, 0, 1);
  for (const std::string& method : transfer_method_names()) {
    auto transfer = std::make_unique<Transfer>(
        world(), &source_, &all, Fields::described(),
        TransferSettings{.name = "to_waves", .method = method, .tuner = {.samples = 1}, .timeout = 0.2});
    Fields from = test::fields_of(source_, 0), to(n_cell);
    if (!is_last()) {
      EXPECT_THROW(for (int i = 0; i < 100; ++i) transfer->move(from.const_rows(), to.rows()), Error);
      transfer.reset();
    } else {
      // The last process takes part for a while, so that the others wait somewhere in the search.
      try {
        for (int i = 0; i < 3; ++i) transfer->move(from.const_rows(), to.rows());
      } catch (const Error&) {  // on a slow machine the others have already timed out
      }
    }
    world().barrier();
  }
}

}  // namespace
}  // namespace groundswell
