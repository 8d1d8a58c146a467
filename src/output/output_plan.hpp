// SPDX-License-Identifier: Apache-2.0
// What is due when: checked settings, and one alarm per kind of output. It says which fields the model must
// compute at a date.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "output/output_settings.hpp"

namespace groundswell {

enum class OutputKind { mesh_fields, lat_lon, points, spectra };
inline constexpr std::array all_output_kinds{OutputKind::mesh_fields, OutputKind::lat_lon, OutputKind::points,
                                             OutputKind::spectra};

class OutputPlan {
 public:
  // Output is due at `first`, then after each interval up to and including `last`. Throws Error for unknown
  // or repeated names, negative intervals or spacing, and empty bounds.
  OutputPlan(OutputSettings settings, const DateTime& first, const DateTime& last);

  const OutputSettings& settings() const { return settings_; }
  const DateTime& first() const { return first_; }
  // Whether a kind is written in this run at all, and whether it is at this date.
  bool writes(OutputKind kind) const;
  bool due(OutputKind kind, const DateTime& now) const;
  // At how many dates of this run a kind is written.
  std::int64_t n_date(OutputKind kind) const;
  bool anything_due(const DateTime& now) const;
  // The fields that must be published at this date, each once, in a fixed order.
  std::vector<std::string> fields_due(const DateTime& now) const;
  // The fields that a kind needs (for lat_lon the source fields of its variables).
  std::vector<std::string> fields_of(OutputKind kind) const;
  // <folder>/fields.nc and so on.
  std::string path(OutputKind kind) const;

 private:
  OutputSettings settings_;
  DateTime first_;
  std::array<std::optional<Alarm>, all_output_kinds.size()> alarms_;
};

}  // namespace groundswell
