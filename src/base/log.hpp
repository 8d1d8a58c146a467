// SPDX-License-Identifier: Apache-2.0
// Messages while the program runs: lines to one stream. Only the first rank prints.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>

namespace groundswell {

class Log {
 public:
  // A log that drops everything: for the other ranks and for tests.
  Log() = default;
  // `warning` is printed before each warning.
  explicit Log(std::ostream& out, std::string warning = "warning: ")
      : out_(&out), warning_(std::move(warning)) {}

  void info(std::string_view line) const;
  void warn(std::string_view line) const;

 private:
  std::ostream* out_ = nullptr;
  std::string warning_;
};

// The word in colour where the descriptor is a terminal and neither NO_COLOR nor TERM=dumb is set; otherwise
// the plain word.
enum class Colour { red, yellow };
std::string emphasised(std::string_view word, Colour colour, int descriptor);

}  // namespace groundswell
