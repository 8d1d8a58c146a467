// SPDX-License-Identifier: Apache-2.0
// Messages while the program runs: lines to one stream and, with the time of day, to a file. Only the first
// rank prints.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

namespace groundswell {

class Log {
 public:
  // A log that drops everything: for the other ranks and for tests.
  Log() = default;
  // `warning` is printed before each warning, `name` before each line; the file has neither name.
  explicit Log(std::ostream& out, std::string warning = "warning: ", std::string name = "");

  // Writes all lines, those before too, at the end of a file from now on; copies of the log share it. Throws
  // Error where the file cannot be written.
  void open_file(const std::filesystem::path& path) const;

  void info(std::string_view line) const;
  void warn(std::string_view line) const;
  // For the file alone: what is of use afterwards, but not to one who looks on.
  void note(std::string_view line) const;

 private:
  void print(std::string_view lines) const;

  std::ostream* out_ = nullptr;
  struct File;
  std::shared_ptr<File> file_;
  std::string warning_, name_;
};

// The word in colour where the descriptor is a terminal and neither NO_COLOR nor TERM=dumb is set; otherwise
// the plain word.
enum class Colour { red, yellow };
std::string emphasised(std::string_view word, Colour colour, int descriptor);

}  // namespace groundswell
