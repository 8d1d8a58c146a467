// SPDX-License-Identifier: Apache-2.0
// Two outputs of one program at once, without servers: neither gets rows of the other.
#include <gtest/gtest.h>

#include "comm/together.hpp"
#include "parallel/output/output_test_support.hpp"
#include "small_model.hpp"
#include "support/parallel_world.hpp"

namespace groundswell::test {
namespace {

// Two models write in turns, the second one an hour behind the first and to another folder; all that each
// writes has the bytes that it has alone. They have the same ranks and communicator, but other cells on each
// rank.
TEST(TwoOutputs, OfTheSameProcessesDoNotMix) {
  const TestFolder folder(world(), "two_outputs");
  const auto path = [&](const std::string& name) { return folder.path() + "/" + name; };
  run_on_root(world(), 0, [&] {
    for (const char* name : {"alone", "one", "other"}) std::filesystem::create_directory(path(name));
    run_model(Communicator::self(), path("alone"), {});
  });
  const int n_rank = world().size();
  SmallModel model(world().rank(), n_rank, true), other_model((world().rank() + 1) % n_rank, n_rank, true);
  ArrayOutput one(world(), model.settings(path("one")), model.decomposition());
  ArrayOutput other(world(), other_model.settings(path("other")), other_model.decomposition());
  for (int hour = 0; hour <= 5; ++hour) {
    if (hour <= 4) {
      model.set_values(hour);
      one.write(first_date + hour * 3600);
    }
    if (hour == 0) continue;
    other_model.set_values(hour - 1);
    other.write(first_date + (hour - 1) * 3600);
  }
  other.close();
  one.close();
  run_on_root(world(), 0, [&] {
    for (const char* name : {"one", "other"})
      for (const char* file : {"/surface.nc", "/ocean.nc"})
        EXPECT_TRUE(read_bytes(path("alone") + file) == read_bytes(path(name) + file)) << name << file;
  });
}

}  // namespace
}  // namespace groundswell::test
