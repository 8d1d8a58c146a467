// SPDX-License-Identifier: Apache-2.0
// Errors are returned as a code and a message; no process waits forever, and the program continues.
#include "sides.hpp"

namespace groundswell::test {
namespace {

TEST(WrongCalls, NumbersThatAreNoTransfers) {
  for (const int id : {0, -3, 1000000})
    expect_words(refused(data_transfer_exec_instance(id)), {"there is no instance", "register_instance"});
  const Group all(0, world().size());
  Arrays from(all.cells(n_grid)), to(all.cells(n_grid, true));
  const int id = add_both(all, from, to);
  expect_words(refused(data_transfer_exec_instance(id)), {"is not initialised"});
  expect_ok(data_transfer_init_instance(id));
  expect_words(refused(data_transfer_init_instance(id)), {"is initialised", "before"});
  expect_words(refused(data_transfer_set_name(id, "late")), {"is initialised", "before"});
  bool done = false;
  expect_words(refused(data_transfer_finish_instance(id)), {"not started"});
  expect_words(refused(data_transfer_test_instance(id, &done)), {"not started"});
  expect_ok(data_transfer_connect());
  expect_words(refused(data_transfer_finish_instance(id)), {"not started"});
  expect_ok(data_transfer_start_instance(id));
  expect_words(refused(data_transfer_start_instance(id)), {"started twice"});
  expect_words(refused(data_transfer_final_instance(id)), {"under way"});
  expect_ok(data_transfer_finish_instance(id));
  expect_ok(data_transfer_final_instance(id));
  expect_words(refused(data_transfer_final_instance(id)), {"instance", "has ended"});
  expect_words(refused(data_transfer_exec_instance(id)), {"has ended"});
}

TEST(WrongCalls, WhatIsRegistered) {
  const Group all(0, world().size());
  EXPECT_EQ(data_transfer_register_instance(MPI_COMM_NULL, 0, DATA_TRANSFER_SEND), -1);
  expect_words(data_transfer_error(), {"MPI_COMM_NULL"});
  EXPECT_EQ(data_transfer_register_instance(all.comm(), 0, 3), -1);
  expect_words(data_transfer_error(), {"action 3"});
  EXPECT_EQ(data_transfer_register_instance(all.comm(), world().size(), DATA_TRANSFER_SEND), -1);
  expect_words(data_transfer_error(), {"is not in MPI_COMM_WORLD"});
  const int id = data_transfer_register_instance(all.comm(), 0, DATA_TRANSFER_SEND);
  ASSERT_GT(id, 0);
  float value = 0;
  const int cell = 0;
  expect_words(refused(data_transfer_init_instance(id)), {"0 decompositions"});
  expect_words(refused(data_transfer_register_decomp(id, 5, 1, NULL)), {"null pointer"});
  expect_words(refused(data_transfer_register_decomp(id, 5, -1, &cell)), {"-1", "not negative"});
  expect_ok(data_transfer_register_decomp(id, 5, 1, &cell));
  expect_words(refused(data_transfer_register_decomp(id, 5, 1, &cell)), {"has a decomposition already"});
  expect_words(refused(data_transfer_init_instance(id)), {"no field to be sent"});
  expect_words(refused(data_transfer_register_field(id, &value, true, 4, 0, "sst")), {"'sst'", "0 elements"});
  expect_words(refused(data_transfer_set_method(id, "telepathy")), {"telepathy", "p2p"});
  expect_words(refused(data_transfer_set_time_limit(id, -1)), {"-1 s"});
  expect_ok(data_transfer_register_field(id, NULL, true, 4, 1, "sst"));
  expect_words(refused(data_transfer_init_instance(id)), {"'sst'", "null pointer"});
  expect_ok(data_transfer_register_field(id, &value, false, 4, 1, "ice"));
  expect_ok(data_transfer_final_instance(id));
}

TEST(WrongCalls, ACommunicatorThatIsNone) {
  EXPECT_EQ(data_transfer_register_instance_f(4711, 0, DATA_TRANSFER_SEND), -1);
  expect_words(data_transfer_error(), {"the communicator is not known to MPI"});
  const int n = world().size(), half = world().rank() % 2;
  if (n == 1) GTEST_SKIP() << "two groups need two ranks";
  MPI_Comm group = MPI_COMM_NULL, between = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, half, 0, &group);
  MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, 1 - half, 1, &between);
  EXPECT_EQ(data_transfer_register_instance(between, 0, DATA_TRANSFER_SEND), -1);
  expect_words(data_transfer_error(), {"inter-communicator"});
  MPI_Comm_free(&between);
  MPI_Comm_free(&group);
}

