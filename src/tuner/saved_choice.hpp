// SPDX-License-Identifier: Apache-2.0
// A tuner's choice in a small text file, for the next run of the same configuration.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace groundswell {

struct SavedChoice {
  std::string what;       // what was tuned: a name, on one line
  std::string machine;    // the machine on which the choice was made, on one line (comm/machine.hpp)
  std::uint64_t key = 0;  // differs if the work to be done differs
  int choice = 0;         // the candidate's number

  // Whether the choice was made for the same purpose, work and machine.
  bool fits(const SavedChoice& other) const {
    return what == other.what && machine == other.machine && key == other.key;
  }
};

// Empty if there is no such file. Throws Error if it is not a regular file or does not contain a tuner's
// choice.
std::optional<SavedChoice> read_saved_choice(const std::string& path);
// Replaces the file. Throws Error if it cannot be written.
void write_saved_choice(const std::string& path, const SavedChoice& saved);

}  // namespace groundswell
