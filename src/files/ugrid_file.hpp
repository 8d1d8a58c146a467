// SPDX-License-Identifier: Apache-2.0
// Fields on the cells of the mesh: MPAS names, topology after the UGRID conventions on the same arrays, and
// cell corners for conservative remapping. Opens in xarray, uxarray, ParaView and CDO. Reference: UGRID 1.0;
// CF 1.8; MPAS Mesh Specification 1.0.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "files/dated_file.hpp"
#include "mesh/mesh.hpp"

namespace groundswell {

class UgridFile {
 public:
  // Writes the topology of `whole` (the same on every rank; not kept), one piece per rank. Collective.
  UgridFile(const Communicator& communicator, const std::string& path, const FileHeader& header,
            const FileTime& axis, const Mesh& whole, const std::vector<std::string>& fields);

  // The cells whose values this rank writes.
  const Block& cells() const { return cells_; }
  DatedFile& dated() { return dated_; }
  // Writes this rank's cells of a field, in file form, to the current record; they must stay until its end.
  // Precondition: the file has the field.
  void write(std::string_view field, const float* values);

 private:
  DatedFile dated_;
  Block cells_;
  std::map<std::string, int, std::less<>> variables_;
};

}  // namespace groundswell
