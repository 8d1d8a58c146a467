// SPDX-License-Identifier: Apache-2.0
// groundswell network: measures the network between processes and uses the result.
#include "apps/subcommands.hpp"

namespace groundswell {

void add_network(CLI::App& app, Program& program) {
  auto* network =
      app.add_subcommand("network", "Measure the network between processes, and use what is found");
  network->require_subcommand(1);
  add_network_probe(*network, program);
  add_network_show(*network);
  add_network_select(*network);
  add_network_map(*network);
}

}  // namespace groundswell
