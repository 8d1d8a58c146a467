// SPDX-License-Identifier: Apache-2.0
// A file of plain arrays, on the ranks that write: dimensions (time, cell) and (time, level, cell), with
// fixed positions of the cells as coordinates.
#pragma once

#include <cstdint>
#include <vector>

#include "base/byte_buffer.hpp"
#include "files/dated_file.hpp"
#include "output/array_pieces.hpp"
#include "output/array_settings.hpp"
#include "output/schedule.hpp"

namespace groundswell {

class ArrayFile {
 public:
  // Creates the file with everything that does not change, or goes on in it; `positions` are those of this
  // rank's block of cells. Throws Error on all ranks. Collective on the ranks that write; the communicator
  // must live as long.
  ArrayFile(const Communicator& writers, const ArrayOutputSettings& settings, std::size_t number,
            std::vector<ArrayPiece> pieces, const std::vector<ArrayForm>& forms, const Schedule& schedule,
            const std::vector<std::vector<double>>& positions);

  // Writes a date from the rows of its pieces, by one collective call of PnetCDF. Throws Error on all ranks.
  // Collective.
  void write(const DateTime& now, std::vector<ReceivedParcel> parcels);
  // Closes it and gives it its name. Collective.
  void finish() { dated_.finish(); }

 private:
  // A variable in the file, and a part of it that stays until it is written.
  struct Variable {
    int number = -1;
    ArrayForm form;
  };
  struct Part {
    const Variable* variable;
    Block levels, cells;
    ByteBuffer values;  // [level][cell]
  };
  void define(const ArrayOutputSettings& settings, const ArrayFileSettings& file,
              const std::vector<ArrayForm>& forms, const std::vector<std::vector<double>>& positions);
  std::vector<Part> make_parts(std::vector<ReceivedParcel> parcels) const;
  void write(const Part& part);

  const Communicator& writers_;
  DatedFile dated_;
  std::int64_t n_cell_;
  std::vector<ArrayPiece> pieces_;
  std::vector<Variable> variables_;  // by number in the output
};

}  // namespace groundswell
