// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/names.hpp"
#include "support/sentences.hpp"

using namespace groundswell;

namespace {

struct Entry {
  std::string_view name;
  int value;
};
constexpr Entry table[] = {{"ab", 1}, {"a", 2}, {"b", 3}, {"a", 4}};

}  // namespace

TEST(Names, AreListedInTheOrderOfTheTable) {
  EXPECT_EQ(names_of(table), (std::vector<std::string>{"ab", "a", "b", "a"}));
  EXPECT_EQ(listed_names(table), "ab, a, b, a");
  EXPECT_EQ(listed_names(std::vector<Entry>{}), "none");
}

TEST(Names, TheFirstEntryWithTheWholeNameIsFound) {
  EXPECT_EQ(&find_named(table, "a", ""), &table[1]);
  EXPECT_EQ(find_named(table, "b", "").value, 3);
}

TEST(Names, AnUnknownNameGetsTheSentenceAndWhatIsKnown) {
  EXPECT_EQ(test::message_of([] { find_named(table, "xyz", "there is no '", "xyz", "' among ", 4); }),
            "there is no 'xyz' among 4; known are ab, a, b, a");
  EXPECT_EQ(test::message_of([] { find_named(table, "abc", "there is no 'abc'"); }),
            "there is no 'abc'; did you mean 'ab'? Known are ab, a, b, a");
}

TEST(Names, AValueHasItsWord) {
  enum class Colour { red, green, blue };
  constexpr NamedValue<Colour> colours[] = {{"red", Colour::red}, {"green", Colour::green}};
  EXPECT_EQ(find_named(colours, "green").value, Colour::green);
  EXPECT_EQ(name_of(colours, Colour::red), "red");
  EXPECT_THROW(name_of(colours, Colour::blue), LogicError);
}
