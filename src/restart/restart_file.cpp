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

// The rows of a block of cells as bytes, in this machine's byte order.
template <class T>
std::vector<std::byte> read_rows(const NetcdfReader& reader, const std::string& name, const Block& block) {
  std::vector<std::size_t> count = reader.variable(name).shape, start(count.size(), 0);
  start[0] = std::size_t(block.begin);
  count[0] = std::size_t(block.size());
  const std::vector<T> values = reader.read<T>(name, start, count);
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

std::vector<ConstCellRows> RestartBlock::rows() const {
  std::vector<ConstCellRows> all;
  for (const Values& each : values)
    all.push_back(make_cell_rows(each.bytes.data(), cells.size(), each.row_bytes));
  return all;
}

RestartBlock RestartFile::read(std::int64_t n_cell, const Block& cells) const {
  RestartBlock block{cells, {}};
  std::istringstream values(attribute(restart_format::values));
  std::string name;
  for (int bytes = 0; values >> name >> bytes;) {
    require(reader_.has_variable(name), "'", reader_.path(), "' is damaged: it has no '", name, "'");
    std::int64_t row_bytes = bytes;
    for (std::size_t i = 1; i < reader_.variable(name).shape.size(); ++i)
      row_bytes *= std::int64_t(reader_.variable(name).shape[i]);
    block.values.push_back(
        {name, row_bytes,
         bytes == 8 ? read_rows<double>(reader_, name, cells) : read_rows<float>(reader_, name, cells)});
  }
  check_shape(reader_, n_cell, restart_format::checksum, {{"word", 2}});
  block.values.push_back({restart_format::checksum, std::int64_t(sizeof(CellChecksum)),
                          read_rows<int>(reader_, restart_format::checksum, cells)});
  return block;
}

void RestartFile::check_cells(const Communicator& communicator, std::span<const std::int64_t> cells,
                              const std::vector<ConstCellRows>& rows) const {
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  std::int64_t damaged = none;
  const std::span<const ConstCellRows> values(rows.data(), rows.size() - 1);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    CellChecksum checksum;
    std::memcpy(&checksum, rows.back().row(std::int64_t(i)), sizeof checksum);
    if (compute_cell_checksum(cells[i], values, i) != checksum) damaged = std::min(damaged, cells[i]);
  }
  damaged = communicator.min(damaged);
  if (damaged != none)
    refuse(text("is damaged: the values of cell ", damaged + 1,
                " do not match their checksum; use an earlier restart"));
}

void RestartFile::load(const Communicator& communicator, const RestartCells& cells,
                       const StateList& list) const {
  const auto n_own = std::int64_t(cells.owned.size());
  RestartBlock block;
  PacketKind kind{"state from a file", {}};
  std::vector<CellRows> to;
  std::vector<std::vector<std::byte>> unlisted;
  run_together(communicator, [&] {
    for (const StateList::CellValues& values : list.cells())
      if (!values.is_optional || reader_.has_variable(values.name))
        check_shape(reader_, cells.n_global, values.name, values.dimensions);
      else
        fill_with_nan(values);
    block = read(cells.n_global, make_block(cells.n_global, communicator.rank(), communicator.size()));
    for (const RestartBlock::Values& values : block.values) {
      kind.fields.push_back({values.name, values.row_bytes});
      const auto listed = std::ranges::find(list.cells(), values.name, &StateList::CellValues::name);
      to.push_back(listed != list.cells().end()
                       ? listed->rows
                       : make_cell_rows(unlisted.emplace_back(n_own * values.row_bytes).data(), n_own,
                                        values.row_bytes));
    }
    load_single(list);
  });
  move_rows(communicator, kind, {cells.n_global, numbers_of(block.cells)},
            {cells.n_global, {cells.owned.begin(), cells.owned.end()}}, block.rows(), to);
  check_cells(communicator, cells.owned, {to.begin(), to.end()});
}

RestartBlock RestartFile::read_block(const Communicator& communicator) const {
  RestartBlock block;
  run_together(communicator,
               [&] { block = read(n_cell_, make_block(n_cell_, communicator.rank(), communicator.size())); });
  check_cells(communicator, numbers_of(block.cells), block.rows());
  return block;
}

}  // namespace groundswell
