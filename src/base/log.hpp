// SPDX-License-Identifier: Apache-2.0
// Messages while the program runs: lines on a stream and, each with its date and time (UTC), in a file. Only
// the first rank of a run prints.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

namespace groundswell {

class Log {
 public:
  // A log that drops everything: for all ranks but the first, and for tests.
  Log() = default;
  // `warning` is printed before each warning and `name` before each line; in the file, a warning begins with
  // a plain "warning: ", and lines have no name. pass() does nothing unless `on_terminal` is true.
  explicit Log(std::ostream& out, std::string warning = "warning: ", std::string name = "",
               bool on_terminal = false);
  // Prints nothing; open_file() opens the file.
  static Log of_file();

  // From now on appends all lines to a file, those logged earlier first; copies of the log share it. Throws
  // Error if the file cannot be written.
  void open_file(const std::filesystem::path& path) const;

  void info(std::string_view line) const;
  void warn(std::string_view line) const;
  // Writes to the file only: what is useful afterwards, but not to a user watching the run.
  void note(std::string_view line) const;
  // Writes to the stream only: a line that the file already has.
  void show(std::string_view line) const { print(line); }
  // Shows progress in one line of a terminal, which the next line printed replaces. The line must be shorter
  // than terminals are wide.
  void pass(std::string_view line) const;

 private:
  void print(std::string_view lines) const;

  std::ostream* out_ = nullptr;
  struct File;
  std::shared_ptr<File> file_;
  std::string warning_, name_;
  bool on_terminal_ = false;
};

// Whether the descriptor is a terminal that can move its cursor: not if TERM is unset or "dumb", and not
// under mpirun or srun (Open MPI's mpirun gives its processes a terminal even if its own output goes to a
// file).
bool is_terminal(int descriptor);

// The word in colour if is_terminal(descriptor) and NO_COLOR is not set; otherwise the plain word.
enum class Colour { red, yellow };
std::string emphasised(std::string_view word, Colour colour, int descriptor);

}  // namespace groundswell
