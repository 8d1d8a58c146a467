// SPDX-License-Identifier: Apache-2.0
// The values that a continued run must share with the run it continues.
#include <gtest/gtest.h>

#include "config/option_table.hpp"

namespace groundswell {
namespace {

struct NamedFields {
  std::string name;
  std::vector<std::string> fields;
};

}  // namespace

TEST(LastingValues, AreThoseOfOptionsThatMayNotChangeButPaths) {
  std::int64_t end = 3;
  std::vector<std::string> words{"hs"};
  std::vector<std::filesystem::path> files{"wind.nc"};
  std::filesystem::path mesh = "mesh.nc";
  std::vector<NamedFields> points{{"A", {"hs", "tp"}}};
  OptionTable table;
  table.add("time.end", end, "Last step.").required().may_change();
  table.add("words", words, "What to write.");
  table.add("files", files, "Winds: known by what they hold.");
  table.add("mesh", mesh, "The same.");
  table.add_list(
      "points", points,
      [](OptionTable& item, NamedFields& point) {
        item.add("name", point.name, "Name.").may_change();
        item.add("fields", point.fields, "Fields.");
      },
      "Places.");
  const std::vector<std::pair<std::string, std::string>> expected{
      {"words", "hs"}, {"points[0].fields", "hs"}, {"points[0].fields", "tp"}};
  EXPECT_EQ(table.list_lasting_values(), expected);
}

}  // namespace groundswell
