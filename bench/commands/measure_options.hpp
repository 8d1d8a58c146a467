// SPDX-License-Identifier: Apache-2.0
// Code shared by the subcommands of `groundswell-bench` that measure.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "bench/measure/turns.hpp"
#include "comm/communicator.hpp"
#include "comm/nap.hpp"

namespace groundswell {

// Adds the options for the number and duration of measurements; `chooser` is the method whose choice is
// repeated.
void add_measure_options(CLI::App& command, MeasureSettings& measure, const std::string& chooser);

// Calls work(communicator) on the first n ranks, while the other ranks leave their cores idle; all ranks
// return together. Collective.
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
