// SPDX-License-Identifier: Apache-2.0
// Writes a restart file from the compute ranks (write_restart) or on output servers. Each writing rank
// receives its contiguous cells in several slices.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/block.hpp"
#include "comm/communicator.hpp"
#include "exec/cell_rows.hpp"
#include "field/state_list.hpp"
#include "files/parallel_file.hpp"

namespace groundswell {

// The facts stored in a file, by name, such as date, mesh, spectrum and settings. They are texts without null
// characters, the same on all ranks.
using RestartFacts = std::vector<std::pair<std::string, std::string>>;

// The per-cell fields of a restart and its attributes.
struct RestartShape {
  struct Field {
    std::string name;
    int value_bytes = 4;
    std::vector<std::pair<std::string, std::int64_t>> dimensions;  // of a row
    std::int64_t row_bytes() const;
    static auto words(auto& self) { return std::tie(self.name, self.value_bytes, self.dimensions); }
  };
  std::vector<Field> fields;  // the last one is the checksum of a cell
  RestartFacts attributes;

  static auto words(auto& self) { return std::tie(self.fields, self.attributes); }
};

// The shape of a restart with this list, including its numbers, counts and texts.
RestartShape make_restart_shape(const RestartFacts& facts, const StateList& list);

// Checksum of a cell's global index and all its values.
using CellChecksum = std::array<std::uint32_t, 2>;
// `number` is the cell's global index, `i` its index in the rows.
CellChecksum compute_cell_checksum(std::int64_t number, std::span<const ConstCellRows> rows, std::size_t i);

class RestartWriter {
 public:
  // Creates <path>.part. Throws Error on all ranks. Collective.
  RestartWriter(const Communicator& communicator, const std::filesystem::path& path, std::int64_t n_cell,
                const RestartShape& shape);

  // Writes the rows of each field for consecutive cells; the bytes of the rows are converted in place to the
  // byte order of the file. Not collective; errors are reported by finish().
  void write(const Block& cells, std::span<const CellRows> rows);
  // Writes one cell without changing its rows, which are at index `i` of each field of `mine`.
  void write_cell(std::int64_t cell, std::span<const ConstCellRows> mine, std::int64_t i);
  // The offset of a field's rows in the file [B].
  std::int64_t field_begin(std::size_t field) { return file_.variable_begin(variables_[field]); }
  // Converts numbers of a field in place from this machine's byte order to that of the file.
  void to_file_order(std::size_t field, std::span<std::byte> numbers) const;
  // Syncs the file, renames it and syncs its folder. Throws Error on all ranks. Collective.
  void finish() { file_.finish(); }

 private:
  ParallelFile file_;
  std::vector<int> variables_, value_bytes_;  // for each field
};

namespace restart_format {

// A title consists of these words and the format number.
inline constexpr char title[] = "Groundswell restart ";
// Files of format 2 have paths of inputs among the settings, but record nothing about the contents of these
// inputs.
inline constexpr int oldest = 2, with_inputs = 3, newest = 3;
inline constexpr char checksum[] = "cell_checksum";
inline constexpr char cell[] = "cell";
// This attribute has the name and the bytes per number of each field, in the order in which the checksum of a
// cell covers them.
inline constexpr char values[] = "values_of_cells";

std::string hexadecimal(std::uint64_t value);
std::uint64_t hash_attributes(const RestartFacts& attributes);

}  // namespace restart_format

}  // namespace groundswell
