// SPDX-License-Identifier: Apache-2.0
#include "restart/restart_file.hpp"

#include <algorithm>
#include <bit>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <sstream>

#include "base/block.hpp"
#include "comm/together.hpp"
#include "exec/cell_rows.hpp"
#include "files/parallel_file.hpp"
#include "restart/row_hash.hpp"
#include "transfer/block_slices.hpp"
#include "transfer/decomposition.hpp"
#include "transfer/transfer.hpp"

namespace groundswell {
namespace {

constexpr char format[] = "Groundswell restart 2";
constexpr char checksum_name[] = "cell_checksum";
constexpr char cell_dimension[] = "cell";
constexpr char values_of_cells[] =
    "values_of_cells";  // names, and bytes of a number, in the checksum's order
using Checksum = std::array<std::uint32_t, 2>;

std::string hexadecimal(std::uint64_t value) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016" PRIx64, value);
  return digits;
}

// A number as text that gives it back with all bits.
std::string exact_text(double value) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "%a", value);
  return digits;
}

// Of the cell `i` of `rows`, over its number in the mesh and all its values.
Checksum compute_checksum(std::int64_t number, std::span<const ConstCellRows> rows, std::size_t i) {
  std::uint64_t hash = hash_text(checksum_name) ^ std::uint64_t(number);
  for (const ConstCellRows& each : rows)
    hash = add_to_hash(hash, hash_row(each.row(std::int64_t(i)), std::size_t(each.length / 4)));
  return {std::uint32_t(hash), std::uint32_t(hash >> 32)};
}

std::vector<ConstCellRows> rows_of(const StateList& list) {
  std::vector<ConstCellRows> rows;
  for (const StateList::CellValues& values : list.cells()) rows.push_back(values.rows);
  return rows;
}

// All attributes of a file but the last two, which are their names and their checksum.
RestartFacts make_attributes(const RestartFacts& facts, const StateList& list) {
  std::string values;
  for (const StateList::CellValues& each : list.cells())
    values += text(values.empty() ? "" : " ", each.name, " ", each.value_bytes);
  RestartFacts attributes{{"title", format}, {values_of_cells, values}};
  attributes.insert(attributes.end(), facts.begin(), facts.end());
  for (const StateList::Number& number : list.numbers())
    attributes.emplace_back("state_" + number.name, exact_text(*number.value));
  for (const StateList::Count& count : list.counts())
    attributes.emplace_back("state_" + count.name, std::to_string(*count.value));
  for (const StateList::Text& words : list.texts())
    attributes.emplace_back("state_" + words.name, *words.value);
  return attributes;
}

std::uint64_t hash_attributes(const RestartFacts& attributes) {
  std::string all;
  for (const auto& [name, value] : attributes) all += name + "=" + value + "\n";
  return hash_text(all);
}

void add_attributes(ParallelFile& file, const RestartFacts& attributes) {
  std::string names;
  for (const auto& [name, value] : attributes) {
    file.add_attribute(ParallelFile::global, name.c_str(), value);
    names += (names.empty() ? "" : " ") + name;
  }
  file.add_attribute(ParallelFile::global, "attributes", names);
  file.add_attribute(ParallelFile::global, "attributes_checksum", hexadecimal(hash_attributes(attributes)));
}

// Defines the variables of a list, with the same dimension for equal names; returns their numbers.
class Definitions {
 public:
  Definitions(ParallelFile& file, std::int64_t n_cell) : file_(file) { dimension(cell_dimension, n_cell); }

  int add(const StateList::CellValues& values) {
    const FileType type = values.value_bytes == 8 ? FileType::float64 : FileType::float32;
    const int variable = add_rows(values, type);
    // No number stands for a missing value.
    if (type == FileType::float32)
      file_.add_attribute(variable, "_FillValue", std::numeric_limits<float>::quiet_NaN());
    else
      file_.add_attribute(variable, "_FillValue", std::numeric_limits<double>::quiet_NaN());
    return variable;
  }
  int dimension(const std::string& name, std::int64_t size) {
    for (std::size_t i = 0; i < names_.size(); ++i)
      if (names_[i] == name) return int(i);
    names_.push_back(name);
    return file_.add_dimension(name.c_str(), size);
  }

 private:
  int add_rows(const StateList::CellValues& values, FileType type) {
    std::vector<int> d;
    for (const auto& [name, size] : values.dimensions) d.push_back(dimension(name, size));
    const char* name = values.name.c_str();
    if (d.empty()) return file_.add_variable(name, type, {0});
    if (d.size() == 1) return file_.add_variable(name, type, {0, d[0]});
    ensure(d.size() == 2, "state '", values.name, "' has more than two dimensions beside cells");
    return file_.add_variable(name, type, {0, d[0], d[1]});
  }

  ParallelFile& file_;
  std::vector<std::string> names_;
};

