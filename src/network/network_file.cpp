// SPDX-License-Identifier: Apache-2.0
#include "network/network_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "base/written_file.hpp"

namespace groundswell {
namespace {

using Json = nlohmann::json;

// A value of the file, with its key for error messages: "between.places[3].name".
class KeyedValue {
 public:
  KeyedValue(const Json& json, std::string file, std::string key)
      : json_(&json), file_(std::move(file)), key_(std::move(key)) {}

  template <class... Args>
  void check(bool is_right, const Args&... wrong) const {
    require(is_right, "'", file_, "': ", key_.empty() ? "the content" : "'" + key_ + "'", " ", wrong...);
  }

  bool has(const char* name) const { return json_->is_object() && json_->contains(name); }
  KeyedValue at(const char* name) const {
    check(json_->is_object(), "is ", kind(), ", not an object with names");
    const std::string key = key_.empty() ? name : key_ + "." + name;
    const auto found = json_->find(name);
    require(found != json_->end(), "'", file_, "': the key '", key, "' is missing", what_to_do);
    return {*found, file_, key};
  }

  // The items of a list.
  std::vector<KeyedValue> items() const {
    check(json_->is_array(), "is ", kind(), ", not a list");
    std::vector<KeyedValue> items;
    for (std::size_t i = 0; i < json_->size(); ++i)
      items.emplace_back((*json_)[i], file_, text(key_, "[", i, "]"));
    return items;
  }
  std::vector<KeyedValue> items(std::size_t n, const char* of_what) const {
    check(!json_->is_array() || json_->size() == n, "has ", json_->size(), " entries; there must be ", n,
          ", one for each ", of_what);
    return items();
  }

  std::string word() const {
    check(json_->is_string(), "is ", kind(), ", not a string");
    return json_->get<std::string>();
  }
  std::int64_t whole(std::int64_t least, std::int64_t most) const {
    const bool fits = json_->is_number_integer() &&
                      (!json_->is_number_unsigned() || json_->get<std::uint64_t>() <= std::uint64_t(most));
    check(fits && json_->get<std::int64_t>() >= least && json_->get<std::int64_t>() <= most, "is ", kind(),
          ", not a whole number from ", least, " to ", most);
    return json_->get<std::int64_t>();
  }
  int small(int least) const { return int(whole(least, std::numeric_limits<int>::max())); }
  // A host name that launcher files can hold.
  std::string host() const {
    const std::string name = word();
    check(is_host_name(name), "is ", json_->dump(-1, ' ', true), ", which is not a host name; ",
          what_host_names_have);
    return name;
  }
  // A row of a table: times [s] from place number `from` to each place; NaN for null.
  std::vector<double> row(std::size_t from, std::size_t n) const {
    check(json_->is_array() && json_->size() == n, "is ", kind(), ", not a list of ", n,
          " times, one for each place");
    std::vector<double> seconds;
    for (const Json& item : *json_) {
      const bool is_to_itself = seconds.size() == from;
      seconds.push_back(item.is_number() ? 1e-6 * item.get<double>()
                                         : std::numeric_limits<double>::quiet_NaN());
      if (item.is_null() || (std::isfinite(seconds.back()) && seconds.back() > 0)) continue;
      check(is_to_itself && seconds.back() == 0, "has the time ", KeyedValue(item, file_, key_).kind(),
            " for place ", seconds.size(),
            "; messages take more than 0 microseconds, and null means that nothing was measured");
    }
    return seconds;
  }

  // Returns the result of work(); adds the file and the key to its Error.
  template <class Work>
  auto explained(Work&& work) const {
    try {
      return work();
    } catch (const Error& error) {
      throw Error(text("'", file_, "': '", key_, "': ", error.what()));
    }
  }

  static constexpr const char* what_to_do = "; `groundswell network probe` writes such files";

 private:
  // The value as named in error messages.
  std::string kind() const {
    if (json_->is_number()) return json_->dump();
    if (json_->is_array()) return text("a list of ", json_->size());
    return json_->is_object() ? "an object" : json_->is_string() ? "a string" : json_->dump();
  }

