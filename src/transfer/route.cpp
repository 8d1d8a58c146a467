// SPDX-License-Identifier: Apache-2.0
#include "transfer/route.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "transfer/butterfly_mapping.hpp"

namespace groundswell {
namespace {

std::int64_t rows_of(const std::vector<CellPair>& pairs) {
  std::int64_t n_row = 0;
  for (const CellPair& pair : pairs) n_row += pair.rows.n_row();
  return n_row;
}

void sort_blocks(std::vector<RouteBlock>& blocks) {
  std::ranges::sort(blocks, {}, [](const RouteBlock& b) { return std::tuple(b.source, b.target); });
}

// The number of cells of a rank on each side; -1 if it is not on that side.
struct SideSizes {
  std::int64_t source, target;
};

// The kernel process of each rank on a side.
std::vector<int> kernel_of_side(const std::vector<SideSizes>& all, std::int64_t SideSizes::*side,
                                std::size_t n_kernel) {
  std::vector<std::int64_t> on_side;
  for (const SideSizes& sizes : all)
    if (sizes.*side >= 0) on_side.push_back(sizes.*side);
  const std::vector<int> mapped = map_to_kernel(on_side, int(n_kernel));
  std::vector<int> kernel_of(all.size(), 0);
  for (std::size_t rank = 0, i = 0; rank < all.size(); ++rank)
    if (all[rank].*side >= 0) kernel_of[rank] = mapped[i++];
  return kernel_of;
}

}  // namespace

Route::Route(SparseExchange& exchange, CellPairs pairs, bool by_butterfly)
    : pairs_(std::move(pairs)), rank_(exchange.communicator().rank()) {
  const Communicator& communicator = exchange.communicator();
  if (by_butterfly) map_sides(communicator);
  // The levels: the two ends, the mapping of the source, and the stages.
  level_of_.resize(by_butterfly ? std::size_t(3 + std::bit_width(kernel_ranks_.size()) - 1) : 2);
  std::iota(level_of_.begin(), level_of_.end(), 0);
  held_.resize(level_of_.size());
  for (const CellPair& pair : pairs_.sends) held_.front().push_back({rank_, pair.rank, pair.rows.n_row()});
  for (const CellPair& pair : pairs_.receives) held_.back().push_back({pair.rank, rank_, pair.rows.n_row()});
  follow_blocks(exchange);
  drop_idle_links(communicator);
}

// The kernel has the largest number of processes that is a power of two: first those of the source, then
// those that are only on the target side.
void Route::map_sides(const Communicator& communicator) {
  const SideSizes mine{pairs_.on_source ? rows_of(pairs_.sends) : -1,
                       pairs_.on_target ? rows_of(pairs_.receives) : -1};
  const std::vector<SideSizes> all = communicator.all_gather(mine);
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    if (all[rank].source >= 0) kernel_ranks_.push_back(int(rank));
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    if (all[rank].source < 0 && all[rank].target >= 0) kernel_ranks_.push_back(int(rank));
  if (kernel_ranks_.empty()) kernel_ranks_.push_back(0);
  kernel_ranks_.resize(std::bit_floor(kernel_ranks_.size()));
  source_kernel_ = kernel_of_side(all, &SideSizes::source, kernel_ranks_.size());
  target_kernel_ = kernel_of_side(all, &SideSizes::target, kernel_ranks_.size());
}

int Route::holder(int link, const RouteBlock& block) const {
  if (link == 0) return block.source;
  if (link == n_link() - 1) return block.target;
  const int level = level_of_[std::size_t(link)];
  const unsigned settled = (1u << (level - 1)) - 1;  // bits that agree with the final kernel process
  const unsigned from = unsigned(source_kernel_[std::size_t(block.source)]);
  const unsigned to = unsigned(target_kernel_[std::size_t(block.target)]);
  return kernel_ranks_[(from & ~settled) | (to & settled)];
}

// The holders of the blocks at each link tell the holders at the next link which blocks these will receive.
void Route::follow_blocks(SparseExchange& exchange) {
  for (int link = 1; link + 1 < n_link(); ++link) {
    std::map<int, RankMessage> messages;
    std::vector<RouteBlock>& here = held_[std::size_t(link)];
    for (const RouteBlock& block : held(link - 1)) {
      const int next = holder(link, block);
      if (next == rank_) {
        here.push_back(block);
        continue;
      }
      RankMessage& message = messages[next];
      message.rank = next;
      message.values.insert(message.values.end(), {block.source, block.target, block.n_row});
    }
    std::vector<RankMessage> list;
    for (auto& [rank, message] : messages) list.push_back(std::move(message));
    for (const RankMessage& message : exchange.exchange(list))
      for (std::size_t i = 0; i < message.values.size(); i += 3)
        here.push_back({int(message.values[i]), int(message.values[i + 1]), message.values[i + 2]});
    sort_blocks(here);
  }
}

// An inner link is kept if some block is on a different process from the one that held it at the previous
// link, and some block has not yet reached its target process.
void Route::drop_idle_links(const Communicator& communicator) {
  const std::size_t last = held_.size() - 1;
  // For each link, whether some block has moved since the previous link; then, for each link, whether some
  // block has yet to move.
  std::vector<double> moves(2 * last, 0.0);
  for (std::size_t link = 1; link < last; ++link)
    for (const RouteBlock& block : held_[link]) {
      if (holder(int(link) - 1, block) != rank_) moves[link] = 1.0;
      if (block.target != rank_) moves[last + link] = 1.0;
    }
  communicator.max_in_place(moves);
  for (std::size_t link = last; --link > 0;) {
    if (moves[link] > 0.0 && moves[last + link] > 0.0) continue;
    level_of_.erase(level_of_.begin() + std::ptrdiff_t(link));
    held_.erase(held_.begin() + std::ptrdiff_t(link));
  }
}

}  // namespace groundswell
