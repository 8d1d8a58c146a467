// SPDX-License-Identifier: Apache-2.0
// Two outputs of runs on the same ranks at once, without servers: neither gets rows of the other.
#include <gtest/gtest.h>

#include <filesystem>

#include "parallel/output/output_test_support.hpp"
#include "parallel/wave_output/served_sample.hpp"
#include "support/parallel_world.hpp"

namespace groundswell::test {
namespace {

constexpr int n_date = 4;  // with restarts at the first and the last

class OneRun {
 public:
  OneRun(const Communicator& ranks, const std::string& folder)
      : settings_(served_settings(folder, {})),
        model_(ranks),
        output_(ranks, served_products(ranks, settings_, model_.part()), sample_header(), model_.part(), {},
                RestartStore(folder, {2}, {})) {}
  void publish(int date) {
    if (date >= 0 && date < n_date) model_.publish(output_, date, date + 1);
  }
  void finish() { output_.finish(); }

 private:
  OutputSettings settings_;
  ServedModel model_;
  RunOutput output_;
};

// The second run is a date behind.
TEST(TwoOutputs, OfTheSameRanksDoNotMix) {
  const TestFolder folder(world(), "two_outputs");
  const auto path = [&](const std::string& name) { return folder.path() + "/" + name; };
  run_on_root(world(), 0, [&] {
    for (const char* name : {"alone", "one", "other"}) std::filesystem::create_directory(path(name));
    const Communicator self = Communicator::self();
    OneRun alone(self, path("alone"));
    for (int date = 0; date < n_date; ++date) alone.publish(date);
    alone.finish();
  });
  OneRun one(world(), path("one")), other(world(), path("other"));
  for (int date = 0; date <= n_date; ++date) {
    one.publish(date);
    other.publish(date - 1);
  }
  other.finish();
  one.finish();
  run_on_root(world(), 0, [&] {
    int n_file = 0;
    for (const auto& entry : std::filesystem::directory_iterator(path("alone"))) {
      const std::string file = entry.path().filename();
      ++n_file;
      for (const char* name : {"one/", "other/"})
        EXPECT_TRUE(read_bytes(path("alone/" + file)) == read_bytes(path(name + file))) << name << file;
    }
    EXPECT_GE(n_file, 6);  // four products, restarts and their list
  });
}

}  // namespace
}  // namespace groundswell::test
