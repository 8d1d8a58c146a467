// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "base/error.hpp"
#include "base/written_file.hpp"
#include "support/file_size_limit.hpp"

namespace groundswell {
namespace {

namespace fs = std::filesystem;

class WrittenFile : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder); }
  void TearDown() override { fs::remove_all(folder); }

  // The message with which a target is refused, or "".
  static std::string refusal(const fs::path& target, const std::vector<fs::path>& inputs = {}) {
    try {
      check_target(target, inputs);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
  static void expect_refused(const std::string& sentence, const fs::path& path, const char* words) {
    EXPECT_NE(sentence.find("'" + path.string() + "'"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find(words), std::string::npos) << sentence;
  }
  fs::path make_file(const char* name, const char* content) const {
    std::ofstream(folder / name) << content;
    return folder / name;
  }
  static std::string content(const fs::path& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  const fs::path folder =
      fs::temp_directory_path() / ("groundswell written file " + std::to_string(getpid()));
  const fs::path target = folder / "out.txt";
};

TEST_F(WrittenFile, ReplacesItsTargetWhenComplete) {
  write_text_file(target, "one\n");
  EXPECT_EQ(content(target), "one\n");
  make_file("out.txt.part", "left by a run that was killed");
  write_text_file(target, "two\n");
  EXPECT_EQ(content(target), "two\n");
  EXPECT_FALSE(fs::exists(part_path(target)));
  EXPECT_THROW(write_text_file(folder / "none" / "out.txt", "three\n"), Error);
}

TEST_F(WrittenFile, LeavesNoHalfOfATextForWhichThereIsNoRoom) {
  write_text_file(target, "one\n");
  {
    const test::FileSizeLimit limit(1000);
    try {
      write_text_file(target, std::string(5000, 'x'));
      ADD_FAILURE();
    } catch (const Error& error) {
      expect_refused(error.what(), part_path(target), "(ulimit -f)");
    }
  }
  EXPECT_FALSE(fs::exists(part_path(target)));
  EXPECT_EQ(content(target), "one\n");
}

TEST_F(WrittenFile, RefusesLinks) {
  const fs::path precious = make_file("precious.txt", "precious");
  for (const char* name : {"out.txt", "out.txt.part"}) {
    for (const fs::path& to : {precious, folder / "nowhere", fs::path("/dev/full")}) {
      fs::create_symlink(to, folder / name);
      expect_refused(refusal(target), folder / name, "is a link");
      EXPECT_THROW(write_text_file(target, "lost"), Error);
      EXPECT_TRUE(fs::is_symlink(folder / name));
      fs::remove(folder / name);
    }
    EXPECT_FALSE(fs::exists(target));
  }
  EXPECT_EQ(content(precious), "precious");
  EXPECT_FALSE(fs::exists(folder / "nowhere"));
}

TEST_F(WrittenFile, RefusesWhatIsNotAFile) {
  for (const char* name : {"out.txt", "out.txt.part"}) {
    fs::create_directory(folder / name);
    expect_refused(refusal(target), folder / name, "is a folder");
    fs::remove(folder / name);
    ASSERT_EQ(mkfifo((folder / name).c_str(), 0600), 0);
    expect_refused(refusal(target), folder / name, "is a pipe");
    EXPECT_THROW(write_text_file(target, "lost"), Error);
    EXPECT_TRUE(fs::is_fifo(folder / name));
    fs::remove(folder / name);
  }
  expect_refused(refusal(folder / "new" / ""), folder / "new" / "", "names a folder");
  expect_refused(refusal("/dev/null"), "/dev/null", "is a device");  // only queried, never written
}

TEST_F(WrittenFile, RefusesAnInputUnderAnyName) {
  make_file("out.txt", "input");
  fs::create_symlink(target, folder / "by_link");
  fs::create_hard_link(target, folder / "by_hard_link");
  fs::create_directory(folder / "a");
  for (const fs::path& input : {target, folder / "by_link", folder / "by_hard_link", folder / "a/../out.txt"})
    expect_refused(refusal(target, {folder / "none", input}), input, "this command reads it");
  expect_refused(refusal(target, {make_file("out.txt.part", "input")}), part_path(target), "reads it");
  EXPECT_EQ(refusal(target, {make_file("other.txt", "")}), "");
}

// A backup made of hard links shares its files with the folder.
TEST_F(WrittenFile, LeavesOtherNamesOfAFileAsTheyAre) {
  for (const char* name : {"out.txt", "out.txt.part"}) {
    make_file(name, "old");
    fs::create_hard_link(folder / name, folder / "backup");
    write_text_file(target, "new");
    EXPECT_EQ(content(folder / "backup"), "old");
    EXPECT_EQ(content(target), "new");
    EXPECT_FALSE(fs::exists(part_path(target)));
    fs::remove(folder / "backup");
  }
}

TEST_F(WrittenFile, HasOneWriter) {
  {
    PartFile first(target);
    EXPECT_THROW(write_text_file(target, "second"), Error);
    EXPECT_FALSE(fs::exists(target));
    first.finish();
  }
  write_text_file(target, "second");
  EXPECT_EQ(content(target), "second");
}

// Those that write through a library, and all others, in this program or another, exclude one another.
TEST_F(WrittenFile, HasOneWriterThroughALibrary) {
  using enum PartFile::Writers;
  using enum PartFile::Start;
  const fs::path lock = part_path(target) + ".lock";
  const auto refused = [&](PartFile::Writers writers, PartFile::Start start) {
    try {
      PartFile second(target, writers, start);
      return std::string();
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  make_file("out.txt.part.lock", "");  // of a killed program
  {
    PartFile first(target, library);
    ASSERT_EQ(::write(first.descriptor(), "first", 5), 5);
    for (const auto writers : {one, library})
      for (const auto start : {anew, go_on})
        expect_refused(refused(writers, start), part_path(target),
                       "or another output of this one, is writing");
    EXPECT_EQ(content(part_path(target)), "first");
    first.finish();
    EXPECT_FALSE(fs::exists(lock));
    EXPECT_EQ(refused(library, go_on), "");
    EXPECT_EQ(content(part_path(target)), "first");
  }
  EXPECT_FALSE(fs::exists(lock));
  {
    PartFile first(target, one);
    expect_refused(refused(library, anew), part_path(target), "or another output of this one, is writing");
  }
  EXPECT_EQ(refused(library, anew), "");
}

TEST_F(WrittenFile, OnlyALeftPartIsRemoved) {
  remove_left_part(target);  // there is none
  for (const auto writers : {PartFile::Writers::one, PartFile::Writers::library}) {
    {
      PartFile first(target, writers);
      remove_left_part(target);
      EXPECT_TRUE(fs::exists(part_path(target)));
    }
    remove_left_part(target);
    EXPECT_FALSE(fs::exists(part_path(target)));
  }
}

TEST_F(WrittenFile, TooLongANameIsASentence) {
  const fs::path at_the_end = folder / std::string(252, 'x'),
                 within = folder / std::string(300, 'x') / "out.txt";
  const auto refused = [&](auto&& work) {
    try {
      work();
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  for (const auto writers : {PartFile::Writers::one, PartFile::Writers::library})
    expect_refused(refused([&] { PartFile(at_the_end, writers); }), part_path(at_the_end),
                   "give it a shorter name");
  expect_refused(refused([&] { resolved_path(within); }), within, "give it a shorter name");
  expect_refused(refused([&] { PartFile part(within); }), within.parent_path(), "does not exist");
}

TEST_F(WrittenFile, FoldersMayBeLinks) {
  fs::create_directory(folder / "disk");
  fs::create_directory_symlink(folder / "disk", folder / "linked");
  write_text_file(folder / "linked" / "out.txt", "there");
  EXPECT_EQ(content(folder / "disk" / "out.txt"), "there");
}

TEST_F(WrittenFile, MovesAllOrNone) {
  fs::create_directories(folder / "to");
  const fs::path one = make_file("one.txt", "one"), two = make_file("two.txt", "two");
  make_file("to/one.txt", "older");
  const std::vector<Move> moves{{folder / "to/one.txt", folder / "to/aside"}, {one, folder / "to/one.txt"}};
  std::vector<Move> broken = moves;
  broken.push_back({folder / "missing.txt", folder / "to/missing.txt"});
  broken.push_back({two, folder / "to/two.txt"});
  try {
    move_files(broken);
    FAIL() << "a missing file moved";
  } catch (const Error& error) {
    expect_refused(error.what(), folder / "missing.txt", "were moved back");
  }
  EXPECT_EQ(content(one), "one");
  EXPECT_EQ(content(two), "two");
  EXPECT_EQ(content(folder / "to/one.txt"), "older");
  EXPECT_FALSE(fs::exists(folder / "to/aside"));
  move_files(moves);
  EXPECT_EQ(content(folder / "to/one.txt"), "one");
  EXPECT_EQ(content(folder / "to/aside"), "older");
  EXPECT_FALSE(fs::exists(one));
}

TEST_F(WrittenFile, ChecksAFolderWithoutMakingIt) {
  make_file("file.txt", "");
  EXPECT_NO_THROW(check_folder(folder / "deep/er"));
  EXPECT_NO_THROW(check_folder(""));
  EXPECT_FALSE(fs::exists(folder / "deep"));
  EXPECT_THROW(check_folder(folder / "file.txt/deeper"), Error);
  EXPECT_THROW(check_folder("/proc/no/such/folder"), Error);
  EXPECT_NO_THROW(check_can_leave(folder / "file.txt"));
  EXPECT_THROW(check_can_leave(folder / "nowhere/file.txt"), Error);
}

}  // namespace
}  // namespace groundswell
