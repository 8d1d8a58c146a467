// SPDX-License-Identifier: Apache-2.0
// A text file with one line for each value that a component has taken: a record of a coupled run that can be
// compared with that of another one, on any numbers of processes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "comm/communicator.hpp"

namespace groundswell {

class Ledger {
 public:
  // The file of the component is `path` with its name behind the stem: ledger_waves.txt. Lines of a job that
  // goes on from a date are kept up to that date, others replaced. Nothing is written before flush().
  Ledger(const std::filesystem::path& path, const std::string& component, std::vector<std::int64_t> cells,
         const std::optional<DateTime>& from);

  // What has been taken, on the points of this process: numbers for each part, in the target's unit.
  struct Entry {
    DateTime given, due;
    std::string field, source;
  };
  void add(const Entry& entry, std::span<const std::vector<double>> parts);
  // Writes the lines that are not written yet, of values given up to `until` (without it: all), in the order
  // of these dates and then of the fields' names. All processes have taken the same of these. Throws Error on
  // all. Collective.
  void flush(const Communicator& ranks, const std::optional<DateTime>& until);

 private:
  struct Line {
    Entry entry;
    double least, most;
    std::int64_t sum;  // of hashes of points and values
  };
  void open();

  std::filesystem::path path_;
  std::vector<std::int64_t> cells_;
  std::optional<DateTime> from_;
  std::vector<Line> lines_;
  bool is_open_ = false;
};

}  // namespace groundswell