// All processes get the error, and none waits for the one that caused it.
TEST(WrongCalls, ARootOrAnActionThatOneProcessGivesDifferently) {
  const int n = world().size();
  if (n == 1) GTEST_SKIP() << "two ranks are needed";
  const bool is_last = world().rank() == n - 1;
  for (const bool is_root_wrong : {true, false}) {
    const int root = is_last && is_root_wrong ? 4711 : 0, action = is_last && !is_root_wrong ? 7 : 0;
    EXPECT_EQ(data_transfer_register_instance(MPI_COMM_WORLD, root, action), -1);
    expect_words(data_transfer_error(),
                 {"roots and actions", ", but root 0, action 0 on world rank 0;",
                  ("world rank " + std::to_string(n - 1)).c_str(), is_root_wrong ? "4711" : "action 7"});
  }
}

// Connecting fails with the same message as the first use.
std::string refused_connection(int id) {
  const std::string sentence = refused(data_transfer_connect());
  EXPECT_EQ(refused(data_transfer_exec_instance(id)), sentence);
  EXPECT_EQ(refused(data_transfer_connect()), sentence);  // immediately
  return sentence;
}

TEST(WrongCalls, GridsOfOtherSizes) {
  const Group all(0, world().size());
  Arrays from(all.cells(n_grid)), to(all.cells(n_grid));
  const int id = data_transfer_register_instance(all.comm(), 0, DATA_TRANSFER_SENDRECV);
  expect_ok(data_transfer_register_decomp(id, n_grid, int(from.cells.size()), from.cells.data()));
  expect_ok(data_transfer_register_decomp(id, n_grid + 1, int(to.cells.size()), to.cells.data()));
  add_fields(id, from, true);
  add_fields(id, to, false);
  expect_ok(data_transfer_init_instance(id));
  expect_words(refused_connection(id), {"97", "98"});
  expect_ok(data_transfer_final_instance(id));
}

// Two transfers fail and one works.
TEST(WrongCalls, ConnectingReportsWhatFailsAndLetsTheOthersWork) {
  const Group all(0, world().size());
  Arrays from(all.cells(n_grid)), to(all.cells(n_grid, true)), none(std::vector<int>{});
  const int bad[] = {add_both(all, none, to), add_both(all, from, to)}, good = add_both(all, from, to);
  expect_ok(data_transfer_register_field(bad[1], to.scalar.data(), false, sizeof(float), 1, "more"));
  for (const int id : {bad[0], bad[1], good}) expect_ok(data_transfer_init_instance(id));
  expect_words(refused(data_transfer_connect()),
               {"held by no process", "1 more transfers have failed to connect"});
  from.fill(3);
  expect_ok(data_transfer_exec_instance(good));
  to.expect(3, 3);
  expect_words(refused(data_transfer_exec_instance(bad[1])), {"sends 2 fields but receives 3"});
  for (const int id : bad) expect_ok(data_transfer_final_instance(id));
  expect_ok(data_transfer_connect());
  expect_ok(data_transfer_final_instance(good));
}

