// SPDX-License-Identifier: Apache-2.0
#include "bench/network/broadcast_case.hpp"

#include <algorithm>
#include <functional>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "bench/network/message_pattern.hpp"
#include "bench/network/tree_broadcast.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

struct BroadcastWay {
  const char* name;
  const Communicator& communicator;
  std::function<void(std::span<std::byte>)> run;
};

// Broadcasts into cleared buffers. Throws Error if any data have not arrived.
void check(const BroadcastWay& way, int root, std::vector<std::byte>& bytes) {
  const std::uint64_t key = std::uint64_t(root) + 1;
  std::ranges::fill(bytes, std::byte{});
  if (way.communicator.rank() == root) fill_pattern(bytes, key);
  way.run(bytes);
  require(has_pattern(bytes, key), "of ", bytes.size(), " bytes that rank ", root, " gave to all by ",
          way.name, ", some did not come to rank ", way.communicator.rank());
}

}  // namespace

BroadcastResult time_broadcast(const PlacedRanks& ranks, const BroadcastSettings& settings) {
  const Communicator& world = ranks.world();
  const int root = find_tree_root(settings.parents);
  std::vector<BroadcastWay> found;
  for (std::size_t i = 0; i < ranks.n_placement(); ++i)
    found.push_back({"MPI_Bcast", ranks[i], [&ranks, i, root](std::span<std::byte> bytes) {
                       ranks[i].broadcast(std::span<std::byte>(bytes), root);
                     }});
  for (std::size_t i = 0; i < ranks.n_placement(); ++i)
    found.push_back({"a tree", ranks[i],
                     [tree = TreeBroadcast(ranks[i], settings.parents, std::size_t(settings.segment_bytes))](
                         std::span<std::byte> bytes) { tree.run(bytes); }});
  std::vector<std::byte> bytes(std::size_t(settings.bytes));
  std::vector<PlacedWay> ways;
  for (const BroadcastWay& way : found) {
    run_together(world, [&] { check(way, root, bytes); });
    ways.push_back({[&] {
                      const Stopwatch stopwatch;
                      way.run(bytes);
                      return stopwatch.seconds();
                    },
                    {},
                    {}});
  }
  time_in_turns(world, ways, settings.repetitions);
  for (const BroadcastWay& way : found) run_together(world, [&] { check(way, root, bytes); });
  BroadcastResult result;
  result.settings = settings;
  std::vector<std::vector<double>> mpi, tree;
  for (std::size_t i = 0; i < ways.size(); ++i)
    (i < ranks.n_placement() ? mpi : tree).push_back(ways[i].seconds);
  result.mpi = compare_placements(mpi);
  result.tree = compare_placements(tree);
  result.tree_speed_up = compare_placements({mpi.back(), tree.back()}).speed_up;
  return result;
}

nlohmann::ordered_json to_json(const BroadcastResult& result) {
  nlohmann::ordered_json json;
  json["bytes"] = result.settings.bytes;
  json["segment_bytes"] = result.settings.segment_bytes;
  json["repetitions"] = result.settings.repetitions;
  json["mpi"] = to_json(result.mpi);
  json["tree"] = to_json(result.tree);
  json["tree_speed_up"] = result.tree_speed_up.value;
  json["tree_interval"] = {result.tree_speed_up.low, result.tree_speed_up.high};
  return json;
}

}  // namespace groundswell
