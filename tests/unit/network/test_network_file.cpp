// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <random>
#include <regex>

#include "network/network_file.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

std::string read_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

NetworkModel make_model(int n, const std::string& name, std::vector<std::int64_t> bytes) {
  std::vector<NetworkPlace> places;
  for (int i = 0; i < n; ++i) places.push_back({text(name, i), text("host", i / 2)});
  NetworkModel model(places, bytes);
  std::mt19937 random(7);
  for (int size = 0; size < int(bytes.size()); ++size)
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < n; ++b)
        if ((a + 2 * b + size) % 5 != 0) model.set(size, a, b, 1e-7 * double(random() % 100'000'000));
  return model;
}

NetworkFile make_network() {
  NetworkFile network{
      "two nodes, \"quoted\" \xc3\xa9", "2024-05-06T07:08:09Z", {}, {}, {}, 1234567890123, 17, 3};
  network.between = make_model(5, "n", {8, 4096, 1'048'576});
  network.under_load = make_model(5, "n", {8, 4096, 1'048'576});
  network.inside.push_back({"host0",
                            {{0, 0, 0, 0}, {1, 0, 1, -1}},
                            make_model(2, "core", {64}),
                            make_model(3, "memory", {64, 128})});
  network.inside.push_back({"host1", {}, {}});
  return network;
}

void expect_same(const NetworkModel& read, const NetworkModel& made) {
  EXPECT_EQ(read.places(), made.places());
  EXPECT_EQ(read.bytes(), made.bytes());
  for (int size = 0; size < int(made.bytes().size()); ++size)
    for (int a = 0; a < made.n_place(); ++a)
      for (int b = 0; b < made.n_place(); ++b) {
        const double expected = made.measured(size, a, b), found = read.measured(size, a, b);
        EXPECT_EQ(std::isnan(found), std::isnan(expected));
        if (!std::isnan(expected)) {
          EXPECT_NEAR(found, expected, 5.001e-5 * expected);
        }
      }
}

class NetworkFiles : public testing::Test {
 protected:
  // Each test uses a separate folder, because tests may run at the same time.
  NetworkFiles()
      : folder_(std::filesystem::path(testing::TempDir()) /
                text("network_file_", testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::create_directories(folder_);
    path_ = folder_ / "net.json";
    write_network(path_, make_network());
    content_ = read_text(path_);
  }
  ~NetworkFiles() override { std::filesystem::remove_all(folder_); }

  // The message with which a file of this content is refused; "" if it is not. Any exception but Error fails
  // the test.
  std::string says(const std::string& content) {
    std::ofstream(path_, std::ios::binary) << content;
    std::string sentence = test::message_of([&] { read_network(path_); });
    if (!sentence.empty()) test::expect_words(sentence, {"net.json"});
    return sentence;
  }
  std::string says_after(const std::string& from, const std::string& to) {
    std::string changed = content_;
    const std::size_t at = changed.find(from);
    EXPECT_NE(at, changed.npos) << from;
    return says(changed.replace(at, from.size(), to));
  }

  std::filesystem::path folder_, path_;
  std::string content_;
};

TEST_F(NetworkFiles, KeepAllThatIsWrittenToFiveDigits) {
  const NetworkFile made = make_network(), read = read_network(path_);
  EXPECT_EQ(read.machine, made.machine);
  EXPECT_EQ(read.date, made.date);
  EXPECT_EQ(read.n_sample, made.n_sample);
  EXPECT_EQ(read.n_outlier, made.n_outlier);
  EXPECT_EQ(read.n_probe, made.n_probe);
  expect_same(read.between, made.between);
  expect_same(read.under_load, made.under_load);
  ASSERT_EQ(read.inside.size(), made.inside.size());
  for (std::size_t i = 0; i < made.inside.size(); ++i) {
    EXPECT_EQ(read.inside[i].host, made.inside[i].host);
    expect_same(read.inside[i].between_cores, made.inside[i].between_cores);
    expect_same(read.inside[i].between_memories, made.inside[i].between_memories);
    ASSERT_EQ(read.inside[i].cores.size(), made.inside[i].cores.size());
  }
  EXPECT_EQ(read.inside[0].cores[1].core, 1);
  EXPECT_EQ(read.inside[0].cores[1].cache, 0);
  EXPECT_EQ(read.inside[0].cores[1].numa, 1);
  EXPECT_EQ(read.inside[0].cores[1].package, -1);
  EXPECT_FALSE(std::filesystem::exists(path_.string() + ".part"));
  write_network(path_, read);
  EXPECT_EQ(read_text(path_), content_);  // nothing is lost when it is written again
}

TEST_F(NetworkFiles, AreEmptyOrSmall) {
  write_network(path_, {});
  EXPECT_EQ(read_network(path_).between.n_place(), 0);
  NetworkFile odd;
  odd.machine = "\xff\xfe no letters";
  odd.between = make_model(96, "node", {8});
  write_network(path_, odd);
  EXPECT_EQ(read_network(path_).between.n_place(), 96);
  EXPECT_LT(std::filesystem::file_size(path_), 96 * 96 * 10);
}

TEST_F(NetworkFiles, SayWhereTheyEndTooEarly) {
  ASSERT_GT(content_.size(), 1500u);
  for (std::size_t size = 0; size + 1 < content_.size(); ++size)
    ASSERT_NE(says(content_.substr(0, size)), "") << size;
  EXPECT_EQ(says(content_.substr(0, content_.size() - 1)), "");  // without the last end of line
  test::expect_words(says(content_.substr(0, content_.find("bytes"))),
                     {"not a complete JSON", "line", "probe"});
}

TEST_F(NetworkFiles, SurviveAnyWrongByte) {
  std::mt19937 random(5);
  int n_refused = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    std::string changed = content_;
    for (int i = 0; i < 1 + trial % 3; ++i) changed[random() % changed.size()] = char(random() % 256);
    if (!says(changed).empty()) ++n_refused;
  }
  EXPECT_GT(n_refused, 500);
}

