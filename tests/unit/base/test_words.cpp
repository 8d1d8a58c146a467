// SPDX-License-Identifier: Apache-2.0
// Words that ranks send each other are read back unchanged, and input that does not fit is refused.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/words.hpp"

namespace groundswell {
namespace {

enum class Fruit { apple, pear };

struct Basket {
  std::string name;
  std::vector<std::pair<Fruit, int>> fruits;
  std::array<double, 2> place{};

  static auto words(auto& self) { return std::tie(self.name, self.fruits, self.place); }
  bool operator==(const Basket&) const = default;
};

TEST(words, come_back_as_they_were) {
  const std::vector<std::string> names{"", "two words", "a\nb"};
  const double third = 1.0 / 3.0;
  const std::string told = WordWriter()
                               .add("", "a b\n", true, Fruit::pear, third, -7, names)
                               .add(std::numeric_limits<std::uint64_t>::max(), 0.1f)
                               .text();
  WordReader words(told);
  EXPECT_EQ(words.next<std::string>(), "");
  EXPECT_EQ(words.next<std::string>(), "a b\n");
  EXPECT_TRUE(words.next<bool>());
  EXPECT_EQ(words.next<Fruit>(), Fruit::pear);
  EXPECT_EQ(words.next<double>(), third);
  EXPECT_EQ(words.next<int>(), -7);
  EXPECT_EQ(words.next<std::vector<std::string>>(), names);
  EXPECT_FALSE(words.at_end());
  EXPECT_EQ(words.next<std::uint64_t>(), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(words.next<float>(), 0.1f);
  EXPECT_TRUE(words.at_end());
}

TEST(words, of_structs_are_those_of_their_members) {
  const std::vector<Basket> baskets{{"empty", {}, {0.1, 0.2}},
                                    {"full", {{Fruit::pear, 3}, {Fruit::apple, 1}}, {1.0, -1.0}}};
  const std::string told = WordWriter().add(baskets, 7).text();
  WordReader words(told);
  EXPECT_EQ(words.next<std::vector<Basket>>(), baskets);
  EXPECT_EQ(words.next<int>(), 7);
  EXPECT_TRUE(words.at_end());
  Basket basket;
  EXPECT_FALSE(WordReader(WordWriter().add("short", 1, Fruit::pear, 3, 0.1).text()).try_read(basket));
}

TEST(words, what_does_not_fit_is_refused) {
  const std::string number = WordWriter().add(12).text();
  EXPECT_THROW(WordReader("").next<std::string>(), Error);
  EXPECT_THROW(WordReader("12").next<int>(), Error);  // the end of the word is missing
  EXPECT_THROW(WordReader(WordWriter().add("12x").text()).next<int>(), Error);
  EXPECT_THROW(WordReader(WordWriter().add(3000000000).text()).next<int>(), Error);
  EXPECT_THROW(WordReader(WordWriter().add(-1).text()).next<std::uint64_t>(), Error);
  EXPECT_THROW(WordReader(number).next<std::vector<int>>(), Error);  // claims to have 12 words
  WordReader words(number);
  EXPECT_EQ(words.next<int>(), 12);
  EXPECT_THROW(words.next<int>(), Error);
}

TEST(words, lines_and_words_of_a_file) {
  WordReader lines("restart 7\n\nlast", '\n');
  std::string line, word;
  int number = 0;
  ASSERT_TRUE(lines.try_read(line));
  EXPECT_TRUE(WordReader(line, ' ').try_read(word, number));
  EXPECT_EQ(word, "restart");
  EXPECT_EQ(number, 7);
  ASSERT_TRUE(lines.try_read(line));
  EXPECT_EQ(line, "");
  EXPECT_FALSE(WordReader(line, ' ').try_read(word));
  ASSERT_TRUE(lines.try_read(line));
  EXPECT_EQ(line, "last");
  EXPECT_FALSE(WordReader(line, ' ').try_read(word, number));
  EXPECT_FALSE(lines.try_read(line));
  EXPECT_TRUE(WordReader("  restart\t 8\r", ' ').try_read(word, number));  // any white space
  EXPECT_EQ(number, 8);
}

}  // namespace
}  // namespace groundswell
