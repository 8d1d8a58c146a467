// SPDX-License-Identifier: Apache-2.0
// What `groundswell network select` and `map` have in common: the nodes of a network file, grids as words,
// reports before and after, files of placements.
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

// One place for each host of the file: the first.
struct NodeNetwork {
  std::string name;  // of the file, for sentences
  std::vector<std::string> hosts;
  NetworkModel between, under_load;
  std::vector<NodeInside> inside;

  int n_node() const { return int(hosts.size()); }
  DistanceMatrix distances(double bytes) const { return between.distances(bytes); }
  // The places of these hosts.
  std::vector<int> places_of(const RankPlaces& ranks) const;
  std::vector<std::string> hosts_of(const std::vector<int>& places) const;
  // Each rank on its node. Hosts are in the order of the file, as those of a job are.
  RankPlaces place_on(const std::vector<int>& node_of_rank) const;
};
NodeNetwork read_node_network(const std::string& file);

// "4x4x2". Throws Error with the option's name.
ProcessGrid parse_grid(const std::string& words, const std::string& option);

// What is the same for both commands on the command line.
struct PlacementOptions {
  std::string network, output, format{default_placement_format};
  int ranks_per_node = 1;
};
void add_placement_options(CLI::App& command, PlacementOptions& options);
// Says what is wrong with the file before there is work. `input` is one more file that it must not replace.
void check_placement_options(const PlacementOptions& options, const std::string& input);
// Writes the file and says how it is used, or prints its content where no file is named.
void write_placement(const PlacementOptions& options, const RankPlaces& places);

// The exchange on both placements: links, messages and bytes between nodes, those of the fullest node, and
// the predicted time.
void print_exchange(const NodeNetwork& network, const std::vector<RankLink>& links, const RankPlaces& before,
                    const RankPlaces& after);

}  // namespace groundswell
