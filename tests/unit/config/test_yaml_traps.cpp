// SPDX-License-Identifier: Apache-2.0
// Files that would exhaust or confuse a reader are refused immediately, with a message; harmless ones of the
// same kind are read.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>

#include "base/error.hpp"
#include "config/config_node.hpp"
#include "config/option_table.hpp"

namespace groundswell {
namespace {

std::string refusal(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

void expect_refused(const std::string& yaml, const char* words) {
  const std::string sentence = refusal([&] { read_yaml_text(yaml, "case.yaml"); });
  EXPECT_NE(sentence.find("case.yaml"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find(words), std::string::npos) << sentence;
}

}  // namespace

TEST(YamlTraps, AnAliasThatContainsItself) {
  expect_refused("a: &a [*a]", "alias");
  expect_refused("a: &a {b: *a}", "alias");
}

// Here yaml-cpp finds one document after another without advancing.
TEST(YamlTraps, TextAfterAQuotedValue) {
  for (const char* yaml : {"\"\", \"title\"\ntime: {step: 60}\n", "'a', 'b'", "\"a\" ]"})
    EXPECT_THROW(read_yaml_text(yaml, "case.yaml"), Error) << yaml;
}

TEST(YamlTraps, BillionLaughs) {
  std::string yaml = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    yaml += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
    for (int k = 1; k < 10; ++k) yaml += ", " + before;
    yaml += "]\n";
  }
  expect_refused(yaml, "aliases expanded");
}

TEST(YamlTraps, DeepNests) {
  expect_refused(std::string(100, '[') + std::string(100, ']'), "nested");
  expect_refused("a: " + std::string(100000, '['), "case.yaml:");
  expect_refused("a: " + std::string(100000, '{'), "case.yaml:");
}

TEST(YamlTraps, AliasesInTheirUsualUseAreRead) {
  const ConfigNode root = read_yaml_text("a: &a {x: 1}\nb: *a\n", "case.yaml");
  EXPECT_EQ(root.items[1].items[0].text, "1");
}

TEST(YamlTraps, ManyMistakesAndLongWords) {
  std::string yaml, title;
  for (int i = 0; i < 900; ++i) yaml += "an_option_that_does_not_exist_" + std::to_string(i) + ": 1\n";
  OptionTable table;
  table.add("title", title, "The title.");
  std::string sentence = refusal([&] { table.read_text(yaml, "case.yaml"); });
  EXPECT_EQ(std::count(sentence.begin(), sentence.end(), '\n'), 19);
  std::string word(500000, 'x');
  word += ": 1";
  sentence = refusal([&] { table.read_text(word, "case.yaml"); });
  EXPECT_NE(sentence.find("case.yaml"), std::string::npos);
}

TEST(YamlTraps, TextThatIsNotUtf8) {
  expect_refused("a: 1\ntitle: Caf\xe9\n",
                 "case.yaml:2: the text is not UTF-8 (byte 11 of the line is 0xe9)");
  expect_refused("\xff", "case.yaml:1: the text is not UTF-8 (byte 1 of the line is 0xff)");
  using namespace std::string_literals;
  expect_refused(
      "\xff\xfe"
      "a\0:\0 \0001\0"s,
      "case.yaml:1: the text is not UTF-8");  // UTF-16 with a byte order mark
  expect_refused("a\0:\0 \0001\0"s, "case.yaml:1: the text is not UTF-8 (byte 2 of the line is 0x00)");
  expect_refused("# a comment\n\n# \xc3\n",
                 "case.yaml:3: the text is not UTF-8 (byte 3 of the line is 0xc3)");
  const std::string said = refusal([&] { read_yaml_text("a: \xe9", "--set a=\xe9"); });
  EXPECT_EQ(said.find("--set a=\ufffd:1: the text is not UTF-8"), 0u) << said;
  for (const char* yaml : {"title: Café 日\n", "\xef\xbb\xbftitle: Café 日\n", "title: \"Caf\\xe9 日\"\n"})
    EXPECT_EQ(read_yaml_text(yaml, "case.yaml").items.at(0).text, "Café 日");
}

TEST(YamlTraps, PipesAndLargeFiles) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("groundswell traps " + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  ASSERT_EQ(::mkfifo((folder / "pipe.yaml").c_str(), 0600), 0);
  EXPECT_NE(refusal([&] { read_yaml_file(folder / "pipe.yaml"); }).find("is a pipe"), std::string::npos);
  std::ofstream(folder / "large.yaml") << std::string(2'000'000, '#');
  EXPECT_NE(refusal([&] { read_yaml_file(folder / "large.yaml"); }).find("larger than 1 MB"),
            std::string::npos);
  std::filesystem::remove_all(folder);
}

}  // namespace groundswell
