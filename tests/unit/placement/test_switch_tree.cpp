// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>

#include "placement/host_list.hpp"
#include "placement/switch_tree.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using Names = std::vector<std::string>;

TEST(HostList, StandsForNames) {
  EXPECT_EQ(expand_host_list("n1"), (Names{"n1"}));
  EXPECT_EQ(expand_host_list("b,a"), (Names{"b", "a"}));
  EXPECT_EQ(expand_host_list("n[1-4,7]"), (Names{"n1", "n2", "n3", "n4", "n7"}));
  EXPECT_EQ(expand_host_list("n[08-11]"), (Names{"n08", "n09", "n10", "n11"}));
  EXPECT_EQ(expand_host_list("n[099-101,2]x"), (Names{"n099x", "n100x", "n101x", "n2x"}));
  EXPECT_EQ(expand_host_list("login,r[1-2]n[5,07]"), (Names{"login", "r1n5", "r1n07", "r2n5", "r2n07"}));
  EXPECT_EQ(expand_host_list("[3-4]"), (Names{"3", "4"}));
}

TEST(HostList, SaysWhatIsWrong) {
  const std::initializer_list<std::pair<const char*, const char*>> wrong{
      {"", "empty name"},          {"a,,b", "empty name"},        {"n[1-4", "brackets"},
      {"n1-4]", "brackets"},       {"n[1[2]]", "brackets"},       {"n[4-1]", "goes down"},
      {"n[]", "not a number"},     {"n[1-]", "not a number"},     {"n[a-b]", "not a number"},
      {"n[1,,2]", "not a number"}, {"n[-1]", "not a number"},     {"n[1-2-3]", "not a number"},
      {"n[1-9999999]", "more"},    {"n[1-2000][1-2000]", "more"}, {"n[1234567890]", "nine digits"}};
  for (const auto& [list, word] : wrong)
    test::expect_words(test::message_of([&] { expand_host_list(list); }), {word});
}

class SwitchTrees : public testing::Test {
 protected:
  SwitchTrees()
      : path_(std::filesystem::path(testing::TempDir()) /
              text(testing::UnitTest::GetInstance()->current_test_info()->name(), "_topology.conf")) {}
  ~SwitchTrees() override { std::filesystem::remove(path_); }

  SwitchTree read(const std::string& content) {
    std::ofstream(path_) << content;
    return read_switch_tree(path_);
  }
  std::string says(const std::string& content) {
    return test::message_of([&] { read(content); });
  }

  std::filesystem::path path_;
};

TEST_F(SwitchTrees, CountSwitchesOnTheWay) {
  const SwitchTree tree = read(
      "# the racks\n"
      "SwitchName=s0 Nodes=n[1-4,7]   # one more\n"
      "\n"
      "switchname=s1 NODES=n[05-06] linkspeed=100\r\n"
      "SwitchName=s2 \\\n"
      "   Nodes=n8 \n"
      "SwitchName=pod Switches=s[0-1]\n"
      "SwitchName=top Switches=pod,s2 Nodes=login");
  EXPECT_EQ(tree.switches().size(), 5u);
  EXPECT_EQ(tree.switches()[2].line, 5);
  EXPECT_EQ(tree.switches()[3].line, 7);
  EXPECT_EQ(tree.hops("n1", "n1"), 0);
  EXPECT_EQ(tree.hops("n1", "n7"), 1);
  EXPECT_EQ(tree.hops("n1", "n05"), 3);
  EXPECT_EQ(tree.hops("n05", "n1"), 3);
  EXPECT_EQ(tree.hops("n1", "n8"), 4);
  EXPECT_EQ(tree.hops("n8", "login"), 2);
  EXPECT_EQ(tree.hops("login", "n1"), 3);
  EXPECT_EQ(tree.hops("n1.cluster.org", "n2.cluster.org"), 1);  // the short name counts
  EXPECT_EQ(tree.find_switch_of("n5"), -1);                     // n05 is another host
  test::expect_words(test::message_of([&] { tree.hops("n1", "n9"); }), {"topology.conf", "'n9'", "Nodes="});
}

