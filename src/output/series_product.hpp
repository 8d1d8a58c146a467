// SPDX-License-Identifier: Apache-2.0
// Time series of fields at named places: points.nc.
#pragma once

#include "files/station_file.hpp"
#include "output/places.hpp"
#include "output/product.hpp"

namespace groundswell {

class SeriesProduct final : public ProductOf<StationFile> {
 public:
  // `places` are the places of the settings, as found in the mesh. Throws Error for an invalid schedule, and
  // for a field that is unknown or cannot be provided.
  SeriesProduct(const OutputContext& context, const std::string& path, const SeriesSettings& settings,
                PlacesInSea places);

  std::vector<std::string> fields() const override { return sources_of(variables_); }
  const std::vector<std::int64_t>& cells(const DateTime&) override { return places_.interpolation.cells(); }
  std::string describe() const override;
  std::vector<std::string> describe_places() const override { return places_.describe(); }
  double bytes() const override;

 private:
  void open_file(const OutputHeader& header, const MeshPart& part,
                 const std::optional<DateTime>& keep_until) override;
  void write(const DateTime& now, ProductValues& values) override;

  std::vector<PointVariable> variables_;
  PlacesInSea places_;
};

}  // namespace groundswell
