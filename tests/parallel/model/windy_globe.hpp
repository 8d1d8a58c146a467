// SPDX-License-Identifier: Apache-2.0
// A small globe under a constant wind, with a grown sea at the start.
#pragma once

#include "model/run_config.hpp"

namespace groundswell {

inline RunConfig make_windy_globe() {
  RunConfig config;
  config.time.start = "2000-01-01";
  config.time.end = "2000-01-02";
  config.time.step = 1800;
  config.mesh.kind = "icosahedral";
  config.mesh.bisections = 2;  // 162 cells
  config.forcing.wind.kind = WindKind::constant;
  config.forcing.wind.speed = 15.0;
  config.initial.kind = "jonswap";
  return config;
}

}  // namespace groundswell