// Replaces each innermost list or object, the first and the last value in each such list, and each number,
// string or null outside of these, in turn by values of other types or sizes.
TEST_F(NetworkFiles, SurviveAnyWrongValue) {
  const std::regex value("\"[^\"\\\\]*\"|-?\\d[\\d.e+-]*|null|\\[[^\\[\\]]*\\]|\\{[^{}]*\\}");
  const std::regex number("-?\\d[\\d.e+-]*|null");
  const std::vector<std::string> of_lists{"null", "-1", "\"x\"", "[]", "{}", "[[[[0]]]]"},
      in_lists{"-1", "1e300", "\"x\""},
      elsewhere{"null",
                "-1",
                "1e300",
                "\"x\"",
                "[]",
                "{}",
                "0.5",
                "99999999999999999999",
                "true",
                "1e999",
                "[[[[0]]]]",
                "2147483648",
                "9223372036854775807"};
  int n_value = 0, n_refused = 0;
  const auto replace = [&](std::ptrdiff_t at, std::ptrdiff_t length, const std::vector<std::string>& others) {
    for (const std::string& other : others) {
      std::string changed = content_;
      changed.replace(std::size_t(at), std::size_t(length), other);
      ++n_value;
      if (!says(changed).empty()) ++n_refused;
    }
  };
  for (std::sregex_iterator at(content_.begin(), content_.end(), value), end; at != end; ++at) {
    const std::string found = at->str();
    replace(at->position(), at->length(), found[0] == '[' || found[0] == '{' ? of_lists : elsewhere);
    if (found[0] != '[') continue;
    const std::vector<std::smatch> numbers(std::sregex_iterator(found.begin(), found.end(), number), end);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (i == 0 || i + 1 == numbers.size())
        replace(at->position() + numbers[i].position(), numbers[i].length(), in_lists);
  }
  EXPECT_GT(n_value, 800);
  EXPECT_GT(n_refused, n_value / 2);
}

