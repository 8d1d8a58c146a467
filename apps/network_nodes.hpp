// SPDX-License-Identifier: Apache-2.0
// Common parts of `groundswell network select` and `map`: the nodes of a network file, parsing of grids,
// reports before and after, placement files.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "comm/rank_link.hpp"
#include "network/network_file.hpp"
#include "placement/placement_files.hpp"
#include "placement/process_grid.hpp"

namespace groundswell {

// The content of a network file, reduced to one place per host: the host's first.
struct NodeNetwork {
  std::string name;  // of the file, for messages
  std::vector<std::string> hosts;
  NetworkModel between, under_load;
  std::vector<NodeInside> inside;

  int n_node() const { return int(hosts.size()); }
  DistanceMatrix distances(double bytes) const { return between.distances(bytes); }
  // The places of the ranks' hosts.
  std::vector<int> places_of(const RankPlaces& ranks) const;
  std::vector<std::string> hosts_of(const std::vector<int>& places) const;
  // Each rank on its node. Hosts are in the order of the file, like those of a job.
  RankPlaces place_on(const std::vector<int>& node_of_rank) const;
};
NodeNetwork read_node_network(const std::string& file);

// "4x4x2". Throws Error with the option's name.
ProcessGrid parse_grid(const std::string& words, const std::string& option);

// Command-line options common to both commands.
struct PlacementOptions {
  std::string network, output, format{default_placement_format};
  int ranks_per_node = 1;
};
void add_placement_options(CLI::App& command, PlacementOptions& options);
// Throws Error, before any work is done, if the output file cannot be written. `input` is one more file that
// it must not replace.
void check_placement_options(const PlacementOptions& options, const std::string& input);
// Writes the file and logs how to use it, or prints its content if no file is named.
void write_placement(const PlacementOptions& options, const RankPlaces& places);

// Prints the exchange on both placements: links, messages and bytes between nodes, those of the busiest node,
// and the predicted time.
void print_exchange(const NodeNetwork& network, const std::vector<RankLink>& links, const RankPlaces& before,
                    const RankPlaces& after);

}  // namespace groundswell
