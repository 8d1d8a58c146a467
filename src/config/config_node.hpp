// SPDX-License-Identifier: Apache-2.0
// What a YAML file says, as a plain tree in which every node knows where it stands. The rest of the program
// sees this tree and the option table, never the YAML library.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace groundswell {

struct ConfigNode {
  enum class Kind { none, scalar, list, map };

  Kind kind = Kind::none;         // `none` where the file has a key and no value, or null
  std::string text;               // of a scalar, as written
  std::vector<std::string> keys;  // of a map, in the file's order; no key stands twice
  std::vector<ConfigNode> items;  // of a list, or the values of a map
  std::string place;              // "case.yaml:12"
};

// Reads one YAML document. Throws Error with file and line for a file that cannot be read, bad YAML, a key
// that stands twice in its map or a map key that is not plain text.
ConfigNode read_yaml_file(const std::filesystem::path& path);
// The same from memory; `name` stands for the file in messages.
ConfigNode read_yaml_text(const std::string& yaml, const std::string& name);

}  // namespace groundswell
