// SPDX-License-Identifier: Apache-2.0
// Files that no run can continue, and the messages that say so.
#include <fstream>

#include "parallel/wave_output/reopened_files.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {
namespace {

class RefusedFiles : public ReopenedFiles {
 protected:
  RefusedFiles() : folder_(world_, "refused"), path_(folder_.path() + "/grid.nc") {
    write_unbroken(world_, kinds_[1], path_);
    before_ = read_bytes(path_);
  }
  // The message with which the file is refused when it is continued, the same on all ranks.
  std::string refusal(const std::function<void()>& go_on) {
    const std::string mine = message_of(go_on);
    std::string first = mine;
    world_.broadcast(first, 0);
    EXPECT_EQ(mine, first);
    return mine;
  }
  std::string refusal_of_grid(const std::vector<FieldInfo>& fields, const std::vector<double>& longitudes,
                              const FileTime& time = axis) {
    return refusal(
        [&] { LatLonFile(world_, path_, header, time, longitudes, latitudes, fields, date_of(1)); });
  }
  void expect_unchanged() {
    world_.barrier();
    EXPECT_TRUE(read_bytes(path_) == before_);
    EXPECT_FALSE(fs::exists(path_ + ".part"));
    world_.barrier();
  }

  TestFolder folder_;
  std::string path_, before_;
  const FieldInfo hs_ = field_info("hs"), dpt_ = field_info("dpt");
};

TEST_F(RefusedFiles, OfOtherDefinitions) {
  expect_words(refusal_of_grid({hs_, field_info("tp")}, longitudes),
               {"cannot go on in '", "grid.nc'", "'dpt'", "'tp'", "restore"});
  expect_words(refusal_of_grid({hs_, dpt_, field_info("tp")}, longitudes), {"no variable 'tp'"});
  expect_words(refusal_of_grid({hs_}, longitudes), {"does not write its variable 'dpt'"});
  expect_words(refusal_of_grid({hs_, dpt_}, {10.0, 20.0}), {"dimension 'longitude'", "length 3", "run 2"});
  expect_words(
      refusal_of_grid({hs_, dpt_}, longitudes, {first_date + 60, 3600}),
      {"'time'", "units = hours since 1996-01-15 18:00:00", "units = hours since 1996-01-15 18:01:00"});
  FieldInfo feet = hs_;
  feet.unit = "ft";
  expect_words(refusal_of_grid({feet, dpt_}, longitudes), {"'hs'", "units = m", "units = ft"});
  expect_words(refusal([&] {
                 ParallelFile file(world_, path_, ParallelFile::Start::go_on);
                 file.add_variable("time", FileType::float32, {file.add_unlimited_dimension("time")});
                 file.end_definitions();
               }),
               {"'time' has another type"});
  expect_words(refusal([&] {
                 ParallelFile file(world_, path_, ParallelFile::Start::go_on);
                 file.add_dimension("time", 3);
                 file.end_definitions();
               }),
               {"'time' has the length unlimited, in this run 3"});
  expect_unchanged();
}

TEST_F(RefusedFiles, OfOtherPlaces) {
  expect_words(refusal_of_grid({hs_, dpt_}, {10.0, 20.0, 31.0}), {"values of 'longitude' are not those"});
}

TEST_F(RefusedFiles, ThatAreNotThereOrNotOurs) {
  const auto sentence = [&](const std::string& path) {
    return refusal([&] { DatedFile(world_, path, header, axis, date_of(1)); });
  };
  expect_words(sentence(folder_.path() + "/none.nc"),
               {"there is no '", "none.nc.part'", "from the beginning"});
  const std::string other = folder_.path() + "/other.nc";
  on_root([&] { std::ofstream(other) << "text"; });
  expect_words(sentence(other), {"other.nc'", "CDF-5"});
  on_root([&] { std::ofstream(other, std::ios::binary) << before_.substr(0, 100); });
  expect_words(sentence(other), {"other.nc'", "truncated or damaged"});
  on_root([&] {
    fs::remove(other);
    fs::create_hard_link(path_, other);
  });
  expect_words(sentence(other), {"other.nc'", "second name"});
  on_root([&] {
    fs::remove(other);
    fs::create_symlink(path_, other);
  });
  expect_words(sentence(other), {"other.nc'", "link"});
  expect_unchanged();
}

// Any byte of the header may be damaged: the result is a message or a file that opens, but no crash and no
// hang.
TEST_F(RefusedFiles, OfDamagedHeaders) {
  const std::string other = folder_.path() + "/other.nc";
  const int header_length = 1100;
  int n_refused = 0;
  for (int byte = world_.size() % 7; byte < header_length; byte += 23) {
    on_root([&] {
      std::string bytes = before_;
      bytes[std::size_t(byte)] = char(bytes[std::size_t(byte)] ^ 0x41);
      fs::remove(other + ".part");
      std::ofstream(other, std::ios::binary) << bytes;
    });
    n_refused += !refusal([&] {
                    LatLonFile(world_, other, header, axis, longitudes, latitudes, {hs_, dpt_}, date_of(1));
                  }).empty();
  }
  EXPECT_GT(n_refused, 20);
}

TEST_F(RefusedFiles, WithoutTheDatesThatAreNeeded) {
  on_root([&] { copy_file(state_name(path_, 4), path_); });  // two dates
  const auto sentence = [&](int n_needed) {
    return refusal([&] {
      LatLonFile file(world_, path_, header, axis, longitudes, latitudes, {hs_, dpt_}, date_of(n_needed - 1));
      EXPECT_EQ(file.dated().last_kept(), date_of(1));
      file.dated().require_kept(n_needed, date_of(n_needed - 1));
    });
  };
  EXPECT_EQ(sentence(2), "");
  expect_words(sentence(3), {"grid.nc'", "it has 2 dates up to 1996-01-15T19:00:00Z",
                             "3 dates up to 1996-01-15T20:00:00Z"});
}

}  // namespace
}  // namespace groundswell::test
