// SPDX-License-Identifier: Apache-2.0
#include "boundary/target_places.hpp"

#include "base/constants.hpp"
#include "base/error.hpp"

namespace groundswell {

std::string TargetPlaces::name(std::size_t i) const {
  if (on_sphere) return text(what, " at longitude ", x[i] / degree, ", latitude ", y[i] / degree);
  return text(what, " at x ", x[i], " m, y ", y[i], " m");
}

}  // namespace groundswell
