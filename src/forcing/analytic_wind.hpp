// SPDX-License-Identifier: Apache-2.0
// Winds and other quantities from formulas: constant values, a turning wind or a moving vortex.
#pragma once

#include <array>
#include <vector>

#include "forcing/forcing_settings.hpp"
#include "forcing/forcing_source.hpp"
#include "forcing/storm_wind.hpp"

namespace groundswell {

// East and north components of a vector that comes from, or goes to, a nautical direction [degree, clockwise
// from north].
std::array<double, 2> components_from(double speed, double from_degree);
std::array<double, 2> components_to(double speed, double to_degree);

// Values that are uniform in space and constant in time.
class ConstantSource : public DatedSource {
 public:
  explicit ConstantSource(std::vector<double> values) : values_(std::move(values)) {}
  void supply(const DateTime& now, std::span<const View<float>> values) override;

 private:
  std::vector<double> values_;  // [component]
};

// A wind that is uniform in space and turns at a constant rate or varies linearly between given steps.
class TurningWind : public DatedSource {
 public:
  // Throws Error if the steps are not in chronological order or begin after the start of the run.
  TurningWind(const WindSettings& settings, const DateTime& start);
  void supply(const DateTime& now, std::span<const View<float>> values) override;

 private:
  WindStep at(std::int64_t time) const;
  WindSettings settings_;
  DateTime start_;
};

// A vortex that travels along a great circle (see VortexSettings).
class VortexWind : public DatedSource {
 public:
  // The settings give the position at their date or, if they have none, at `start`. Throws Error for an
  // impossible shape.
  VortexWind(const VortexSettings& settings, const ForcingCells& cells, const DateTime& start);
  void supply(const DateTime& now, std::span<const View<float>> values) override;

 private:
  VortexSettings settings_;
  DateTime date_;
  StormCells cells_;
};

}  // namespace groundswell
