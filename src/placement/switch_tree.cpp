// SPDX-License-Identifier: Apache-2.0
#include "placement/switch_tree.hpp"

#include <utility>

#include "base/error.hpp"

namespace groundswell {

SwitchTree::SwitchTree(std::vector<TreeSwitch> switches, std::string file)
    : switches_(std::move(switches)), file_(std::move(file)) {
  require(!switches_.empty(), "'", file_,
          "' names no switches; it needs lines such as 'SwitchName=s0 Nodes=n[1-4]'");
  join_switches();
  join_hosts();
  find_depths();
}

template <class... Args>
void SwitchTree::check(bool is_right, int number, const Args&... wrong) const {
  const TreeSwitch& at = switches_[std::size_t(number)];
  require(is_right, "'", file_, "', line ", at.line, ": the switch '", at.name, "' ", wrong...);
}

void SwitchTree::join_switches() {
  std::map<std::string, int> number_of;
  for (int i = 0; i < int(switches_.size()); ++i) {
    const auto [known, is_new] = number_of.emplace(switches_[std::size_t(i)].name, i);
    check(is_new, i, "is described already in line ", switches_[std::size_t(known->second)].line);
  }
  above_.assign(switches_.size(), -1);
  for (int i = 0; i < int(switches_.size()); ++i)
    for (const std::string& name : switches_[std::size_t(i)].switches) {
      const auto below = number_of.find(name);
      check(below != number_of.end(), i, "has the switch '", name,
            "' below it, which no line describes; add 'SwitchName=", name, " ...'");
      int& above = above_[std::size_t(below->second)];
      check(above < 0, i, "has the switch '", name, "' below it, which is below '",
            above < 0 ? "" : switches_[std::size_t(above)].name, "' already");
      above = i;
    }
}

void SwitchTree::join_hosts() {
  for (int i = 0; i < int(switches_.size()); ++i)
    for (const std::string& host : switches_[std::size_t(i)].hosts) {
      const auto [known, is_new] = switch_of_.emplace(host, i);
      check(is_new, i, "has the host '", host, "', which '", switches_[std::size_t(known->second)].name,
            "' has already");
    }
  require(!switch_of_.empty(), "'", file_, "' names no hosts; at least one switch needs 'Nodes='");
}

void SwitchTree::find_depths() {
  const int n = int(switches_.size());
  int top = -1;
  for (int i = 0; i < n; ++i) {
    int depth = 0;
    for (int at = i; above(at) >= 0; at = above(at))
      check(++depth < n, i, "is below itself: the switches form a cycle");
    depth_.push_back(depth);
    if (depth > 0) continue;
    check(top < 0, i, "is at the top, and so is '", top < 0 ? "" : switches_[std::size_t(top)].name,
          "'; join them by one more switch");
    top = i;
  }
}

int SwitchTree::find_switch_of(const std::string& host) const {
  auto found = switch_of_.find(host);
  if (found == switch_of_.end()) found = switch_of_.find(host.substr(0, host.find('.')));
  return found == switch_of_.end() ? -1 : found->second;
}

int SwitchTree::hops(const std::string& a, const std::string& b) const {
  if (a == b) return 0;
  int at = find_switch_of(a), other = find_switch_of(b);
  require(at >= 0 && other >= 0, "the tree of switches in '", file_, "' does not name the host '",
          at < 0 ? a : b, "'; add it after a 'Nodes='");
  int n_switch = 1;
  for (; at != other; ++n_switch) {
    int& deeper = depth_[std::size_t(at)] >= depth_[std::size_t(other)] ? at : other;
    deeper = above(deeper);
  }
  return n_switch;
}

}  // namespace groundswell