TEST_F(SwitchTrees, MayHaveBlanksAndQuotes) {
  const SwitchTree tree = read(
      "SwitchName = s0 Nodes= \"n[1-4, 7], n9\"\n"
      "SwitchName=\"top\" \\\n"
      "  Switches =s0 \\\n"
      "  LinkSpeed\t=\t1\n");
  EXPECT_EQ(tree.switches()[0].name, "s0");
  EXPECT_EQ(tree.switches()[0].hosts, (Names{"n1", "n2", "n3", "n4", "n7", "n9"}));
  EXPECT_EQ(tree.switches()[1].name, "top");
  EXPECT_EQ(tree.switches()[1].switches, (Names{"s0"}));
}

TEST_F(SwitchTrees, SayFileAndLine) {
  const auto expect = [&](const std::string& content, std::initializer_list<const char*> words) {
    const std::string sentence = says(content);
    test::expect_words(sentence, {"topology.conf'"});
    test::expect_words(sentence, words);
  };
  const std::string rack = "SwitchName=s0 Nodes=n[1-4]\n";
  expect("", {"names no switches", "SwitchName=s0"});
  expect("# nothing\n\n  \t\n", {"names no switches"});
  expect(rack + "SwitchName=top Switches=s0,s1\n", {"line 2", "'top'", "'s1'", "no line describes"});
  expect(rack + "SwitchName=s1 Nodes=n[4-6]\nSwitchName=t Switches=s[0-1]",
         {"line 2", "'s1'", "host 'n4'", "'s0'"});
  expect("SwitchName=s0 Nodes=a,a\n", {"line 1", "host 'a'"});
  expect(rack + rack, {"line 2", "'s0'", "already in line 1"});
  expect(rack + "SwitchName=a Switches=s0,b\nSwitchName=b Switches=a\n", {"line", "cycle"});
  expect(rack + "SwitchName=a Switches=b\nSwitchName=b Switches=a\n", {"line 2", "'a'", "cycle"});
  expect("SwitchName=a Switches=a\n", {"names no hosts"});
  expect(rack + "SwitchName=a Switches=a\n", {"line 2", "cycle"});
  expect(rack + "SwitchName=s1 Nodes=n[5-6]\n", {"line 2", "'s1' is at the top", "'s0'", "one more switch"});
  expect(rack + "SwitchName=a Switches=s0\nSwitchName=b Switches=s0\n",
         {"line 3", "'b'", "'s0'", "below 'a'"});
  expect(rack + "SwitchName=a\n", {"line 2", "'a' has nothing below"});
  expect("Nodes=n1\n", {"line 1", "names no switch"});
  expect("SwitchName=s0 Node=n1\n", {"line 1", "'Node'", "did you mean 'nodes'"});
  expect("SwitchName=s0 Nodes\n", {"line 1", "'Nodes'", "Key=value"});
  expect("SwitchName=s0 Nodes=\n", {"line 1", "'Nodes' has no value"});
  expect("Nodes= SwitchName=s0\n", {"line 1", "'Nodes' has no value"});
  expect("= SwitchName=s0 Nodes=a\n", {"line 1", "'' is not a key"});
  expect("SwitchName=s0 Nodes=\"a\n", {"line 1", "'\"' is not closed"});
  expect("SwitchName=s0 SwitchName=s1 Nodes=a\n", {"line 1", "twice"});
  expect("\nSwitchName=s0 Nodes=n[1-\n", {"line 2", "brackets"});
}

TEST_F(SwitchTrees, ReadAnythingOrSayWhy) {
  const std::string good =
      "SwitchName=s0 Nodes=n[1-4,07]\nSwitchName=s1 Nodes=m[1-2]\nSwitchName=t Switches=s[0-1]\n";
  unsigned state = 1;
  for (int trial = 0; trial < 2000; ++trial) {
    std::string changed = good;
    for (int i = 0; i < 3; ++i) {
      state = state * 1664525u + 1013904223u;
      changed[(state >> 8) % changed.size()] = char(state >> 24);
    }
    says(changed);
  }
  std::filesystem::remove(path_);
  test::expect_words(test::message_of([&] { read_switch_tree(path_); }),
                     {"topology.conf", "there is no file"});
}

}  // namespace
}  // namespace groundswell
