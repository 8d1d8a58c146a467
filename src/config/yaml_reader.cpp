// SPDX-License-Identifier: Apache-2.0
// The only file that knows yaml-cpp: turns its nodes into ConfigNode and its exceptions into sentences.
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "config/config_node.hpp"

namespace groundswell {
namespace {

std::string place_of(const YAML::Node& node, const std::string& name) {
  return node.Mark().is_null() ? name : text(name, ":", node.Mark().line + 1);
}

ConfigNode convert(const YAML::Node& node, const std::string& place, const std::string& name);

ConfigNode convert_map(const YAML::Node& node, const std::string& place, const std::string& name) {
  ConfigNode out{ConfigNode::Kind::map, "", {}, {}, place};
  for (const auto& entry : node) {
    const std::string key_place = place_of(entry.first, name);
    require(entry.first.IsScalar(), key_place, ": a key must be a plain word");
    const std::string key = entry.first.Scalar();
    const auto twin = std::find(out.keys.begin(), out.keys.end(), key);
    if (twin != out.keys.end())
      throw Error(text(key_place, ": '", key, "' stands twice; it was given before at ",
                       out.items[std::size_t(twin - out.keys.begin())].place, "; delete one of them"));
    out.keys.push_back(key);
    out.items.push_back(convert(entry.second, key_place, name));
  }
  return out;
}

ConfigNode convert(const YAML::Node& node, const std::string& place, const std::string& name) {
  switch (node.Type()) {
    case YAML::NodeType::Scalar:
      return {ConfigNode::Kind::scalar, node.Scalar(), {}, {}, place};
    case YAML::NodeType::Map:
      return convert_map(node, place, name);
    case YAML::NodeType::Sequence: {
      ConfigNode out{ConfigNode::Kind::list, "", {}, {}, place};
      for (const YAML::Node& item : node) out.items.push_back(convert(item, place_of(item, name), name));
      return out;
    }
    default:
      return {ConfigNode::Kind::none, "", {}, {}, place};
  }
}

}  // namespace

ConfigNode read_yaml_text(const std::string& yaml, const std::string& name) {
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(yaml);
    require(documents.size() <= 1, name, " holds ", documents.size(),
            " YAML documents; a configuration is one (remove the lines ---)");
    if (documents.empty()) return {ConfigNode::Kind::none, "", {}, {}, name};
    return convert(documents[0], name, name);
  } catch (const YAML::Exception& problem) {
    throw Error(text(name, ":", problem.mark.line + 1, ": this is not valid YAML: ", problem.msg, " (column ",
                     problem.mark.column + 1, "); check indentation, colons and quotes"));
  }
}

ConfigNode read_yaml_file(const std::filesystem::path& path) {
  require(std::filesystem::exists(path), "there is no file '", path.string(), "'; check the path");
  require(!std::filesystem::is_directory(path), "'", path.string(),
          "' is a folder; name the configuration file in it");
  std::ifstream in(path);
  require(in.is_open(), "the file '", path.string(), "' cannot be read; check its permissions");
  std::ostringstream yaml;
  yaml << in.rdbuf();
  return read_yaml_text(yaml.str(), path.string());
}

}  // namespace groundswell
