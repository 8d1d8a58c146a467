// SPDX-License-Identifier: Apache-2.0
// Files continued after a run was interrupted: the same bytes as without the interruption, whenever it
// happened and on any number of ranks before and after it.
#include <fstream>

#include "parallel/wave_output/reopened_files.hpp"

namespace groundswell::test {
namespace {

// Imitates a crash of the machine after a date was complete: the header counts records that do not exist; in
// their place there are bytes 0 or 255, one and a half records of them.
void spoil_after(int date, char filler, const std::string& unbroken, const std::string& spoilt) {
  const std::string whole = read_bytes(unbroken);
  const std::size_t begin = read_bytes(state_name(unbroken, 0)).size(),
                    record = (whole.size() - begin) / n_date;
  std::string bytes = whole.substr(0, begin + std::size_t(date + 1) * record);
  bytes.append(record + record / 2, filler);
  bytes[11] = char(n_date + 5);
  std::ofstream(spoilt, std::ios::binary) << bytes;
}

TEST_F(ReopenedFiles, HaveTheBytesOfAnUnbrokenRun) {
  const TestFolder folder(world_, "reopened");
  for (const Kind& kind : kinds_) {
    const std::string unbroken = folder.path() + "/" + kind.name, broken = folder.path() + "/b_" + kind.name;
    write_unbroken(world_, kind, unbroken);
    for (int state = 0; state <= 2 * n_date; ++state)
      for (int date = -1; 2 * (date + 1) <= state; ++date) {
        on_root([&] {
          fs::remove(broken);
          copy_file(state_name(unbroken, state), broken + ".part");
        });
        go_on(kind, broken, date, (state + date) % 2 == 0 ? world_.size() : (world_.size() + 1) / 2);
        expect_same(unbroken, broken, text(kind.name, " after ", state, " halves, from ", date));
      }
  }
}

TEST_F(ReopenedFiles, AreCutWhereAMachineCrashed) {
  const TestFolder folder(world_, "crashed");
  for (const Kind& kind : kinds_) {
    const std::string unbroken = folder.path() + "/" + kind.name, broken = folder.path() + "/b_" + kind.name;
    write_unbroken(world_, kind, unbroken);
    for (int date = -1; date < n_date; ++date) {
      on_root([&] {
        fs::remove(broken);
        spoil_after(date, date % 2 == 0 ? '\0' : '\xff', unbroken, broken + ".part");
      });
      go_on(kind, broken, date, world_.size());
      expect_same(unbroken, broken, text(kind.name, " crashed after ", date));
    }
  }
}

TEST_F(ReopenedFiles, MayBeComplete) {
  const TestFolder folder(world_, "complete");
  const Kind& kind = kinds_[1];
  const std::string unbroken = folder.path() + "/" + kind.name, again = folder.path() + "/again.nc";
  write_unbroken(world_, kind, unbroken);
  on_root([&] { copy_file(unbroken, again); });
  for (const int date : {1, n_date - 1}) {
    go_on(kind, again, date, world_.size());
    expect_same(unbroken, again, text("complete, from ", date));
  }
}

}  // namespace
}  // namespace groundswell::test
