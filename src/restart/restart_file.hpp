// SPDX-License-Identifier: Apache-2.0
// A file of all that a run must keep to go on from a date, for any number of ranks: a netCDF file (CDF-5)
// with one variable per entry of a StateList, by cell in the order of the mesh, a checksum per cell over all
// of its values, and attributes with a checksum of their own. Its bytes do not depend on the number of ranks.
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

// Writes <path>.part, syncs it, renames it and syncs its folder: a file of this name is complete, also after
// a crash of the machine. Throws Error on all ranks. Collective.
// Returns how much memory this rank takes for values on their way.
std::int64_t write_restart(const std::filesystem::path& path, const Communicator& communicator,
                           const RestartState& state);
void write_restart(const std::filesystem::path& path, const Communicator& communicator,
                   const RestartCells& cells, const RestartFacts& facts, const StateList& list);

// All values of a contiguous block of cells, as rows of numbers one after the other.
struct RestartBlock {
  struct Values {
    std::string name;
    std::vector<std::byte> bytes;
  };
  Block cells;
  std::vector<Values> values;

  // The numbers of this name. Throws Error where there are none, or not `width` per cell.
  template <class T>
  std::vector<T> get(const std::string& name, std::int64_t width) const;
};

// Of all that a restart says and holds, by its checksums. Throws Error where it cannot be read.
std::uint64_t compute_restart_fingerprint(const std::filesystem::path& path);

// A restart is of a format that this program does not read.
class UnknownFormat : public Error {
 public:
  using Error::Error;
};

class RestartFile {
 public:
  // Throws UnknownFormat, and Error where there is no such file, it is no restart, or its header is damaged.
  explicit RestartFile(const std::filesystem::path& path);

  // What the file says about itself; empty where it does not say.
  std::string fact(const std::string& name) const;
  std::int64_t n_cell() const { return n_cell_; }
  int format() const { return format_; }
  const NetcdfReader& reader() const { return reader_; }
  // This rank's share of the cells, of a mesh and a spectrum that need not be those of the run. Throws Error,
  // on all ranks, where a cell of any rank is damaged. Collective.
  RestartBlock read_block(const Communicator& communicator) const;

  // Loads everything of the list. Throws Error, on all ranks, where something is missing, has another size,
  // or is damaged; the values are of no use then. Collective.
  void load(const Communicator& communicator, const RestartCells& cells, const StateList& list) const;

 private:
  // The value of an attribute that must be there.
  std::string attribute(const std::string& name) const;
  void check_header() const;
  void load_single(const StateList& list) const;
  // `cell` is the first that is damaged on any rank, if any is.
  void refuse_damage(std::int64_t cell) const;
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
    require(each.bytes.size() == size * sizeof(T), "the restart has another number of values in '", name,
            "' than its header says");
    std::vector<T> numbers(size);
    if (size > 0) std::memcpy(numbers.data(), each.bytes.data(), each.bytes.size());
    return numbers;
  }
  throw Error(text("the restart has no '", name, "'; take one of a run of waves"));
}

}  // namespace groundswell
