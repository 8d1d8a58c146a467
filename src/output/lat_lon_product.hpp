// SPDX-License-Identifier: Apache-2.0
// Fields on a regular longitude-latitude grid: lat_lon.nc.
#pragma once

#include "files/lat_lon_file.hpp"
#include "output/output_grid.hpp"
#include "output/point_interpolation.hpp"
#include "output/product.hpp"

namespace groundswell {

class LatLonProduct final : public ProductOf<LatLonFile> {
 public:
  // `aliases` are names that the settings may use for fields. Throws Error on all ranks for invalid settings,
  // for a grid that make_output_grid() rejects, and for one without a point in the sea. Collective.
  LatLonProduct(const OutputContext& context, const std::string& path, const LatLonOutputSettings& settings,
                std::span<const FieldAlias> aliases = {});

  std::vector<std::string> fields() const override { return sources_of(variables_); }
  const std::vector<std::int64_t>& cells(const DateTime&) override { return interpolation_.cells(); }
  std::string describe() const override;
  std::string describe_oddity() const override;
  double bytes() const override;

 private:
  void open_file(const OutputHeader& header, const MeshPart& part,
                 const std::optional<DateTime>& keep_until) override;
  void write(const DateTime& now, ProductValues& values) override;

  std::vector<PointVariable> variables_;
  OutputGrid grid_;
  std::int64_t n_cell_;  // in the mesh
  bool is_by_mesh_;      // whether the spacing is derived from the mesh
  PointInterpolation interpolation_;
};

}  // namespace groundswell
