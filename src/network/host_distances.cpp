// SPDX-License-Identifier: Apache-2.0
#include "network/host_distances.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr std::size_t most_named = 6;

// "'a', 'b' and 3 others"
std::string list_some(const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), most_named); ++i)
    list += text(i == 0 ? "'" : ", '", names[i], "'");
  if (names.size() > most_named) list += text(" and ", names.size() - most_named, " others");
  return list;
}

std::vector<std::string> list_hosts(const NetworkModel& network) {
  std::vector<std::string> hosts;
  for (const NetworkPlace& place : network.places())
    if (std::ranges::find(hosts, place.host) == hosts.end()) hosts.push_back(place.host);
  return hosts;
}

}  // namespace

std::vector<int> find_hosts(const NetworkModel& network, std::span<const std::string> hosts,
                            const std::string& source) {
  std::vector<int> places;
  std::vector<std::string> missing;
  for (const std::string& host : hosts) {
    const auto found = std::ranges::find(network.places(), host, &NetworkPlace::host);
    if (found == network.places().end())
      missing.push_back(host);
    else
      places.push_back(int(found - network.places().begin()));
  }
  require(missing.empty(), source, " does not have the host", missing.size() > 1 ? "s " : " ",
          list_some(missing), " of this run, but ", list_some(list_hosts(network)),
          "; probe the hosts of the run with groundswell network probe, or start it on those of the file");
  return places;
}

DistanceMatrix read_host_distances(const std::filesystem::path& file, std::span<const std::string> hosts) {
  const NetworkFile network = read_network(file);
  const NetworkModel part =
      network.between.part(find_hosts(network.between, hosts, text("'", file.string(), "'")));
  require(!part.bytes().empty(), "'", file.string(), "' has no measured messages; probe the network again");
  return part.distances(double(part.bytes().back()));
}

}  // namespace groundswell
