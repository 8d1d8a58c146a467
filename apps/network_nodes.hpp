// SPDX-License-Identifier: Apache-2.0
// Common parts of `groundswell network select` and `map`: the nodes of a network file, parsing of grids,
// reports on the exchange before and after the new placement, placement files.
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

// The content of a network file, reduced to the first place of each host.
struct NodeNetwork {
  std::string name;  // how messages name the file
  std::vector<std::string> hosts;
  NetworkModel between, under_load;
  std::vector<NodeInside> inside;

  int n_node() const { return int(hosts.size()); }
  DistanceMatrix distances(double bytes) const { return between.distances(bytes); }
  // For each rank, the place of its host.
  std::vector<int> places_of(const RankPlaces& ranks) const;
  std::vector<std::string> hosts_of(const std::vector<int>& places) const;
  // Places each rank on the node that is given for it; the job has its hosts in the order of the network
  // file.
  RankPlaces place_on(const std::vector<int>& node_of_rank) const;
};
NodeNetwork read_node_network(const std::string& file);

// Reads a grid such as "4x4x2". Throws Error, naming the option, if the text is not a grid or the grid is too
// large.
ProcessGrid parse_grid(const std::string& words, const std::string& option);

// Command-line options common to both commands.
struct PlacementOptions {
  std::string network, output, format{default_placement_format};
  int ranks_per_node = 1;
};
void add_placement_options(CLI::App& command, PlacementOptions& options);
// Throws Error, before any work is done, if the output file must not be written (see check_target), for
// example because it is the network file or `input`, which the command reads.
void check_placement_options(const PlacementOptions& options, const std::string& input);
// Writes the file and prints how to use it; if no file is named, prints the content.
void write_placement(const PlacementOptions& options, const RankPlaces& places);

// Prints the exchange on both placements: links, messages and bytes between nodes, those of the busiest node,
// and the predicted time.
void print_exchange(const NodeNetwork& network, const std::vector<RankLink>& links, const RankPlaces& before,
                    const RankPlaces& after);

}  // namespace groundswell
