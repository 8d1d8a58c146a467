// SPDX-License-Identifier: Apache-2.0
// A fixture for tests of wrong output settings, which all ranks must refuse with the same message.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "parallel/output/output_test_support.hpp"
#include "small_model.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {

using Settings = ArrayOutputSettings;

class ArrayMistakes : public testing::Test {
 protected:
  ArrayMistakes() : folder_(world(), "array_mistakes"), n_server_(world().size() / 3) {}
  int n_compute() const { return world().size() - n_server_; }
  bool computes() const { return world().rank() < n_compute(); }

  ArrayOutputSettings settings_of(const SmallModel& model) const {
    ArrayOutputSettings settings = model.settings(folder_.path());
    settings.servers.n_server = n_server_;
    return settings;
  }

  // The message with which the changed settings are refused; it must be the same on all ranks.
  std::string refused(const std::function<void(ArrayOutputSettings&, Decomposition&)>& change) {
    SmallModel model(world().rank(), n_compute(), computes());
    ArrayOutputSettings settings = settings_of(model);
    Decomposition cells = model.decomposition();
    change(settings, cells);
    const std::string sentence = message_of([&] { ArrayOutput(world(), settings, cells); });
    std::string first = sentence;
    world().broadcast(first, 0);
    EXPECT_EQ(sentence, first);
    return sentence;
  }
  std::string refused(const std::function<void(ArrayOutputSettings&)>& change) {
    return refused([&](ArrayOutputSettings& settings, Decomposition&) { change(settings); });
  }

  TestFolder folder_;
  int n_server_;
};

}  // namespace groundswell::test
