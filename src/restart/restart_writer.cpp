// SPDX-License-Identifier: Apache-2.0
#include "restart/restart_writer.hpp"

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <limits>

#include "base/byte_order.hpp"
#include "base/error.hpp"
#include "base/hash.hpp"
#include "restart/row_hash.hpp"

namespace groundswell {
namespace restart_format {

std::string hexadecimal(std::uint64_t value) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016" PRIx64, value);
  return digits;
}

std::uint64_t hash_attributes(const RestartFacts& attributes) {
  Hash hash;
  for (const auto& [name, value] : attributes) hash.add(name + "=" + value + "\n");
  return hash.value();
}

}  // namespace restart_format

namespace {

// A number as text that preserves all its bits.
std::string exact_text(double value) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "%a", value);
  return digits;
}

// All attributes of a file except the last two, which are their names and their checksum.
RestartFacts make_attributes(const RestartFacts& facts, const StateList& list) {
  std::string values;
  for (const StateList::CellValues& each : list.cells())
    values += text(values.empty() ? "" : " ", each.name, " ", each.value_bytes);
  RestartFacts attributes{{"title", text(restart_format::title, restart_format::newest)},
                          {restart_format::values, values}};
  attributes.insert(attributes.end(), facts.begin(), facts.end());
  for (const StateList::Number& number : list.numbers())
    attributes.emplace_back("state_" + number.name, exact_text(*number.value));
  for (const StateList::Count& count : list.counts())
    attributes.emplace_back("state_" + count.name, std::to_string(*count.value));
  for (const StateList::Text& words : list.texts())
    attributes.emplace_back("state_" + words.name, *words.value);
  return attributes;
}

void add_attributes(ParallelFile& file, const RestartFacts& attributes) {
  std::string names;
  for (const auto& [name, value] : attributes) {
    file.add_attribute(ParallelFile::global, name.c_str(), value);
    names += (names.empty() ? "" : " ") + name;
  }
  file.add_attribute(ParallelFile::global, "attributes", names);
  file.add_attribute(ParallelFile::global, "attributes_checksum",
                     restart_format::hexadecimal(restart_format::hash_attributes(attributes)));
}

// Defines the variables of a restart, and returns their numbers; dimensions of the same name are shared.
std::vector<int> define_variables(ParallelFile& file, std::int64_t n_cell, const RestartShape& shape) {
  std::vector<std::string> names;  // of dimensions
  const auto dimension = [&](const std::string& name, std::int64_t size) {
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == name) return int(i);
    names.push_back(name);
    return file.add_dimension(name.c_str(), size);
  };
  std::vector<int> variables;
  for (const RestartShape::Field& field : shape.fields) {
    std::vector<int> dimensions{dimension(restart_format::cell, n_cell)};
    for (const auto& [name, size] : field.dimensions) dimensions.push_back(dimension(name, size));
    const FileType type = field.name == restart_format::checksum ? FileType::int32
                          : field.value_bytes == 8               ? FileType::float64
                                                                 : FileType::float32;
    const int variable = variables.emplace_back(file.add_variable(field.name.c_str(), type, dimensions));
    // With NaN as the fill value, no number stands for a missing value.
    constexpr char fill[] = "_FillValue";
    if (type == FileType::float32)
      file.add_attribute(variable, fill, std::numeric_limits<float>::quiet_NaN());
    if (type == FileType::float64)
      file.add_attribute(variable, fill, std::numeric_limits<double>::quiet_NaN());
  }
  return variables;
}

}  // namespace

std::int64_t RestartShape::Field::row_bytes() const {
  std::int64_t bytes = value_bytes;
  for (const auto& dimension : dimensions) bytes *= dimension.second;
  return bytes;
}

RestartShape make_restart_shape(const RestartFacts& facts, const StateList& list) {
  RestartShape shape{{}, make_attributes(facts, list)};
  for (const StateList::CellValues& values : list.cells())
    shape.fields.push_back({values.name, values.value_bytes, values.dimensions});
  shape.fields.push_back({restart_format::checksum, 4, {{"word", 2}}});
  return shape;
}

CellChecksum compute_cell_checksum(std::int64_t number, std::span<const ConstCellRows> rows, std::size_t i) {
  Hash name;
  name.add(restart_format::checksum);
  Hash hash(name.value() ^ std::uint64_t(number));
  for (const ConstCellRows& each : rows)
    hash.add(hash_row(each.row(std::int64_t(i)), std::size_t(each.length / 4)));
  return {std::uint32_t(hash.value()), std::uint32_t(hash.value() >> 32)};
}

RestartWriter::RestartWriter(const Communicator& communicator, const std::filesystem::path& path,
                             std::int64_t n_cell, const RestartShape& shape)
    : file_(communicator, path.string()) {
  variables_ = define_variables(file_, n_cell, shape);
  for (const RestartShape::Field& field : shape.fields) value_bytes_.push_back(field.value_bytes);
  add_attributes(file_, shape.attributes);
  file_.end_definitions();
}

void RestartWriter::to_file_order(std::size_t field, std::span<std::byte> numbers) const {
  if (value_bytes_[field] == 8)
    change_to_big_endian<std::uint64_t>(numbers);
  else
    change_to_big_endian<std::uint32_t>(numbers);
}

void RestartWriter::write(const Block& cells, std::span<const CellRows> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::span<std::byte> numbers{rows[i].data, std::size_t(rows[i].n_row * rows[i].length)};
    to_file_order(i, numbers);
    file_.write_in_place(variables_[i], 0, cells.begin * rows[i].length / value_bytes_[i], numbers);
  }
}

void RestartWriter::write_cell(std::int64_t cell, std::span<const ConstCellRows> mine, std::int64_t i) {
  std::vector<std::byte> record;
  for (std::size_t field = 0; field < mine.size(); ++field) {
    record.assign(mine[field].row(i), mine[field].row(i) + mine[field].length);
    to_file_order(field, record);
    file_.write_in_place(variables_[field], 0, cell * mine[field].length / value_bytes_[field], record);
  }
}

}  // namespace groundswell
