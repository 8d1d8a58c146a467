// SPDX-License-Identifier: Apache-2.0
// The only file that uses yaml-cpp: converts its nodes to ConfigNode and its exceptions to error messages.
#include <yaml-cpp/anchor.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "base/utf8.hpp"
#include "config/config_node.hpp"

namespace groundswell {
namespace {

constexpr std::size_t largest_file = 1'000'000;  // [B]
// A tree beyond these limits is not a configuration but malicious: for example an alias that contains itself,
// or lists of lists of aliases.
constexpr int deepest = 20, most_nodes = 100'000;

std::string place_of(const YAML::Node& node, const std::string& name) {
  return node.Mark().is_null() ? name : text(name, ":", node.Mark().line + 1);
}

// Builds a tree of plain nodes, with aliases expanded.
class Conversion {
 public:
  explicit Conversion(const std::string& name) : name_(name) {}

  ConfigNode convert(const YAML::Node& node, const std::string& place, int depth = 0) {
    require(depth < deepest, place, ": the file is nested more than ", deepest,
            " levels deep (does an alias contain itself?); write it with fewer levels");
    require(++n_node_ <= most_nodes, place, ": the file has more than ", most_nodes,
            " values (aliases expanded); it is not a configuration");
    ConfigNode out{ConfigNode::Kind::none, "", {}, {}, place};
    if (node.IsScalar()) out.kind = ConfigNode::Kind::scalar, out.text = node.Scalar();
    if (node.IsMap()) convert_map(node, depth, out);
    if (node.IsSequence()) {
      out.kind = ConfigNode::Kind::list;
      for (const YAML::Node& item : node)
        out.items.push_back(convert(item, place_of(item, name_), depth + 1));
    }
    return out;
  }

 private:
  void convert_map(const YAML::Node& node, int depth, ConfigNode& out) {
    out.kind = ConfigNode::Kind::map;
    for (const auto& entry : node) {
      const std::string key_place = place_of(entry.first, name_);
      require(entry.first.IsScalar(), key_place, ": a key must be a plain word");
      const std::string key = entry.first.Scalar();
      const auto twin = std::find(out.keys.begin(), out.keys.end(), key);
      if (twin != out.keys.end())
        throw Error(text(key_place, ": '", key, "' is given twice, first at ",
                         out.items[std::size_t(twin - out.keys.begin())].place, "; delete one of them"));
      out.keys.push_back(key);
      out.items.push_back(convert(entry.second, key_place, depth + 1));
      require(out.keys.size() < 1000, key_place,
              ": a group has 1000 keys or more; the file is not a configuration");
    }
  }

  const std::string& name_;
  int n_node_ = 0;
};

// Discards all events.
class Ignore final : public YAML::EventHandler {
  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
  }
  void OnMapEnd() override {}
};

// Whether there is more than one document. YAML::LoadAll would not terminate for a text such as '"a", "b"',
// in which the parser finds one document after the other without advancing.
bool has_many_documents(const std::string& yaml) {
  std::istringstream in(yaml);
  YAML::Parser parser(in);
  Ignore ignore;
  return parser.HandleNextDocument(ignore) && parser.HandleNextDocument(ignore);
}

// Without this check yaml-cpp would pass on arbitrary bytes, and would convert text that it takes for UTF-16.
void require_utf8(const std::string& yaml, const std::string& name) {
  const std::size_t at = std::min(find_not_utf8(yaml), yaml.find('\0'));
  if (at == std::string::npos) return;
  const auto line = std::count(yaml.begin(), yaml.begin() + std::ptrdiff_t(at), '\n') + 1;
  const std::size_t before = at == 0 ? std::string::npos : yaml.rfind('\n', at - 1);
  const std::size_t column = before == std::string::npos ? at : at - before - 1;
  char byte[5];
  std::snprintf(byte, sizeof byte, "0x%02x", unsigned(static_cast<unsigned char>(yaml[at])));
  throw Error(text(shown_as_utf8(name), ":", line, ": the text is not UTF-8 (byte ", column + 1,
                   " of the line is ", byte,
                   "); write it in that encoding (iconv -f latin1 -t utf-8 converts a file)"));
}

}  // namespace

ConfigNode read_yaml_text(const std::string& yaml, const std::string& name) {
  require_utf8(yaml, name);
  try {
    require(!has_many_documents(yaml), name,
            " contains several YAML documents; a configuration must be a single one (remove the lines ---, "
            "and text after a quoted value)");
    const YAML::Node document = YAML::Load(yaml);
    if (document.IsNull()) return {ConfigNode::Kind::none, "", {}, {}, name};
    return Conversion(name).convert(document, name);
  } catch (const YAML::Exception& problem) {
    throw Error(text(name, ":", problem.mark.line + 1, ": this is not valid YAML: ", problem.msg, " (column ",
                     problem.mark.column + 1, "); check indentation, colons and quotes"));
  }
}

ConfigNode read_yaml_file(const std::filesystem::path& path) {
  check_input(path, "a configuration file");
  std::ifstream in(path);
  require(in.is_open(), "the file '", path.string(), "' cannot be read; check its permissions");
  require(std::filesystem::file_size(path) <= largest_file, "the file '", path.string(),
          "' is larger than 1 MB; it is not a configuration");
  std::ostringstream yaml;
  yaml.exceptions(std::ios::badbit);  // if memory runs out, the text must not seem to end there
  try {
    yaml << in.rdbuf();
  } catch (const std::ios::failure&) {
    throw Error(text("the file '", path.string(), "' cannot be read to its end; check the disk"));
  }
  return read_yaml_text(yaml.str(), path.string());
}

}  // namespace groundswell
