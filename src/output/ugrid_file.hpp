// SPDX-License-Identifier: Apache-2.0
// Fields on the cells of the mesh: MPAS names, topology following the UGRID conventions on the same arrays,
// and cell corners for conservative remapping. xarray, uxarray, ParaView and CDO can open the file.
// Reference: UGRID 1.0; CF 1.8; MPAS Mesh Specification 1.0.
#pragma once

#include <string>
#include <vector>

#include "files/dated_file.hpp"
#include "mesh/mesh_part.hpp"

namespace groundswell {

class UgridFile {
 public:
  // Writes the topology of the whole mesh, of which each rank passes its part (with at least one halo ring);
  // `part` need not outlive this call. `keep_until` is as for DatedFile. Collective.
  UgridFile(const Communicator& communicator, const std::string& path, const FileHeader& header,
            const FileTime& axis, const MeshPart& part, const std::vector<FieldInfo>& fields,
            const std::optional<DateTime>& keep_until = {});

  DatedFile& dated() { return dated_; }
  // Writes this rank's block of cells of fields[field], in file form, to the current record; the values must
  // stay valid until the end of the record.
  void write(std::size_t field, const float* values);

 private:
  DatedFile dated_;
  Block cells_;
  std::vector<int> variables_;
};

}  // namespace groundswell
