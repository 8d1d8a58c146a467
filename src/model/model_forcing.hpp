// SPDX-License-Identifier: Apache-2.0
// The forcing of the owned cells of a rank at both ends of a step, and the wind that waves feel: relative to
// the current, unless wind.relative is false, and along the axes of each cell's direction frame.
#pragma once

#include <vector>

#include "decomp/decomposed_mesh.hpp"
#include "forcing/forcing.hpp"
#include "model/initial_state.hpp"
#include "model/model_settings.hpp"
#include "model/model_sources.hpp"

namespace groundswell {

class ModelForcing {
 public:
  // `given` sources replace those of the settings. `frame_angle` [local cells] and `domain` must outlive this
  // object. `from` is the date at which the run begins or resumes; files need not cover earlier dates. Throws
  // Error, on all ranks, as Forcing does. Collective.
  ModelForcing(const ModelSettings& settings, const ModelSources& given, const DecomposedMesh& domain,
               const std::vector<double>& frame_angle, const DateTime& from);

  // Advances the forcing to the ends of `interval`. Throws Error on this rank only. With given sources the
  // call may be collective.
  void update(const TimeInterval& interval);
  void list_state(StateList& list) { forcing_.list_state(list); }

  const Forcing& values() const { return forcing_; }
  FrameWind wind() const { return {wind_x_.view(), wind_y_.view()}; }  // at the end of the interval
  FrameWind first_wind() const { return {first_wind_x_.view(), first_wind_y_.view()}; }

 private:
  const std::vector<double>& frame_angle_;
  bool relative_wind_;
  Forcing forcing_;
  Array<float> first_wind_x_, first_wind_y_, wind_x_, wind_y_;  // [owned cells] [m s-1]
};

}  // namespace groundswell
