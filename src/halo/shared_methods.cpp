// SPDX-License-Identifier: Apache-2.0
#include "halo/shared_methods.hpp"

namespace groundswell {

// Messages to other nodes leave first, because they take the longest.
void SharedWindow::start(const HaloRows& rows) {
  far_.start(rows);
  near_.start(rows);
}

bool SharedWindow::is_ready() {
  const bool all_near = near_.progress();
  return far_.is_ready() && all_near;
}

void NodeAware::start(const HaloRows& rows) {
  far_.start(rows);
  near_.start(rows);
}

bool NodeAware::is_ready() {
  const bool all_near = near_.progress();
  return far_.progress() && all_near;
}

}  // namespace groundswell
