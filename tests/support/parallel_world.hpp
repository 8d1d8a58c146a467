// SPDX-License-Identifier: Apache-2.0
// The ranks of a parallel test, set up by its main() (parallel_main.cpp).
#pragma once

#include "comm/communicator.hpp"

namespace groundswell::test {

// All ranks that the test was started with.
const Communicator& world();

}  // namespace groundswell::test
