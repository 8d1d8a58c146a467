// SPDX-License-Identifier: Apache-2.0
// The content of a YAML file as a plain tree in which every node knows its file and line. The rest of the
// program sees this tree and the option table, never the YAML library.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace groundswell {

struct ConfigNode {
  enum class Kind { none, scalar, list, map };

  Kind kind = Kind::none;         // `none` for a key without a value, null or an empty file
  std::string text;               // of a scalar, as written
  std::vector<std::string> keys;  // of a map, in the file's order, without duplicates
  std::vector<ConfigNode> items;  // of a list, or the values of a map
  std::string place;              // "case.yaml:12"
};

// Reads one YAML document in UTF-8, with or without a byte order mark. Throws Error (with the file and,
// inside it, the line) for a file that cannot be read or is too large, text that is not UTF-8, bad YAML,
// several documents, a repeated key in a map, a map key that is not plain text, or a tree that is too deep or
// has too many values.
ConfigNode read_yaml_file(const std::filesystem::path& path);
// Reads YAML text in the same way; `name` is used in place of the file name in messages.
ConfigNode read_yaml_text(const std::string& yaml, const std::string& name);

}  // namespace groundswell