// Numbers of `Word` in place, from the order of bytes of this machine to that of the file.
template <class Word>
void to_big_endian(std::byte* bytes, std::int64_t n_byte) {
  if constexpr (std::endian::native == std::endian::little)
    for (std::int64_t at = 0; at < n_byte; at += std::int64_t(sizeof(Word))) {
      Word word;
      std::memcpy(&word, bytes + at, sizeof word);
      word = sizeof(Word) == 8 ? Word(__builtin_bswap64(word)) : Word(__builtin_bswap32(std::uint32_t(word)));
      std::memcpy(bytes + at, &word, sizeof word);
    }
}

// Brings the cells of a list, with their checksums, into the order of the file, and writes them, a slice of
// each rank's block after the other: what is packed, sent, put in place and written stays in the caches, and
// the disk works meanwhile.
class StateWriter {
 public:
  StateWriter(const Communicator& communicator, const RestartCells& cells, const StateList& list)
      : cells_(cells),
        list_(list),
        checksums_(cells.owned.size()),
        slices_(communicator, cells.n_global, cells.owned, rows(), slice_bytes) {}

  void write(ParallelFile& file, const std::vector<int>& variables) {
    std::vector<std::unique_ptr<std::byte[]>> buffers;
    for (const ConstCellRows& each : rows())
      buffers.push_back(
          std::make_unique_for_overwrite<std::byte[]>(std::size_t(slices_.slice_rows() * each.length)));
    start(0);
    for (std::int64_t number = 0; number < slices_.n_slice(); ++number) {
      if (number + 1 < slices_.n_slice()) start(number + 1);
      const Block slice = slices_.slice(number);
      std::vector<CellRows> to;
      for (const ConstCellRows& each : rows())
        to.push_back(make_cell_rows(buffers[to.size()].get(), slice.size(), each.length));
      slices_.finish(number, to);
      for (std::size_t i = 0; i < to.size(); ++i) {
        swap_bytes(to[i], i < list_.cells().size() ? list_.cells()[i].value_bytes : 4);
        file.write_rows(variables[i], slice.begin, slice.size(), to[i].data);
      }
    }
  }

 private:
  static constexpr std::int64_t slice_bytes = std::int64_t(1) << 22;

  // All that a cell has.
  std::vector<ConstCellRows> rows() const {
    std::vector<ConstCellRows> all = rows_of(list_);
    all.push_back(make_cell_rows(checksums_));
    return all;
  }
  void start(std::int64_t number) {
    const std::vector<ConstCellRows> rows = rows_of(list_);
    for (const std::size_t i : slices_.leaving(number))
      checksums_[i] = compute_checksum(cells_.owned[i], rows, i);
    slices_.start(number);
  }
  static void swap_bytes(const CellRows& rows, int value_bytes) {
    if (value_bytes == 8)
      to_big_endian<std::uint64_t>(rows.data, rows.n_row * rows.length);
    else
      to_big_endian<std::uint32_t>(rows.data, rows.n_row * rows.length);
  }

  const RestartCells& cells_;
  const StateList& list_;
  std::vector<Checksum> checksums_;
  BlockSlices slices_;
};

}  // namespace

void write_restart(const std::filesystem::path& path, const Communicator& communicator,
                   const RestartCells& cells, const RestartFacts& facts, const StateList& list) {
  ParallelFile file(communicator, path.string());
  Definitions definitions(file, cells.n_global);
  std::vector<int> variables;
  for (const StateList::CellValues& values : list.cells()) variables.push_back(definitions.add(values));
  variables.push_back(
      file.add_variable(checksum_name, FileType::int32, {0, definitions.dimension("word", 2)}));
  add_attributes(file, make_attributes(facts, list));
  file.end_definitions();
  StateWriter(communicator, cells, list).write(file, variables);
  file.finish();
}

RestartFile::RestartFile(const std::filesystem::path& path) : reader_(path) {
  check_header();
  n_cell_ = std::int64_t(reader_.dimension_size(cell_dimension));
}

void RestartFile::refuse(const std::string& why) const {
  throw Error(text("'", reader_.path(), "' ", why));
}

std::string RestartFile::attribute(const std::string& name) const {
  const auto value = reader_.text_attribute("", name);
  if (!value) refuse(text("is damaged: its header has no '", name, "'; take an earlier restart"));
  return *value;
}