TEST_F(NetworkFiles, SayWhatIsWrongWithTheWhole) {
  std::filesystem::remove(path_);
  test::expect_words(test::message_of([&] { read_network(path_); }), {"net.json", "there is no file"});
  std::filesystem::create_directory(path_);
  test::expect_words(test::message_of([&] { read_network(path_); }), {"net.json", "folder"});
  std::filesystem::remove(path_);
  test::expect_words(says("no network"), {"not a complete JSON", "line 1"});
  test::expect_words(says("{}"), {"not a network file", "groundswell network probe"});
  test::expect_words(says("[1, 2]"), {"not a network file"});
  test::expect_words(says(std::string(100'000, '[')), {"not a complete JSON"});
  test::expect_words(says_after("groundswell network", "other"), {"not a network file"});
  test::expect_words(says_after("\"version\": 1", "\"version\": 2"),
                     {"'version'", "2", "later", "newer program"});
  test::expect_words(says_after("\"version\": 1", "\"version\": 0"),
                     {"'version'", "0", "whole number from 1"});
}

TEST_F(NetworkFiles, SayWhichValueIsWrong) {
  test::expect_words(says_after("\"machine\"", "\"machina\""), {"'machine' is missing"});
  test::expect_words(says_after("\"samples\": 1234567890123", "\"samples\": 5"),
                     {"'outliers'", "17", "5 samples"});
  test::expect_words(says_after("\"probes\": 3", "\"probes\": 0"), {"'probes' is 0", "from 1 to"});
  test::expect_words(says_after("\"n1\"", "\"n0\""), {"'between'", "two places", "'n0'"});
  test::expect_words(says_after("\"n1\"", "\"\""), {"'between.places[1].name'", "empty"});
  test::expect_words(says_after("\"n1\"", "17"), {"'between.places[1].name' is 17", "not a string"});
  test::expect_words(says_after("[8,4096,1048576]", "[8,4096]"),
                     {"'between.microseconds' has 3", "must be 2"});
  test::expect_words(says_after("[8,4096,1048576]", "[8,4096,4096]"), {"'between'", "size 3", "ascend"});
  test::expect_words(says_after("[8,4096,1048576]", "[0,4096,1048576]"), {"'between.bytes[0]' is 0"});
  const std::string row = "[null,";
  test::expect_words(says_after(row, "[1.5," + row.substr(1)),
                     {"'between.microseconds[1][4]' is a list of 6", "list of 5"});
  test::expect_words(says_after(row, "[-2.5,"),
                     {"'between.microseconds[1][4]'", "the time -2.5 for place 1"});
  test::expect_words(says_after(row, "[\"soon\","), {"'between.microseconds[1][4]'", "the time a string"});
  for (const char* none : {"[0,", "[0.0,", "[-0.0,", "[1e-320,"})
    test::expect_words(says_after(row, none),
                       {"'between.microseconds[1][4]'", "for place 1", "take more than 0"});
  test::expect_words(says_after("\"numa\":1", "\"numa\":1.5"), {"'inside[0].cores[1].numa' is 1.5"});
  test::expect_words(says_after("host\": \"host1", "host\": \"host0"), {"'inside'", "'host0' twice"});
  std::string other = content_;
  other.replace(other.find("n4", other.find("under_load")), 2, "n7");
  test::expect_words(says(other), {"'under_load'", "other places"});
  other = content_;
  other.replace(other.find("4096", other.find("under_load")), 4, "4097");
  test::expect_words(says(other), {"'under_load'", "other sizes"});
}

// Host names and core numbers are written into launcher files.
TEST_F(NetworkFiles, SayWhichPlaceALauncherCannotTake) {
  const std::string host = "\"host\":\"host1\"";
  for (const char* odd : {"", "a b", "a,b", "a\\nb", "\\\"a", "a'b", "a=b", "a:2", "#a", "a/b", "\\u00e9"})
    test::expect_words(says_after(host, text("\"host\":\"", odd, "\"")),
                       {"'between.places[2].host' is", "not a host name", "letters"});
  // This name is accepted: the message is about another part of the file.
  test::expect_words(says_after(host, "\"host\":\"Node-7_b.site\""), {"'under_load'", "other places"});
  test::expect_words(says_after("\"host\": \"host1\"", "\"host\": \"host 1\""),
                     {"'inside[1].host' is \"host 1\""});
  test::expect_words(says_after("\"core\":1", "\"core\":-5"),
                     {"'inside[0].cores[1].core' is -5", "from 0 to"});
  EXPECT_EQ(says_after("\"cache\":0", "\"cache\":-1"), "");
}

}  // namespace
}  // namespace groundswell
