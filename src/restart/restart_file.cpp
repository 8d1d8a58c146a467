// SPDX-License-Identifier: Apache-2.0
#include "restart/restart_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <sstream>

#include "base/block.hpp"
#include "base/hash.hpp"
#include "base/version.hpp"
#include "comm/together.hpp"
#include "exec/cell_rows.hpp"
#include "transfer/decomposition.hpp"
#include "transfer/row_move.hpp"

namespace groundswell {

namespace {

// The format number in the file's title; 0 if the file is not a restart.
int format_in(const NetcdfReader& reader) {
  const std::string title = reader.text_attribute("", "title").value_or(""), words = restart_format::title;
  return title.starts_with(words) ? std::atoi(title.c_str() + words.size()) : 0;
}

void require_known_format(const NetcdfReader& reader, int format) {
  if (format == 0 || (format >= restart_format::oldest && format <= restart_format::newest)) return;
  throw UnknownFormat(
      text("'", reader.path(), "' is a restart of format ", format, ", written by Groundswell ",
           reader.text_attribute("", "program").value_or("of an unknown version"), "; this one, ", version(),
           ", reads the formats ", restart_format::oldest, " to ", restart_format::newest,
           ": finish the run with the version that wrote it, or start it from the beginning"));
}

}  // namespace

std::uint64_t compute_restart_fingerprint(const std::filesystem::path& path) {
  const RestartFile file(path);
  Hash hash;
  hash.add(file.reader().text_attribute("", "attributes_checksum").value_or(""));
  for (const int word : file.reader().read<int>(restart_format::checksum)) hash.add(std::uint64_t(word));
  return hash.value();
}

RestartFile::RestartFile(const std::filesystem::path& path) : reader_(path), format_(format_in(reader_)) {
  check_header();
  n_cell_ = std::int64_t(reader_.dimension_size(restart_format::cell));
}

void RestartFile::refuse(const std::string& why) const {
  throw Error(text("'", reader_.path(), "' ", why));
}

std::string RestartFile::attribute(const std::string& name) const {
  const auto value = reader_.text_attribute("", name);
  if (!value) refuse(text("is damaged: its header has no '", name, "'; use an earlier restart"));
  return *value;
}

void RestartFile::check_header() const {
  require_known_format(reader_, format_);
  if (format_ == 0)
    refuse(text("is not a restart of this program: its title is '",
                reader_.text_attribute("", "title").value_or(""), "', not '", restart_format::title,
                restart_format::newest, "'"));
  RestartFacts attributes;
  std::istringstream names(attribute("attributes"));
  for (std::string name; names >> name;) attributes.emplace_back(name, attribute(name));
  if (restart_format::hexadecimal(restart_format::hash_attributes(attributes)) !=
      attribute("attributes_checksum"))
    refuse("is damaged: its header does not match its checksum; use an earlier restart");
}

std::string RestartFile::fact(const std::string& name) const {
  return reader_.text_attribute("", name).value_or("");
}

void RestartFile::load_single(const StateList& list) const {
  for (const StateList::Number& number : list.numbers())
    *number.value = std::strtod(attribute("state_" + number.name).c_str(), nullptr);
  for (const StateList::Count& count : list.counts())
    *count.value = std::strtoll(attribute("state_" + count.name).c_str(), nullptr, 10);
  for (const StateList::Text& words : list.texts()) *words.value = attribute("state_" + words.name);
}

namespace {

constexpr std::int64_t nothing_damaged = std::numeric_limits<std::int64_t>::max();

// The rows of a block of cells.
template <class T>
std::vector<T> read_values(const NetcdfReader& reader, const std::string& name, const Block& block) {
  const NetcdfVariable& variable = reader.variable(name);
  std::vector<std::size_t> start(variable.shape.size(), 0), count = variable.shape;
  start[0] = std::size_t(block.begin);
  count[0] = std::size_t(block.size());
  return reader.read<T>(name, start, count);
}

// The rows of a block of cells as bytes, in this machine's byte order.
template <class T>
std::vector<std::byte> read_rows(const NetcdfReader& reader, const std::string& name, const Block& block) {
  const std::vector<T> values = read_values<T>(reader, name, block);
  const auto* bytes = reinterpret_cast<const std::byte*>(values.data());
  return {bytes, bytes + values.size() * sizeof(T)};
}

// Checks that the variable `name` has `n_cell` rows of these dimensions.
void check_shape(const NetcdfReader& reader, std::int64_t n_cell, const std::string& name,
                 const std::vector<std::pair<std::string, std::int64_t>>& dimensions) {
  std::vector<std::size_t> shape{std::size_t(n_cell)};
  for (const auto& dimension : dimensions) shape.push_back(std::size_t(dimension.second));
  require(reader.has_variable(name), "'", reader.path(), "' has no '", name,
          "', which the run needs to go on; was it made with other settings, or by another version?");
  require(reader.variable(name).shape == shape, "'", reader.path(), "' has a different number of values in '",
          name, "' from this run");
}

template <class T>
void fill_with_nan(const CellRows& rows) {
  const T nan = std::numeric_limits<T>::quiet_NaN();
  for (std::int64_t i = 0; i < rows.n_row; ++i)
    for (std::int64_t at = 0; at < rows.length; at += std::int64_t(sizeof(T)))
      std::memcpy(rows.row(i) + at, &nan, sizeof(T));
}

void fill_with_nan(const StateList::CellValues& values) {
  values.value_bytes == 8 ? fill_with_nan<double>(values.rows) : fill_with_nan<float>(values.rows);
}

struct FileValue {
  std::string name;
  int bytes;  // of a number
};

// `words` is the attribute restart_format::values. Throws Error if one of them is missing.
std::vector<FileValue> list_values(const NetcdfReader& reader, const std::string& words) {
  std::vector<FileValue> all;
  std::istringstream in_file(words);
  for (FileValue value; in_file >> value.name >> value.bytes; all.push_back(value))
    require(reader.has_variable(value.name), "'", reader.path(), "' is damaged: it has no '", value.name,
            "'");
  return all;
}

// All values of a file, in its order, and where they go: to rows on the list, or to `unused`.
struct LoadedRows {
  std::vector<TransferField> fields;
  std::vector<int> value_bytes;
  std::vector<CellRows> rows;
  std::vector<std::vector<std::byte>> unused;
};

// `names` is the file's attribute restart_format::values. Also sets optional values that the file lacks.
LoadedRows find_rows(const NetcdfReader& reader, const std::string& names, const RestartCells& cells,
                     const StateList& list) {
  for (const StateList::CellValues& values : list.cells())
    if (!values.is_optional || reader.has_variable(values.name))
      check_shape(reader, cells.n_global, values.name, values.dimensions);
    else
      fill_with_nan(values);
  LoadedRows found;
  for (const auto& [name, bytes] : list_values(reader, names)) {
    const auto values = std::ranges::find(list.cells(), name, &StateList::CellValues::name);
    if (values != list.cells().end()) {
      found.fields.push_back({name, values->rows.length});
      found.value_bytes.push_back(values->value_bytes);
      found.rows.push_back(values->rows);
      continue;
    }
    std::int64_t length = bytes;
    for (std::size_t i = 1; i < reader.variable(name).shape.size(); ++i)
      length *= std::int64_t(reader.variable(name).shape[i]);
    found.unused.emplace_back(cells.owned.size() * std::size_t(length));
    found.fields.push_back({name, length});
    found.value_bytes.push_back(bytes);
    found.rows.push_back({found.unused.back().data(), std::int64_t(cells.owned.size()), length, 0, length});
  }
  check_shape(reader, cells.n_global, restart_format::checksum, {{"word", 2}});
  return found;
}

}  // namespace

void RestartFile::refuse_damage(std::int64_t cell) const {
  if (cell != nothing_damaged)
    refuse(text("is damaged: the values of cell ", cell + 1,
                " do not match their checksum; use an earlier restart"));
}

void RestartFile::load(const Communicator& communicator, const RestartCells& cells,
                       const StateList& list) const {
  const Block block = make_block(cells.n_global, communicator.rank(), communicator.size());
  LoadedRows found;
  std::vector<std::vector<std::byte>> blocks;
  std::vector<CellChecksum> checksums(cells.owned.size());
  run_together(communicator, [&] {
    found = find_rows(reader_, attribute(restart_format::values), cells, list);
    for (std::size_t i = 0; i < found.fields.size(); ++i)
      blocks.push_back(found.value_bytes[i] == 8 ? read_rows<double>(reader_, found.fields[i].name, block)
                                                 : read_rows<float>(reader_, found.fields[i].name, block));
    blocks.push_back(read_rows<int>(reader_, restart_format::checksum, block));
    load_single(list);
  });
  const std::vector<ConstCellRows> rows(found.rows.begin(), found.rows.end());
  found.fields.push_back({restart_format::checksum, std::int64_t(sizeof(CellChecksum))});
  found.rows.push_back(make_cell_rows(checksums));
  std::vector<ConstCellRows> from;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    from.push_back({blocks[i].data(), block.size(), found.fields[i].row_bytes, 0, found.fields[i].row_bytes});
  const Decomposition in_file =
      make_block_decomposition(cells.n_global, communicator.rank(), communicator.size());
  const Decomposition mine{cells.n_global, {cells.owned.begin(), cells.owned.end()}};
  move_rows(communicator, {"state from a file", found.fields}, in_file, mine, from, found.rows);
  std::int64_t damaged = nothing_damaged;
  for (std::size_t i = 0; i < cells.owned.size(); ++i)
    if (compute_cell_checksum(cells.owned[i], rows, i) != checksums[i])
      damaged = std::min(damaged, cells.owned[i]);
  refuse_damage(communicator.min(damaged));
}

RestartBlock RestartFile::read_block(const Communicator& communicator) const {
  RestartBlock block{make_block(n_cell_, communicator.rank(), communicator.size()), {}};
  std::int64_t damaged = nothing_damaged;
  run_together(communicator, [&] {
    std::vector<ConstCellRows> rows;
    for (const auto& [name, bytes] : list_values(reader_, attribute(restart_format::values))) {
      block.values.push_back({name, bytes == 8 ? read_rows<double>(reader_, name, block.cells)
                                               : read_rows<float>(reader_, name, block.cells)});
      const std::int64_t length =
          std::int64_t(block.values.back().bytes.size()) / std::max<std::int64_t>(1, block.cells.size());
      rows.push_back({block.values.back().bytes.data(), block.cells.size(), length, 0, length});
    }
    check_shape(reader_, n_cell_, restart_format::checksum, {{"word", 2}});
    const std::vector<int> words = read_values<int>(reader_, restart_format::checksum, block.cells);
    for (std::int64_t i = 0; i < block.cells.size(); ++i) {
      const auto at = std::size_t(2 * i);
      if (compute_cell_checksum(block.cells.begin + i, rows, std::size_t(i)) !=
          CellChecksum{std::uint32_t(words[at]), std::uint32_t(words[at + 1])})
        damaged = std::min(damaged, block.cells.begin + i);
    }
  });
  refuse_damage(communicator.min(damaged));
  return block;
}

}  // namespace groundswell
