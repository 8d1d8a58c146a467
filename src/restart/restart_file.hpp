// SPDX-License-Identifier: Apache-2.0
// A file of all that a run must keep to go on from a date, for any number of ranks: a netCDF file (CDF-5)
// with one variable per entry of a StateList, by cell in the order of the mesh, a checksum per cell over all
// of its values, and attributes with a checksum of their own. Its bytes do not depend on the number of ranks.
// docs/design/restart.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "field/state_list.hpp"
#include "files/netcdf_reader.hpp"

namespace groundswell {

// What a file says about itself, by name: date, mesh, spectrum, settings. Texts without null characters, the
// same on all ranks.
using RestartFacts = std::vector<std::pair<std::string, std::string>>;

// The cells of this rank, as numbers in the whole mesh, in local order.
struct RestartCells {
  std::int64_t n_global = 0;
  std::span<const std::int64_t> owned;
};

// Writes <path>.part, syncs it, renames it and syncs its folder: a file of this name is complete, also after
// a crash of the machine. Throws Error on all ranks. Collective.
void write_restart(const std::filesystem::path& path, const Communicator& communicator,
                   const RestartCells& cells, const RestartFacts& facts, const StateList& list);

class RestartFile {
 public:
  // Throws Error where there is no such file, it is not a restart of this format, or its header is damaged.
  explicit RestartFile(const std::filesystem::path& path);

  // What the file says about itself; empty where it does not say.
  std::string fact(const std::string& name) const;
  std::int64_t n_cell() const { return n_cell_; }
  const NetcdfReader& reader() const { return reader_; }

  // Loads everything of the list. Throws Error, on all ranks, where something is missing, has another size,
  // or is damaged; the values are of no use then. Collective.
  void load(const Communicator& communicator, const RestartCells& cells, const StateList& list) const;

 private:
  // The value of an attribute that must be there.
  std::string attribute(const std::string& name) const;
  void check_header() const;
  void load_single(const StateList& list) const;
  [[noreturn]] void refuse(const std::string& why) const;

  NetcdfReader reader_;
  std::int64_t n_cell_ = 0;
};

}  // namespace groundswell
