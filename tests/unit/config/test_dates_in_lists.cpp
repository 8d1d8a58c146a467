// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "base/error.hpp"
#include "config/option_table.hpp"

namespace groundswell {
namespace {

TEST(OptionTable, DatesInListsOfGroupsAreOfThatCalendarToo) {
  struct Item {
    std::optional<DateTime> start;
  };
  std::vector<Item> items;
  OptionTable table;
  table.add_list(
      "items", items, [](OptionTable& item, Item& at) { item.add("start", at.start, "First date."); },
      "Items.");
  table.read_text("items: [{}, {start: 2001-02-30}]", "case.yaml");
  table.use_calendar(Calendar::day360);
  EXPECT_EQ(*items[1].start - DateTime(DateParts{2001, 3, 1}, Calendar::day360), -86400);
  try {
    table.use_calendar(Calendar::noleap);
    FAIL() << "30 February in a calendar that has none";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "case.yaml:1: items[2].start: there is no date 2001-2-30 0:0:0 in the noleap calendar");
  }
}

}  // namespace
}  // namespace groundswell
