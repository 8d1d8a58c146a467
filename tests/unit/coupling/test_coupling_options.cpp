// SPDX-License-Identifier: Apache-2.0
// What the keys of a job file set, and every refusal by its message.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "coupling/coupling_options.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

const std::string components = R"(components:
  - {name: winds, kind: data, file: winds.yaml}
  - {name: waves, kind: run, file: waves.yaml, ranks: 2}
)";

// A file with these components and fields whose items begin as a valid one, followed by `more`.
std::string with_field(const std::string& more) {
  return components + "fields:\n  - {name: wind, source: winds, target: waves, period: 1 h" +
         (more.empty() ? "" : ", " + more) + "}\n";
}

CouplingSettings read(const std::string& yaml, const std::vector<std::string>& overrides = {}) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "coupling_options_job.yaml";
  std::ofstream(file) << yaml;
  return read_coupling_settings(file, overrides);
}

std::string refusal(const std::string& yaml, const std::vector<std::string>& overrides = {}) {
  return test::message_of([&] { read(yaml, overrides); });
}

TEST(CouplingOptions, every_key_sets_its_value) {
  const CouplingSettings s = read(components + R"(fields:
  - name: wind
    source: winds
    target: waves
    source_field: u10
    target_field: wind
    period: 10 min
    offset: 20 min
    lag: 1 h
    statistic: mean
    use: linear
    regridding: matrix
    matrix: weights.nc
    no_source: value
    value: 0.5
    first: 3
coupling: {wait_limit: 2 min, slots: 7, method: p2p, ledger: ledger.txt}
)",
                                  {"coupling.slots=8"});
  ASSERT_EQ(s.components.size(), 2u);
  EXPECT_EQ(s.components[0].name, "winds");
  EXPECT_EQ(s.components[0].kind, "data");
  EXPECT_EQ(s.components[0].n_rank, 1);
  EXPECT_EQ(s.components[1].n_rank, 2);
  EXPECT_EQ(s.components[1].file.filename(), "waves.yaml");
  EXPECT_TRUE(s.components[1].file.is_absolute());
  ASSERT_EQ(s.fields.size(), 1u);
  const CoupledFieldSettings& f = s.fields[0];
  EXPECT_EQ(f.name_in_source(), "u10");
  EXPECT_EQ(f.name_in_target(), "wind");
  EXPECT_EQ(f.period, 600);
  EXPECT_EQ(f.offset, 1200);
  EXPECT_EQ(f.lag, 3600);
  EXPECT_EQ(f.statistic, CoupledStatistic::mean);
  EXPECT_EQ(f.use, CoupledUse::linear);
  EXPECT_EQ(f.regridding.kind, Regridding::matrix);
  EXPECT_EQ(f.regridding.matrix.filename(), "weights.nc");
  EXPECT_EQ(f.regridding.no_source, NoSource::value);
  EXPECT_EQ(f.regridding.value, 0.5);
  EXPECT_EQ(f.first, 3.0);
  EXPECT_EQ(s.wait_limit, 120.0);
  EXPECT_EQ(s.n_slot, 8);
  EXPECT_EQ(s.method, "p2p");
  EXPECT_EQ(s.ledger.filename(), "ledger.txt");
}

TEST(CouplingOptions, a_field_is_called_by_its_name_on_both_sides_by_default) {
  const CouplingSettings s = read(with_field(""));
  EXPECT_EQ(s.fields[0].name_in_source(), "wind");
  EXPECT_EQ(s.fields[0].name_in_target(), "wind");
  EXPECT_FALSE(s.fields[0].first);
}

TEST(CouplingOptions, names_are_words_and_differ) {
  test::expect_words(refusal("components:\n  - {name: a b, kind: run}\n"),
                     {"coupling_options_job.yaml:1: components[1].name is 'a b'", "letters"});
  test::expect_words(refusal("components:\n  - {name: '', kind: run}\n"), {"components[1].name is ''"});
  test::expect_words(refusal("components:\n  - {name: a, kind: run}\n  - {name: a, kind: run}\n"),
                     {"components[2].name is 'a', as is components[1].name"});
  test::expect_words(
      refusal(with_field("") + "  - {name: wind, source: waves, target: winds, period: 1 h}\n"),
      {"coupling_options_job.yaml:4: fields[2].name is 'wind', as is fields[1].name"});
}

TEST(CouplingOptions, there_are_components) {
  test::expect_words(refusal("coupling: {slots: 1}\n"), {"components is missing"});
  test::expect_words(refusal("components: []\n"), {"components is empty"});
  test::expect_words(refusal("components:\n  - {name: a, kind: run, ranks: 0}\n"),
                     {"components[1].ranks is 0"});
}

TEST(CouplingOptions, a_field_goes_from_one_component_to_another) {
  test::expect_words(
      refusal(components + "fields:\n  - {name: w, source: wind, target: waves, period: 1 h}\n"),
      {"coupling_options_job.yaml:4: fields[1].source is 'wind', which is not a component",
       "did you mean 'winds'?", "winds, waves"});
  test::expect_words(
      refusal(components + "fields:\n  - {name: w, source: winds, target: winds, period: 1 h}\n"),
      {"fields[1].source and fields[1].target are both 'winds'"});
}

TEST(CouplingOptions, a_target_takes_a_field_once) {
  test::expect_words(
      refusal(with_field("") +
              "  - {name: other, source: winds, target: waves, target_field: wind, period: 1 h}\n"),
      {"fields[2] gives 'wind' to waves, as does fields[1]"});
}

TEST(CouplingOptions, times_are_above_0) {
  test::expect_words(refusal(with_field("offset: -1 h")), {"fields[1].offset is -1 h", "less than 0"});
  test::expect_words(refusal(with_field("lag: -1 h")), {"fields[1].lag is -1 h", "less than 0"});
  test::expect_words(refusal(with_field("lag: 1e15 s")), {"fields[1].lag is 1e15 s", "more than"});
  test::expect_words(
      refusal(components + "fields:\n  - {name: w, source: winds, target: waves, period: 0 s}\n"),
      {"fields[1].period is 0 s", "above 0"});
  test::expect_words(refusal(components + "fields:\n  - {name: w, source: winds, target: waves}\n"),
                     {"fields[1].period is missing"});
}

TEST(CouplingOptions, options_of_regridding_fit) {
  test::expect_words(refusal(with_field("regridding: matrix")),
                     {"fields[1].regridding is matrix", "weights"});
  test::expect_words(refusal(with_field("matrix: weights.nc")),
                     {"fields[1].matrix is '", "weights.nc'", "regridding is nearest"});
  test::expect_words(refusal(with_field("value: 2")), {"fields[1].value is 2", "no_source is error"});
  test::expect_words(refusal(with_field("regridding: nearst")), {"did you mean 'nearest'?"});
}

TEST(CouplingOptions, methods_and_slots_are_known) {
  test::expect_words(refusal(components + "coupling: {method: butterfli}\n"), {"did you mean 'butterfly'?"});
  test::expect_words(refusal(components, {"coupling.slots=0"}), {"--set", "coupling.slots is 0"});
  test::expect_words(refusal(components + "coupling: {wait_limit: 0}\n"), {"coupling.wait_limit is 0"});
}

TEST(CouplingOptions, all_mistakes_are_listed) {
  const std::string message = refusal(with_field("value: 2, matrix: w.nc"));
  test::expect_words(message, {"fields[1].value", "\n", "fields[1].matrix"});
}

}  // namespace
}  // namespace groundswell
