// SPDX-License-Identifier: Apache-2.0
#include "output/series_product.hpp"

#include "base/error.hpp"

namespace groundswell {

SeriesProduct::SeriesProduct(const OutputContext& context, const std::string& path,
                             const SeriesSettings& settings, PlacesInSea places)
    : ProductOf(context, path, Schedule(settings, context.start, context.end, "time series at places")),
      variables_(find_point_variables(context, settings.fields, "output at points")),
      places_(std::move(places)) {}

void SeriesProduct::open_file(const OutputHeader& header, const MeshPart& part,
                              const std::optional<DateTime>& keep_until) {
  file_.emplace(communicator_, path(), make_file_header(header, "CF-1.8"),
                make_file_time(run_start_, schedule(), infos_of(variables_)), places_.stations,
                part.mesh.on_sphere, infos_of(variables_), keep_until);
}

void SeriesProduct::write(const DateTime& now, ProductValues& values) {
  const std::vector<std::vector<float>> in_file = places_.interpolation.make_file_values(variables_, values);
  file().begin_record(now);
  for (std::size_t v = 0; v < in_file.size(); ++v)
    file_->write(v, int(places_.mine.begin), int(in_file[v].size()), in_file[v].data());
  file().end_record();
}

std::string SeriesProduct::describe() const {
  return text(variables_.size(), " time series at ", places_.stations.size(), " places");
}

double SeriesProduct::bytes() const {
  return (4.0 * double(places_.stations.size()) * double(variables_.size()) + 8.0) *
         double(schedule().n_date());
}

}  // namespace groundswell
