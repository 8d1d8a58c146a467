// SPDX-License-Identifier: Apache-2.0
// Log lines; each is flushed, so that nothing said is lost when a run is killed.
#include "base/log.hpp"

#include <ostream>

namespace groundswell {

void Log::info(std::string_view line) const {
  if (out_) *out_ << line << std::endl;
}

void Log::warn(std::string_view line) const {
  if (out_) *out_ << "warning: " << line << std::endl;
}

}  // namespace groundswell
