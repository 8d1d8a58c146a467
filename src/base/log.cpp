// SPDX-License-Identifier: Apache-2.0
// Each line is flushed, so that none is lost when a run is killed.
#include "base/log.hpp"

#include <unistd.h>

#include <cstdlib>
#include <ostream>

namespace groundswell {

void Log::info(std::string_view line) const {
  if (out_) *out_ << line << std::endl;
}

void Log::warn(std::string_view line) const {
  if (out_) *out_ << warning_ << line << std::endl;
}

std::string emphasised(std::string_view word, Colour colour, int descriptor) {
  const char *none = std::getenv("NO_COLOR"), *terminal = std::getenv("TERM");
  const bool coloured = ::isatty(descriptor) && (none == nullptr || *none == '\0') && terminal != nullptr &&
                        std::string_view(terminal) != "dumb";
  if (!coloured) return std::string(word);
  return std::string(colour == Colour::red ? "\033[1;31m" : "\033[1;33m") + std::string(word) + "\033[0m";
}

}  // namespace groundswell