  const Json* json_;
  std::string file_, key_;
};

using Table = std::vector<std::vector<double>>;

NetworkModel read_model(const KeyedValue& value) {
  std::vector<NetworkPlace> places;
  for (const KeyedValue& item : value.at("places").items()) {
    places.push_back({item.at("name").word(), item.at("host").host()});
    item.at("name").check(!places.back().name.empty(), "is empty; each place needs a name");
  }
  std::vector<std::int64_t> bytes;
  for (const KeyedValue& item : value.at("bytes").items())
    bytes.push_back(item.whole(1, std::numeric_limits<std::int64_t>::max()));
  // All tables are read before the model is made, which allocates memory for all pairs.
  std::vector<Table> tables(bytes.size());
  const std::vector<KeyedValue> items = value.at("microseconds").items(bytes.size(), "of 'bytes'");
  for (std::size_t size = 0; size < bytes.size(); ++size)
    for (const KeyedValue& row : items[size].items(places.size(), "place"))
      tables[size].push_back(row.row(tables[size].size(), places.size()));
  NetworkModel model = value.explained([&] { return NetworkModel(std::move(places), std::move(bytes)); });
  for (std::size_t size = 0; size < tables.size(); ++size)
    for (std::size_t from = 0; from < tables[size].size(); ++from)
      for (std::size_t to = 0; to < tables[size].size(); ++to)
        if (const double seconds = tables[size][from][to]; !std::isnan(seconds))
          model.set(int(size), int(from), int(to), seconds);
  return model;
}

NodeInside read_inside(const KeyedValue& value) {
  NodeInside inside{value.at("host").host(), {}, read_model(value.at("between_cores")), {}};
  if (value.has("between_memories")) inside.between_memories = read_model(value.at("between_memories"));
  const std::size_t n = std::size_t(inside.between_cores.n_place());
  for (const KeyedValue& item : value.at("cores").items(n, "place of 'between_cores'")) {
    constexpr int not_known = -1;
    inside.cores.push_back({item.at("core").small(0), item.at("cache").small(not_known),
                            item.at("numa").small(not_known), item.at("package").small(not_known)});
  }
  return inside;
}

Json parse_file(const std::filesystem::path& path) {
  check_input(path, "a network file");
  std::ifstream in(path, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(in), {}};
  require(in.is_open() && !in.bad(), "'", path.string(), "' cannot be read");
  try {
    return Json::parse(content);
  } catch (const Json::parse_error& error) {
    const auto end = content.begin() + std::ptrdiff_t(std::min(error.byte, content.size()));
    throw Error(text("'", path.string(), "' is not a complete JSON file: the error is in line ",
                     1 + std::count(content.begin(), end, '\n'), KeyedValue::what_to_do));
  } catch (const Json::exception&) {
    throw Error(text("'", path.string(), "' holds a number that is too large", KeyedValue::what_to_do));
  }
}

void check_format(const KeyedValue& file) {
  file.check(file.has("format") && file.has("version") && file.at("format").word() == network_file_format,
             "is not a network file", KeyedValue::what_to_do);
  const int version = file.at("version").small(1);
  file.at("version").check(version <= network_file_version, "is ", version, ", later than ",
                           network_file_version, ", the last that this program knows; use a newer program");
}

bool are_the_first(const std::vector<std::int64_t>& few, const std::vector<std::int64_t>& all) {
  return few.size() <= all.size() && std::equal(few.begin(), few.end(), all.begin());
}

// Checks that the parts are consistent with each other.
void check_parts(const KeyedValue& file, const NetworkFile& network) {
  file.at("outliers")
      .check(network.n_outlier <= network.n_sample, "is ", network.n_outlier, ", more than the ",
             network.n_sample, " samples");
  const NetworkModel& load = network.under_load;
  file.at("under_load")
      .check(load.n_place() == 0 || load.places() == network.between.places(),
             "has other places than 'between'; both must have the same");
  file.at("under_load")
      .check(load.n_place() == 0 || are_the_first(load.bytes(), network.between.bytes()),
             "has other sizes in 'bytes' than 'between'; it may have only the smallest of these, or all");
  std::set<std::string> hosts;
  for (const NodeInside& inside : network.inside)
    file.at("inside").check(hosts.insert(inside.host).second, "has the host '", inside.host, "' twice");
}

}  // namespace

bool is_host_name(std::string_view name) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
  return !name.empty() && name.find_first_not_of(allowed) == name.npos;
}