// Each process is on both sides of two transfers.
TEST(WrongCalls, TransfersInDifferentOrders) {
  const Group all(0, world().size());
  std::vector<int> of_next;  // the cells of the next rank
  for (int cell = 0; cell < n_grid; ++cell)
    if (cell % world().size() == (world().rank() + 1) % world().size()) of_next.push_back(cell);
  Arrays from(all.cells(n_grid)), to(of_next), back(of_next);
  std::vector<int> ids{add_both(all, from, to), add_both(all, from, back)};
  for (const int id : ids) {
    expect_ok(data_transfer_set_method(id, "p2p"));
    expect_ok(data_transfer_set_time_limit(id, 2));
    expect_ok(data_transfer_init_instance(id));
  }
  expect_ok(data_transfer_connect());
  if (world().rank() == 0) std::swap(ids[0], ids[1]);
  for (int step = 0; step < 3; ++step) {  // correct, as all start before they finish
    from.fill(step);
    for (const int id : ids) expect_ok(data_transfer_start_instance(id));
    for (const int id : ids) expect_ok(data_transfer_finish_instance(id));
    to.expect(step, step);
    back.expect(step, step);
  }
  const int code = data_transfer_exec_instance(ids[0]);
  if (world().size() > 1 && world().rank() == 0)  // ranks that wait for it may get the error, too
    expect_words(refused(code), {"waited 2 s", "in the same order?"});
  world().barrier();
  for (const int id : ids) expect_ok(data_transfer_final_instance(id));
}

TEST(WrongCalls, CellsThatDoNotFitNameTheirProcess) {
  const int n = world().size();
  const std::string last = "world rank " + std::to_string(n - 1);
  const Group all(0, n);
  const auto failing = [&](bool of_source, int which, int cell) {
    Arrays from(all.cells(n_grid)), to(all.cells(n_grid, true));
    if (world().rank() == n - 1) (of_source ? from : to).cells[std::size_t(which)] = cell;
    const int id = add_both(all, from, to);
    expect_ok(data_transfer_init_instance(id));
    const std::string sentence = refused_connection(id);
    expect_ok(data_transfer_final_instance(id));
    return sentence;
  };
  expect_words(failing(true, 0, -2),
               {last.c_str(), "cell -2 of the source", "whose cells are 0 to 96", "-1 stands for no cell"});
  expect_words(failing(false, 0, n_grid), {last.c_str(), "cell 97 of the target", "outside the grid"});
  expect_words(failing(true, 0, n - 1 + n),
               {last.c_str(), "lists cell", "(counted from 0) of the source twice"});
  expect_words(failing(true, 0, DATA_TRANSFER_NO_CELL),
               {("cell " + std::to_string(n - 1) + " (counted from 0)").c_str(), "held by no process",
                last.c_str(), "list -1"});
  if (n > 1)
    expect_words(failing(true, 0, 0),
                 {"cell 0 (counted from 0)", "held by two", "world rank 0 and ", last.c_str()});
}

TEST(WrongCalls, AFieldThatIsReceivedByASender) {
  const Group all(0, world().size());
  const int id = data_transfer_register_instance(all.comm(), 0, DATA_TRANSFER_SEND);
  float value = 0;
  expect_ok(data_transfer_register_decomp(id, 5, 0, NULL));
  expect_ok(data_transfer_register_field(id, &value, true, 4, 1, NULL));
  expect_ok(data_transfer_register_field(id, &value, false, 4, 1, NULL));
  expect_words(refused(data_transfer_init_instance(id)), {"only sends", "registered that is received"});
  expect_ok(data_transfer_final_instance(id));
}

TEST(WrongCalls, MoreFieldsReceivedThanSent) {
  const Group all(0, world().size());
  Arrays from(all.cells(n_grid)), to(all.cells(n_grid, true));
  const int id = add_both(all, from, to);
  expect_ok(data_transfer_register_field(id, to.scalar.data(), false, sizeof(float), 1, "more"));
  expect_ok(data_transfer_init_instance(id));
  expect_words(refused_connection(id), {"sends 2 fields but receives 3", "same order"});
  expect_ok(data_transfer_final_instance(id));
}

TEST(WrongCalls, AnArrayWithoutValues) {
  const Group all(0, world().size());
  Arrays from(all.cells(n_grid)), to(all.cells(n_grid, true));
  const int id = add_both(all, from, to);
  const std::int64_t shape[] = {0, 5, std::int64_t(from.cells.size())}, strides[] = {4, 4, 20};
  expect_ok(data_transfer_register_array(id, from.scalar.data(), true, sizeof(float), 3, shape, strides, true,
                                         "deep"));
  expect_words(refused(data_transfer_init_instance(id)), {"'deep'", "extent of 0"});
  expect_ok(data_transfer_final_instance(id));
}

