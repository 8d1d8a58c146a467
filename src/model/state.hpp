// SPDX-License-Identifier: Apache-2.0
// What a model carries from step to step. With the states of the forcing and of the inflow it is the content
// of a restart.
#pragma once

#include <cstdint>

#include "base/date_time.hpp"
#include "exec/array.hpp"

namespace groundswell {

struct State {
  State(std::size_t n_cell, std::size_t n_owned, std::size_t n_bin)
      : action(n_cell, n_bin), friction_velocity(n_owned), wave_stress(n_owned), sources_share(n_owned) {}

  DateTime now;
  std::int64_t n_step = 0;         // since the start of the run
  RowArray<float> action;          // [owned and halo cells][freq * dir] N [m2 Hz-1 rad-1 s]
  Array<float> friction_velocity;  // [owned cells] u* [m s-1]
  Array<float> wave_stress;        // [owned cells] tau_w per air density [m2 s-2]
  Array<float> sources_share;      // [owned cells] share of depth losses left to the sources (TransportPass)
};

}  // namespace groundswell