NetworkFile read_network(const std::filesystem::path& path) {
  const Json json = parse_file(path);
  const KeyedValue file(json, path.string(), "");
  check_format(file);
  NetworkFile network;
  network.machine = file.at("machine").word();
  network.date = file.at("date").word();
  network.n_probe = file.at("probes").small(1);
  network.n_sample = file.at("samples").whole(0, std::numeric_limits<std::int64_t>::max());
  network.n_outlier = file.at("outliers").whole(0, std::numeric_limits<std::int64_t>::max());
  network.between = read_model(file.at("between"));
  network.under_load = read_model(file.at("under_load"));
  for (const KeyedValue& item : file.at("inside").items()) network.inside.push_back(read_inside(item));
  check_parts(file, network);
  return network;
}

namespace {

using OrderedJson = nlohmann::ordered_json;

// The value rounded to five digits: tables of many nodes stay small, and no measurement is more precise.
double round_to_digits(double value) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof(digits), value, std::chars_format::scientific, 4);
  std::from_chars(digits, end.ptr, value);
  return value;
}

OrderedJson list_times(const NetworkModel& model, int size, int from) {
  OrderedJson row = OrderedJson::array();
  for (int to = 0; to < model.n_place(); ++to) {
    const double seconds = model.measured(size, from, to);
    row.push_back(std::isnan(seconds) ? OrderedJson() : OrderedJson(round_to_digits(1e6 * seconds)));
  }
  return row;
}

OrderedJson to_json(const NetworkModel& model) {
  OrderedJson json{
      {"places", OrderedJson::array()}, {"bytes", model.bytes()}, {"microseconds", OrderedJson::array()}};
  for (const NetworkPlace& place : model.places())
    json["places"].push_back({{"name", place.name}, {"host", place.host}});
  for (int size = 0; size < int(model.bytes().size()); ++size) {
    OrderedJson table = OrderedJson::array();
    for (int from = 0; from < model.n_place(); ++from) table.push_back(list_times(model, size, from));
    json["microseconds"].push_back(std::move(table));
  }
  return json;
}

OrderedJson to_json(const NodeInside& inside) {
  OrderedJson json{{"host", inside.host}, {"cores", OrderedJson::array()}};
  for (const CorePlace& at : inside.cores)
    json["cores"].push_back(
        {{"core", at.core}, {"cache", at.cache}, {"numa", at.numa}, {"package", at.package}});
  json["between_cores"] = to_json(inside.between_cores);
  if (inside.between_memories.n_place() > 0) json["between_memories"] = to_json(inside.between_memories);
  return json;
}

// The machine's description may hold bytes that are not valid UTF-8; these are replaced.
std::string on_one_line(const OrderedJson& json) {
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

// Lists and objects without nested ones are written on one line, as are the rows of a table.
void append_lines(std::string& lines, const OrderedJson& json, const std::string& margin) {
  const auto has_parts = [](const OrderedJson& item) { return item.is_structured(); };
  if (std::none_of(json.begin(), json.end(), has_parts)) {
    lines += on_one_line(json);
    return;
  }
  const std::string inner = margin + " ";
  lines += json.is_object() ? "{" : "[";
  const char* before = "\n";
  for (auto item = json.begin(); item != json.end(); ++item) {
    lines += before + inner;
    if (json.is_object()) lines += on_one_line(item.key()) + ": ";
    append_lines(lines, *item, inner);
    before = ",\n";
  }
  lines += "\n" + margin + (json.is_object() ? "}" : "]");
}

}  // namespace

void write_network(const std::filesystem::path& path, const NetworkFile& network) {
  OrderedJson json{{"format", network_file_format},
                   {"version", network_file_version},
                   {"machine", network.machine},
                   {"date", network.date},
                   {"probes", network.n_probe},
                   {"samples", network.n_sample},
                   {"outliers", network.n_outlier},
                   {"between", to_json(network.between)},
                   {"under_load", to_json(network.under_load)},
                   {"inside", OrderedJson::array()}};
  for (const NodeInside& inside : network.inside) json["inside"].push_back(to_json(inside));
  std::string lines;
  append_lines(lines, json, "");
  write_text_file(path, lines + "\n");
}

}  // namespace groundswell