TEST(WrongCalls, AMaskOfAnotherLength) {
  const Group all(0, world().size());
  Arrays from(all.cells(n_grid)), to(all.cells(n_grid, true));
  for (const int entries : {1, -1}) {
    const int id = add_both(all, from, to);
    expect_ok(data_transfer_register_mask(id, entries, from.mask.data()));
    expect_words(refused(data_transfer_init_instance(id)),
                 {"the mask of transfer", (std::to_string(entries) + " entries for 4 fields").c_str()});
    expect_ok(data_transfer_final_instance(id));
  }
}

// Masks that differ between processes make a transfer fail after it has started.
TEST(WrongCalls, AFailureIsToldToBothInstancesOfAProcess) {
  const int n = world().size();
  if (n < 3) GTEST_SKIP() << "three ranks are needed";
  const Group first(0, n - 1), second(1, n);
  Arrays from(first.is_in() ? first.cells(n_grid) : std::vector<int>());
  Arrays to(second.is_in() ? second.cells(n_grid, true) : std::vector<int>());
  from.mask[1] = to.mask[1] = world().rank() != 0;
  std::vector<int> mine;
  if (first.is_in()) mine.push_back(add_side(first, second.root(), DATA_TRANSFER_SEND, from));
  if (second.is_in()) mine.push_back(add_side(second, first.root(), DATA_TRANSFER_RECV, to));
  for (const int id : mine) {
    expect_ok(data_transfer_set_time_limit(id, 2));
    expect_ok(data_transfer_init_instance(id));
  }
  expect_ok(data_transfer_connect());
  for (const int id : mine) expect_ok(data_transfer_start_instance(id));
  std::vector<std::string> said;
  for (const int id : mine)
    said.push_back(data_transfer_finish_instance(id) == DATA_TRANSFER_OK ? "" : data_transfer_error());
  EXPECT_EQ(said.front(), said.back());
  EXPECT_TRUE(world().any(mine.size() == 2 && !said.front().empty()));
  for (const int id : mine) expect_ok(data_transfer_final_instance(id));
}

// The other side registers only after this one has given up: the message names its root.
TEST(WrongCalls, AnOtherSideThatNeverComes) {
  const int n = world().size();
  if (n == 1) GTEST_SKIP() << "two models need two ranks";
  const Group mine(0, n - 1), other(n - 1, n);
  if (mine.is_in()) {
    for (const int action : {DATA_TRANSFER_SEND, DATA_TRANSFER_RECV}) {
      Arrays arrays(mine.cells(n_grid));
      const int id = add_side(mine, other.root(), action, arrays);
      expect_ok(data_transfer_set_time_limit(id, 0.2));
      expect_ok(data_transfer_set_name(id, "sea_to_air"));
      expect_ok(data_transfer_init_instance(id));
      expect_words(refused_connection(id),
                   {"'sea_to_air'", "waited 0.2 s", "world rank", std::to_string(n - 1).c_str()});
      expect_ok(data_transfer_final_instance(id));
    }
  }
  world().barrier();
  // The side that gave up has left its refusal, which a side that arrives later gets immediately.
  if (other.is_in()) {
    Arrays arrays(other.cells(n_grid));
    const int id = add_side(other, mine.root(), DATA_TRANSFER_RECV, arrays);
    expect_ok(data_transfer_init_instance(id));
    expect_words(refused_connection(id), {"'sea_to_air'", "waited 0.2 s"});
    expect_ok(data_transfer_final_instance(id));
  }
  world().barrier();
}

// One process of a side never calls: the message on all others names it.
TEST(WrongCalls, AProcessOfASideThatNeverComes) {
  const int n = world().size();
  if (n == 1) GTEST_SKIP() << "two ranks are needed";
  const Group all(0, n);
  Arrays from(all.cells(n_grid)), to(all.cells(n_grid, true));
  const int id = add_both(all, from, to);
  expect_ok(data_transfer_set_time_limit(id, 0.2));
  expect_ok(data_transfer_init_instance(id));
  if (world().rank() != n - 1)
    expect_words(refused_connection(id),
                 {"waited 0.2 s", ("world rank " + std::to_string(n - 1)).c_str(), "has not come"});
  world().barrier();
  expect_ok(data_transfer_final_instance(id));
}

