// SPDX-License-Identifier: Apache-2.0
// The time loop of a component that is not a run of the wave model.
#pragma once

#include <functional>

#include "base/log.hpp"
#include "components/coupled_component.hpp"

namespace groundswell {

// From setup.from or the component's start to its end; `before_writing` is called before its first restart is
// written or removed. Throws Error. Collective on `ranks`.
void run_component(CoupledComponent& component, const Communicator& ranks, CouplerSetup setup, const Log& log,
                   const std::function<void()>& before_writing);

}  // namespace groundswell
