// SPDX-License-Identifier: Apache-2.0
// What the program says while it runs: lines to one stream, silent on all ranks but the first.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>

namespace groundswell {

class Log {
 public:
  // A log that drops everything: for ranks that do not speak, and for tests.
  Log() = default;
  // `warning` stands before what is warned of.
  explicit Log(std::ostream& out, std::string warning = "warning: ")
      : out_(&out), warning_(std::move(warning)) {}

  void info(std::string_view line) const;
  void warn(std::string_view line) const;

 private:
  std::ostream* out_ = nullptr;
  std::string warning_;
};

// A word in colour where the open file is a terminal that wants colours (neither NO_COLOR nor TERM=dumb is
// set), the plain word elsewhere.
enum class Colour { red, yellow };
std::string emphasised(std::string_view word, Colour colour, int descriptor);

}  // namespace groundswell
