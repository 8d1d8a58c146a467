// SPDX-License-Identifier: Apache-2.0
// Files in the form of CDO's genbil: what is read from them, and what is wrong with bad ones.
#include <gtest/gtest.h>

#include <functional>

#include "mesh_files/scrip_weights.hpp"
#include "support/netcdf_file.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {
namespace {

struct ScripText {
  std::vector<double> source{1, 4, 4, 2}, target{1, 1, 3, 2};
  std::vector<double> matrix{0.25, 9, 0.75, 9, 1.0, 9, 0.5, 9};  // two weights per link
  std::size_t n_per_link = 2;
  bool has_sizes = true, has_target = true;
};

std::string write(const ScripText& t) {
  const std::string path = scratch_path("weights.nc").string();
  NetcdfFile file(path);
  file.dimension("num_links", t.matrix.size() / t.n_per_link).dimension("num_wgts", t.n_per_link);
  file.dimension("source_links", t.source.size());
  if (t.has_sizes) file.dimension("src_grid_size", 4).dimension("dst_grid_size", 3);
  file.variable("src_address", NC_INT, {"source_links"});
  if (t.has_target) file.variable("dst_address", NC_INT, {"num_links"});
  file.variable("remap_matrix", NC_DOUBLE, {"num_links", "num_wgts"});
  file.put("src_address", t.source).put("remap_matrix", t.matrix);
  if (t.has_target) file.put("dst_address", t.target);
  return path;
}

std::string complaint(const std::function<void(ScripText&)>& change) {
  ScripText t;
  change(t);
  const std::string path = write(t);
  return message_of([&] { read_scrip_weights(path); });
}

TEST(ScripWeights, ReadsTheFirstWeightOfEachLink) {
  for (const bool has_sizes : {true, false}) {
    ScripText t;
    t.has_sizes = has_sizes;
    const GridWeights read = read_scrip_weights(write(t));
    EXPECT_EQ(read.n_source, has_sizes ? 4 : 0);
    EXPECT_EQ(read.n_target, has_sizes ? 3 : 0);
    ASSERT_EQ(read.weights.size(), 4u);
    const double expected[4] = {0.25, 0.75, 1.0, 0.5};
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_EQ(read.weights[k].source, std::int64_t(t.source[k]) - 1);
      EXPECT_EQ(read.weights[k].target, std::int64_t(t.target[k]) - 1);
      EXPECT_EQ(read.weights[k].weight, expected[k]);
    }
  }
}

TEST(ScripWeights, BadFilesGetSentences) {
  expect_words(message_of([] { read_scrip_weights("no/such/file.nc"); }), {"no/such/file.nc"});
  expect_words(complaint([](ScripText& t) { t.has_target = false; }),
               {"weights.nc", "no variable dst_address", "genbil"});
  expect_words(complaint([](ScripText& t) { t.source[2] = 5; }),
               {"weights.nc", "entry 3 of src_address is 5", "1 to 4"});
  expect_words(complaint([](ScripText& t) { t.target[0] = 0; }), {"entry 1 of dst_address is 0", "1 to 3"});
  expect_words(complaint([](ScripText& t) { t.source.push_back(1); }),
               {"src_address has 5 entries", "4 links"});
  expect_words(complaint([](ScripText& t) { t.matrix[2] = NC_FILL_DOUBLE; }), {"link 2", "missing"});
}

}  // namespace
}  // namespace groundswell::test
