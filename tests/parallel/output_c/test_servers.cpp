// SPDX-License-Identifier: Apache-2.0
// Servers of several outputs, and of several servers, through the C interface.
#include <gtest/gtest.h>

#include "output_c_model.hpp"

namespace groundswell::test {
namespace {

TEST_F(OutputC, AServerServesSeveralOutputs) {
  if (world().size() == 1) return;
  Model first(1), second(1);
  first.give_all(path("first.nc"));
  second.give_all(path("second.nc"));
  expect_ok(groundswell_output_open(first.id));
  expect_ok(groundswell_output_open(second.id));
  for (int hour = 1; hour <= 3 && first.computes(); ++hour)
    for (Model* model : {&second, &first}) {
      model->set_values(hour);
      expect_ok(groundswell_output_write(model->id, hour * 3600));
    }
  if (!first.computes()) expect_ok(groundswell_output_serve(first.id));
  expect_ok(groundswell_output_close(second.id));
  expect_ok(groundswell_output_close(first.id));
  world().barrier();
  const std::string bytes = read_bytes(path("first.nc"));
  EXPECT_GT(bytes.size(), 1000u);
  EXPECT_TRUE(bytes == read_bytes(path("second.nc")));
}

TEST_F(OutputC, AServerServesNoOutputWithOtherServers) {
  if (world().size() < 3) return;
  Model first(1), second(2);
  first.give_all(path("first.nc"));
  second.give_all(path("second.nc"));
  expect_ok(groundswell_output_open(first.id));
  expect_words(refused(groundswell_output_open(second.id)),
               {"first.nc' is open", "is a server of it", "only others with the same servers"});
  expect_ok(groundswell_output_close(first.id));
  expect_ok(groundswell_output_open(second.id));
  expect_ok(groundswell_output_close(second.id));
}

// A server of files by itself would wait for the others in one output, and these for it in another.
TEST_F(OutputC, ServersOfSeveralOutputsAllShareFilesDirectlyOrDoNot) {
  if (world().size() < 3) return;
  const auto give = [&](Model& model, const char* name, const char* share, const char* transport) {
    model.give_all(path(name));
    expect_ok(groundswell_output_set_share(model.id, share));
    expect_ok(groundswell_output_set_transport(model.id, transport, 1));
  };
  Model first(2), second(2), third(2);
  give(first, "first.nc", "files", "direct");
  give(second, "second.nc", "cells", "direct");
  give(third, "third.nc", "files", "primary");
  expect_ok(groundswell_output_open(first.id));
  expect_words(refused(groundswell_output_open(second.id)), {"has the same servers", "share 'files'"});
  expect_words(refused(groundswell_output_open(third.id)), {"has the same servers", "transport 'direct'"});
  for (const Model* model : {&first, &second, &third}) expect_ok(groundswell_output_close(model->id));
}

// One server is ahead of the one that writes restarts.
TEST_F(OutputC, RestartsMayHaveOneDate) {
  if (world().size() < 3) return;
  Model model(2);
  model.give_all(path("dates.nc"));
  expect_ok(groundswell_output_set_share(model.id, "files"));
  expect_ok(groundswell_output_set_restart(model.id, path("again").c_str(), "so zos"));
  expect_ok(groundswell_output_open(model.id));
  for (int i = 0; i < 20 && model.computes(); ++i) expect_ok(groundswell_output_write_restart(model.id, 0));
  expect_ok(groundswell_output_close(model.id));
  EXPECT_GT(read_bytes(path("again_20010203T000000Z.nc")).size(), 1000u);
}

TEST_F(OutputC, AServerMayServeInClosing) {
  Model model(world().size() > 1 ? 1 : 0);
  model.give_all(path("closing.nc"));
  expect_ok(groundswell_output_open(model.id));
  if (model.computes()) expect_ok(groundswell_output_write(model.id, 3600));
  expect_ok(groundswell_output_close(model.id));
  world().barrier();
  EXPECT_TRUE(std::filesystem::exists(path("closing.nc")));
}

}  // namespace
}  // namespace groundswell::test
