// SPDX-License-Identifier: Apache-2.0
// Fields on the cells of the mesh: fields.nc.
#pragma once

#include "output/product.hpp"
#include "output/ugrid_file.hpp"

namespace groundswell {

class MeshFieldsProduct final : public ProductOf<UgridFile> {
 public:
  // Throws Error for an invalid schedule, and for a field that is unknown or cannot be provided.
  MeshFieldsProduct(const OutputContext& context, const std::string& path,
                    const MeshOutputSettings& settings);

  std::vector<std::string> fields() const override { return names_; }
  const std::vector<std::int64_t>& cells(const DateTime&) override { return cells_; }
  std::string describe() const override;
  double bytes() const override;

 private:
  void open_file(const OutputHeader& header, const MeshPart& part,
                 const std::optional<DateTime>& keep_until) override;
  void write(const DateTime& now, ProductValues& values) override;

  std::vector<std::string> names_;
  std::vector<FieldInfo> infos_;
  std::vector<std::int64_t> cells_;  // this rank's block
  double n_global_cell_, mesh_bytes_;
};

}  // namespace groundswell