// The root ends its transfer before the others try to connect: what they tell it then must not arrive in a
// communicator that it makes later, of fewer processes, which would crash Open MPI.
TEST(WrongCalls, AProcessOfASideThatEndsBeforeTheOthersConnect) {
  const int n = world().size();
  if (n == 1) GTEST_SKIP() << "two ranks are needed";
  const bool ends_early = world().rank() == 0;
  const Group all(0, n);
  Arrays from(all.cells(n_grid)), to(all.cells(n_grid, true));
  const int id = add_both(all, from, to);
  expect_ok(data_transfer_set_time_limit(id, 0.2));
  expect_ok(data_transfer_init_instance(id));
  if (ends_early) expect_ok(data_transfer_final_instance(id));
  world().barrier();
  if (!ends_early) {
    expect_words(refused_connection(id), {"the root of its side, has not come"});
    expect_ok(data_transfer_final_instance(id));
  }
  world().barrier();
  std::vector<Communicator> later;
  for (int i = 0; i < 10; ++i) later.push_back(Communicator::self());
  for (const Communicator& each : later) EXPECT_FALSE(each.receive_text_if_any(MPI_ANY_TAG).has_value());
}

TEST(WrongCalls, FieldsAndNamesAndCellsThatDifferAreSaidOnBothSides) {
  const int n = world().size();
  if (n == 1) GTEST_SKIP() << "two models need two ranks";
  const Group first(0, n / 2), second(n / 2, n);
  const Group& mine = first.is_in() ? first : second;
  const Group& other = first.is_in() ? second : first;
  const int action = first.is_in() ? DATA_TRANSFER_SEND : DATA_TRANSFER_RECV;
  const auto failing = [&](auto&& spoil) {
    Arrays arrays(mine.cells(n_grid));
    const int id = add_side(mine, other.root(), action, arrays);
    spoil(id);
    expect_ok(data_transfer_init_instance(id));
    const std::string sentence = refused_connection(id);
    expect_ok(data_transfer_final_instance(id));
    return sentence;
  };
  double more[2 * n_grid];
  const int size = first.is_in() ? 3 : 2;
  const auto add_third = [&](int id, int bytes, int n_element, const char* name) {
    const static bool mask[3] = {true, true, true};
    expect_ok(data_transfer_register_field(id, more, first.is_in(), bytes, n_element, name));
    expect_ok(data_transfer_register_mask(id, 3, mask));
  };
  expect_words(failing([&](int id) { add_third(id, 4, size, "ice"); }),
               {"differ", "on world rank 0;", "'ice' (3 values of 4 bytes", "'ice' (2 values of 4 bytes"});
  expect_words(failing([&](int id) {
                 if (first.is_in()) add_third(id, 4, 1, "ice");
               }),
               {"numbers of fields", ": 2 on", ", but 3 on world rank 0;"});
  const int bytes = first.is_in() ? 4 : 8;
  expect_words(failing([&](int id) { add_third(id, bytes, 1, "ice"); }),
               {"differ", "'ice' (1 values of 4 bytes", "'ice' (1 values of 8 bytes"});
  const char* name = first.is_in() ? "ice" : "snow";
  expect_words(failing([&](int id) { add_third(id, 8, 1, name); }), {"differ", "'ice'", "'snow'"});
  expect_words(failing([&](int id) { data_transfer_set_name(id, first.is_in() ? "sst" : "wind"); }),
               {"'sst'", "'wind'", "same name"});
  expect_words(failing([&](int id) { data_transfer_set_method(id, first.is_in() ? "p2p" : "butterfly"); }),
               {"p2p", "butterfly"});
  // After all these failures the two models still work together.
  Arrays arrays(mine.cells(n_grid));
  const int id = add_side(mine, other.root(), action, arrays);
  expect_ok(data_transfer_init_instance(id));
  if (first.is_in()) arrays.fill(5);
  expect_ok(data_transfer_exec_instance(id));
  arrays.expect(5, 5);
  expect_ok(data_transfer_final_instance(id));
}

}  // namespace
}  // namespace groundswell::test
