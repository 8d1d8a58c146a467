// SPDX-License-Identifier: Apache-2.0
// The physical network as described by its administrator: hosts are connected to switches, and these to other
// switches, up to one switch at the top.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace groundswell {

struct TreeSwitch {
  std::string name;
  std::vector<std::string> hosts, switches;  // connected to it from below
  int line = 0;                              // in the file
};

class SwitchTree {
 public:
  // `file` names the source in messages. Throws Error unless the switches form one tree with hosts: that is,
  // for an unknown switch, a switch or host in two places, a cycle, or two switches at the top.
  SwitchTree(std::vector<TreeSwitch> switches, std::string file);

  const std::string& file() const { return file_; }
  const std::vector<TreeSwitch>& switches() const { return switches_; }
  // The switch above switch `number`; -1 for the top.
  int above(int number) const { return above_[std::size_t(number)]; }

  // The switch that a host is connected to, or -1 if the tree does not name the host. If the tree does not
  // know "n1.cluster.org", "n1" is looked up.
  int find_switch_of(const std::string& host) const;
  // The number of switches between two hosts: 0 from a host to itself, 1 on the same switch. Throws Error for
  // hosts that the tree does not name.
  int hops(const std::string& a, const std::string& b) const;

 private:
  void join_switches();
  void join_hosts();
  void find_depths();
  template <class... Args>
  void check(bool is_right, int number, const Args&... wrong) const;

  std::vector<TreeSwitch> switches_;
  std::string file_;
  std::vector<int> above_, depth_;
  std::map<std::string, int> switch_of_;  // of each host
};

// Reads a file in the format of SLURM's topology.conf: lines such as "SwitchName=s0 Nodes=n[1-4,7]" and
// "SwitchName=top Switches=s[0-1]". LinkSpeed is ignored. Throws an Error that names the line.
SwitchTree read_switch_tree(const std::filesystem::path& path);

}  // namespace groundswell