void RestartFile::check_header() const {
  const std::string title = reader_.text_attribute("", "title").value_or("");
  if (title != format)
    refuse(text("is not a restart of this program's format: its title is '", title, "', not '", format, "'"));
  RestartFacts attributes;
  std::istringstream names(attribute("attributes"));
  for (std::string name; names >> name;) attributes.emplace_back(name, attribute(name));
  if (hexadecimal(hash_attributes(attributes)) != attribute("attributes_checksum"))
    refuse("is damaged: its header does not fit its checksum; take an earlier restart");
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

// The same, as they are in memory.
template <class T>
std::vector<std::byte> read_rows(const NetcdfReader& reader, const std::string& name, const Block& block) {
  const std::vector<T> values = read_values<T>(reader, name, block);
  const auto* bytes = reinterpret_cast<const std::byte*>(values.data());
  return {bytes, bytes + values.size() * sizeof(T)};
}

// The variable `name` must have `n_cell` rows of these dimensions.
void check_shape(const NetcdfReader& reader, std::int64_t n_cell, const std::string& name,
                 const std::vector<std::pair<std::string, std::int64_t>>& dimensions) {
  std::vector<std::size_t> shape{std::size_t(n_cell)};
  for (const auto& dimension : dimensions) shape.push_back(std::size_t(dimension.second));
  require(reader.has_variable(name), "'", reader.path(), "' has no '", name,
          "', which the run needs to go on; was it made with other settings, or by another version?");
  require(reader.variable(name).shape == shape, "'", reader.path(), "' has another number of values in '",
          name, "' than this run");
}

}  // namespace

void RestartFile::refuse_damage(std::int64_t cell) const {
  if (cell != nothing_damaged)
    refuse(text("is damaged: the values of cell ", cell + 1,
                " do not fit their checksum; take an earlier restart"));
}

void RestartFile::load(const Communicator& communicator, const RestartCells& cells,
                       const StateList& list) const {
  const Block block = make_block(cells.n_global, communicator.rank(), communicator.size());
  std::vector<TransferField> fields;
  std::vector<std::vector<std::byte>> blocks;
  std::vector<CellRows> to;
  std::vector<Checksum> checksums(cells.owned.size());
  run_together(communicator, [&] {
    for (const StateList::CellValues& values : list.cells()) {
      check_shape(reader_, cells.n_global, values.name, values.dimensions);
      fields.push_back({values.name, values.rows.length});
      blocks.push_back(values.value_bytes == 8 ? read_rows<double>(reader_, values.name, block)
                                               : read_rows<float>(reader_, values.name, block));
      to.push_back(values.rows);
    }
    check_shape(reader_, cells.n_global, checksum_name, {{"word", 2}});
    fields.push_back({checksum_name, std::int64_t(sizeof(Checksum))});
    blocks.push_back(read_rows<int>(reader_, checksum_name, block));
    to.push_back(make_cell_rows(checksums));
    load_single(list);
  });
  std::vector<ConstCellRows> from;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    from.push_back({blocks[i].data(), block.size(), fields[i].row_bytes, 0, fields[i].row_bytes});
  const Decomposition in_file =
      make_block_decomposition(cells.n_global, communicator.rank(), communicator.size());
  const Decomposition mine{cells.n_global, {cells.owned.begin(), cells.owned.end()}};
  Transfer(communicator, &in_file, &mine, fields, {.name = "state from a file", .method = "p2p"})
      .move(from, to);
  std::int64_t damaged = nothing_damaged;
  const std::vector<ConstCellRows> rows = rows_of(list);
  for (std::size_t i = 0; i < cells.owned.size(); ++i)
    if (compute_checksum(cells.owned[i], rows, i) != checksums[i])
      damaged = std::min(damaged, cells.owned[i]);
  refuse_damage(communicator.min(damaged));
}

RestartBlock RestartFile::read_block(const Communicator& communicator) const {
  RestartBlock block{make_block(n_cell_, communicator.rank(), communicator.size()), {}};
  std::int64_t damaged = nothing_damaged;
  run_together(communicator, [&] {
    std::istringstream names(attribute(values_of_cells));
    std::string name;
    std::vector<ConstCellRows> rows;
    for (int bytes = 0; names >> name >> bytes;) {
      require(reader_.has_variable(name), "'", reader_.path(), "' is damaged: it has no '", name, "'");
      block.values.push_back({name, bytes == 8 ? read_rows<double>(reader_, name, block.cells)
                                               : read_rows<float>(reader_, name, block.cells)});
      const std::int64_t length =
          std::int64_t(block.values.back().bytes.size()) / std::max<std::int64_t>(1, block.cells.size());
      rows.push_back({block.values.back().bytes.data(), block.cells.size(), length, 0, length});
    }
    check_shape(reader_, n_cell_, checksum_name, {{"word", 2}});
    const std::vector<int> words = read_values<int>(reader_, checksum_name, block.cells);
    for (std::int64_t i = 0; i < block.cells.size(); ++i) {
      const auto at = std::size_t(2 * i);
      if (compute_checksum(block.cells.begin + i, rows, std::size_t(i)) !=
          Checksum{std::uint32_t(words[at]), std::uint32_t(words[at + 1])})
        damaged = std::min(damaged, block.cells.begin + i);
    }
  });
  refuse_damage(communicator.min(damaged));
  return block;
}

}  // namespace groundswell
