// SPDX-License-Identifier: Apache-2.0
// Height, period, direction and spread of the total sea, or of its wind sea and swells, from files: at points
// or on a regular grid.
#pragma once

#include <array>
#include <cmath>
#include <memory>

#include "boundary/boundary_settings.hpp"
#include "boundary/point_series.hpp"
#include "boundary/sea_shape.hpp"

namespace groundswell {

class ParameterSeries {
 public:
  // Throws Error if a file lacks a height or cannot be interpreted, or if the first one lacks a period or a
  // direction; others that lack these are rejected when they are read.
  ParameterSeries(const WaveFileSettings& settings, Calendar calendar);

  const PointSeries& points() const { return points_; }
  std::size_t n_part() const { return parts_.size(); }
  bool is_swell(std::size_t part) const { return parts_[part].is_swell; }
  PeriodKind period(std::size_t part) const { return parts_[part].period; }
  // What the files hold, for messages: "parameters of the wind sea and 2 swells".
  std::string describe() const;
  // A warning if the directions read so far look like radians without units; otherwise "".
  std::string describe_oddity() const;
  // What the directions mean, for messages: "; 'dir' is where waves come from".
  std::string describe_directions() const;

  // Parts [place * n_part() + part] at dates()[date]; if no part has a value at a place, all heights are NaN
  // there. The last three dates read are cached; the reference is valid until another date is read from the
  // files.
  const std::vector<SeaPart>& at(std::size_t date) const;

 private:
  // The variables of a part.
  struct Part {
    bool is_swell = false;
    PeriodKind period = PeriodKind::energy;
    bool is_frequency = false;  // the variable of the period holds frequencies
    std::string height, period_variable, direction, spread;
  };
  struct Cached {
    std::size_t date = std::size_t(-1);
    std::vector<SeaPart> parts;
  };
  std::vector<Part> choose_parts(const NetcdfReader& reader, const std::string& height) const;
  std::vector<SeaPart> read_date(std::size_t date) const;
  void read_part(const PointSeries::Slot& slot, const DateTime& date, std::size_t part,
                 std::vector<SeaPart>& in_file) const;

  double usual_spread_;  // [rad] used where the files have no spread above 0
  bool with_parts_;
  PointSeries points_;
  std::vector<Part> parts_;
  mutable double least_direction_ = HUGE_VAL, most_direction_ = -HUGE_VAL;  // in the files, over all parts
  mutable std::array<Cached, 3> cache_;  // DatedPlaces requests the first, middle and last date in turn
};

}  // namespace groundswell
