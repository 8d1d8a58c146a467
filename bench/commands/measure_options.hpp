// SPDX-License-Identifier: Apache-2.0
// Common options of the subcommands of `groundswell-bench`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "bench/measure/turns.hpp"
#include "comm/communicator.hpp"
#include "comm/nap.hpp"

namespace groundswell {

// Number and duration of the measurements; `chooser` names the method that repeats its choice.
void add_measure_options(CLI::App& command, MeasureSettings& measure, const std::string& chooser);

// Calls work(communicator) on the first n ranks. The others leave their cores idle; all return together.
template <class Work>
void on_first_ranks(const Communicator& world, int n, Work&& work) {
  {
    const Communicator part = world.split(world.rank() < n ? 0 : 1, world.rank());
    if (world.rank() < n) work(part);
  }
  CollectiveRequest barrier = world.start_barrier();
  nap_until([&] { return barrier.test(); });
}

}  // namespace groundswell
