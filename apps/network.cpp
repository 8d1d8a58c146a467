// SPDX-License-Identifier: Apache-2.0
// groundswell network: what the network between processes can do, and what follows from that.
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
