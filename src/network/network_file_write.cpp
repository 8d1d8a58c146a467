// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/written_file.hpp"
#include "network/network_file.hpp"

namespace groundswell {
namespace {

using OrderedJson = nlohmann::ordered_json;

// The value with five digits: a table of many nodes stays small, and no measurement is better.
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

// What describes the machine may hold bytes that are no letters; these are replaced.
std::string on_one_line(const OrderedJson& json) {
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

// Lists and objects without further ones inside stand on one line, so that a row of a table does.
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
