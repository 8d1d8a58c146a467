// SPDX-License-Identifier: Apache-2.0
// A file with everything that a run needs to continue from a date, for any number of ranks: a netCDF file
// (CDF-5) with one variable for each quantity per cell in a StateList, in the mesh's order of cells, a
// checksum per cell over all of its values, and attributes, among them the single numbers and texts of the
// list, with a checksum of the attributes. The bytes of the file do not depend on the number of ranks. See
// docs/design/restart.md.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/block.hpp"
#include "base/error.hpp"
#include "comm/communicator.hpp"
#include "field/state_list.hpp"
#include "files/netcdf_reader.hpp"
#include "restart/restart_state.hpp"

namespace groundswell {

// All values of a contiguous block of cells, as consecutive rows of numbers.
struct RestartBlock {
  struct Values {
    std::string name;
    std::int64_t row_bytes = 0;
    std::vector<std::byte> bytes;
  };
  Block cells;
  std::vector<Values> values;  // in the order of the file; the last ones are the checksums

  std::vector<ConstCellRows> rows() const;

  // The numbers of this name. Throws Error if there are none, or not `width` per cell.
  template <class T>
  std::vector<T> get(const std::string& name, std::int64_t width) const;
};

// Identifies all contents of a restart by its checksums. Throws Error if it cannot be read.
std::uint64_t compute_restart_fingerprint(const std::filesystem::path& path);

// Thrown if a restart has a format that this program does not read.
class UnknownFormat : public Error {
 public:
  using Error::Error;
};

class RestartFile {
 public:
  // Throws UnknownFormat if this program does not read the file's format, and Error if the file does not
  // exist, is not a restart, or has a damaged header.
  explicit RestartFile(const std::filesystem::path& path);

  // The value of one of the file's facts; empty if it is missing.
  std::string fact(const std::string& name) const;
  std::int64_t n_cell() const { return n_cell_; }
  int format() const { return format_; }
  const NetcdfReader& reader() const { return reader_; }
  // Reads this rank's block of the cells; the mesh and the spectrum of the file need not be those of the run.
  // Throws Error on all ranks if something is missing or a cell of any rank is damaged. Collective.
  RestartBlock read_block(const Communicator& communicator) const;

  // Loads everything on the list; what else the file has is only checked. Throws Error on all ranks if
  // something is missing, has another size or is damaged; the values must not be used then. Collective.
  void load(const Communicator& communicator, const RestartCells& cells, const StateList& list) const;

 private:
  // The value of a required attribute.
  std::string attribute(const std::string& name) const;
  void check_header() const;
  void load_single(const StateList& list) const;
  // Reads a block of the file's `n_cell` cells; checks no values.
  RestartBlock read(std::int64_t n_cell, const Block& cells) const;
  // Throws Error on all ranks, with the first damaged cell, unless the values of all cells, which have these
  // numbers, match their checksums, the last of the rows. Collective.
  void check_cells(const Communicator& communicator, std::span<const std::int64_t> cells,
                   const std::vector<ConstCellRows>& rows) const;
  [[noreturn]] void refuse(const std::string& why) const;

  NetcdfReader reader_;
  std::int64_t n_cell_ = 0;
  int format_ = 0;
};

template <class T>
std::vector<T> RestartBlock::get(const std::string& name, std::int64_t width) const {
  const auto size = std::size_t(cells.size() * width);
  for (const Values& each : values) {
    if (each.name != name) continue;
    require(each.bytes.size() == size * sizeof(T), "the restart has a different number of values in '", name,
            "' than its header says");
    std::vector<T> numbers(size);
    if (size > 0) std::memcpy(numbers.data(), each.bytes.data(), each.bytes.size());
    return numbers;
  }
  throw Error(text("the restart has no '", name, "'; use one of a wave run"));
}

}  // namespace groundswell
