// SPDX-License-Identifier: Apache-2.0
// A file of plain arrays, on writing ranks. Its variables have the dimensions (time, cell) or (time, level,
// cell), or rows and columns in place of `cell`; fixed positions of the cells are their coordinates.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "array_output/array_pieces.hpp"
#include "array_output/array_settings.hpp"
#include "array_output/file_cells.hpp"
#include "base/byte_buffer.hpp"
#include "base/schedule.hpp"
#include "files/dated_file.hpp"

namespace groundswell {

// Fills `to` with the rows of one field of a piece (array_pieces.hpp) for the cells with the indices
// `places`, at least one. Indices count the listed cells of the piece that this rank writes.
using CopyRows =
    std::function<void(std::size_t piece, std::size_t field, const Block& places, std::span<std::byte> to)>;

// The time [s] that one rank has spent on each stage of writing.
struct WriteTimes {
  double open = 0.0, exchange = 0.0, reorder = 0.0, write = 0.0, close = 0.0;
};

class ArrayFile {
 public:
  // Creates the file with everything constant in time, continues an existing one, or only compares with it;
  // `positions` are those of the listed cells in this rank's block. A file without a schedule is a restart:
  // a new one, with all bits of values, also of NaN. Throws Error on all ranks. Collective on writing ranks;
  // the communicator and `cells` must outlive this object.
  ArrayFile(const Communicator& writers, const ArrayOutputSettings& settings, const ArrayFileSettings& file,
            std::vector<ArrayPiece> pieces, const std::vector<AgreedField>& fields, const Schedule* schedule,
            const FileCells& cells, const std::vector<std::vector<double>>& positions,
            ParallelFile::Start how_to_go_on);

  // Writes a record. Throws Error on all ranks. Collective.
  void write(const DateTime& now, const CopyRows& copy_rows);
  // The same in steps: write_piece() writes consecutive cells of this rank's share and is not collective.
  void begin(const DateTime& now) { dated_.begin_record(now); }
  void write_piece(std::size_t number, const Block& cells, const CopyRows& copy_rows);
  void end();
  // Closes the file and gives it its final name. Collective.
  void finish() { dated_.finish(); }

  // The times `reorder` and `write` of all records; the other times are 0.
  const WriteTimes& times() const { return times_; }
  ParallelFile& file() { return dated_.file(); }

 private:
  struct Variable {
    int number = -1;
    AgreedField field = {};
    FileType type = FileType::float32;
  };
  // The coordinate of a dimension.
  struct Axis {
    int variable;
    const std::vector<double>& values;
  };
  std::vector<int> define_cells(const ArrayOutputSettings& settings);
  std::vector<Axis> define_axes(const ArrayOutputSettings& settings, const std::vector<int>& cell, int level);
  std::vector<double> with_land(const std::vector<double>& listed, const Block& block) const;
  void write_fixed(int variable, const Block& cells, const double* values);
  void define(const ArrayOutputSettings& settings, const ArrayFileSettings& file,
              const std::vector<AgreedField>& fields, const std::vector<std::vector<double>>& positions);
  void change_to_file_form(FileType type, const Block& part, std::size_t n_level);
  void write_field(const Variable& variable, const Block& levels, const Block& cells,
                   const std::function<void(const Block& places, std::span<std::byte> to)>& copy_rows);

  const Communicator& writers_;
  DatedFile dated_;
  bool keeps_bits_;
  std::int64_t n_cell_, n_column_;  // n_column_ is 0 for a grid without rows and columns
  const FileCells& cells_;
  std::vector<ArrayPiece> pieces_;
  std::vector<Variable> variables_;  // by index among the variables of the output
  ByteBuffer rows_, values_;         // the values of some cells, as received and as in the file
  WriteTimes times_;
};

}  // namespace groundswell
