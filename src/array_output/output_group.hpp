// SPDX-License-Identifier: Apache-2.0
// The outputs of a process that are open at the same time.
#pragma once

#include <vector>

namespace groundswell {

class ArrayOutput;

// A server serves all outputs of its group at once, which therefore have the same servers.
class OutputGroup {
 public:
  OutputGroup() = default;
  OutputGroup(const OutputGroup&) = delete;
  OutputGroup& operator=(const OutputGroup&) = delete;

 private:
  friend class ArrayOutput;
  std::vector<ArrayOutput*> unserved_;  // on servers: those that still have to be served
};

}  // namespace groundswell
