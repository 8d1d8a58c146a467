// SPDX-License-Identifier: Apache-2.0
// What the program says while it runs: lines to one stream, silent on all ranks but the first.
#pragma once

#include <iosfwd>
#include <string_view>

namespace groundswell {

class Log {
 public:
  // A log that drops everything: for ranks that do not speak, and for tests.
  Log() = default;
  explicit Log(std::ostream& out) : out_(&out) {}

  void info(std::string_view line) const;
  // Prefixed with "warning: ".
  void warn(std::string_view line) const;

 private:
  std::ostream* out_ = nullptr;
};

}  // namespace groundswell
