// SPDX-License-Identifier: Apache-2.0
#include "transfer/route.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>
#include <utility>

#include "comm/sparse_exchange.hpp"
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

// The kernel process of each rank on a side; `sizes` is -1 for ranks that are not on that side.
std::vector<int> kernel_of_side(const std::vector<std::int64_t>& sizes, int n_kernel) {
  std::vector<std::int64_t> on_side;
  for (const std::int64_t size : sizes)
    if (size >= 0) on_side.push_back(size);
  const std::vector<int> mapped = map_to_kernel(on_side, n_kernel);
  std::vector<int> kernel_of(sizes.size(), 0);
  for (std::size_t rank = 0, i = 0; rank < sizes.size(); ++rank)
    if (sizes[rank] >= 0) kernel_of[rank] = mapped[i++];
  return kernel_of;
}

}  // namespace

Route::Route(SparseExchange& exchange, CellPairs pairs, bool by_butterfly)
    : pairs_(std::move(pairs)), rank_(exchange.communicator().rank()) {
  const Communicator& communicator = exchange.communicator();
  if (by_butterfly) map_sides(communicator);
  // The levels: the two ends, the mapping of the source, and the stages.
  if (by_butterfly) n_level_ = 3 + std::bit_width(kernel_ranks_.size()) - 1;
  held_.resize(std::size_t(n_level_));
  for (const CellPair& pair : pairs_.sends) held_.front().push_back({rank_, pair.rank, pair.rows.n_row()});
  for (const CellPair& pair : pairs_.receives) held_.back().push_back({pair.rank, rank_, pair.rows.n_row()});
  follow_blocks(exchange);
  drop_idle_links(communicator);
}

// The kernel has the largest number of processes that is a power of two: first those of the source, then
// those that are only on the target side.
void Route::map_sides(const Communicator& communicator) {
  struct Sizes {
    std::int64_t source, target;
  };
  const Sizes mine{pairs_.on_source ? rows_of(pairs_.sends) : -1,
                   pairs_.on_target ? rows_of(pairs_.receives) : -1};
  const std::vector<Sizes> all = communicator.all_gather(mine);
  std::vector<std::int64_t> source, target;
  for (const Sizes& sizes : all) {
    source.push_back(sizes.source);
    target.push_back(sizes.target);
  }
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    if (source[rank] >= 0) kernel_ranks_.push_back(int(rank));
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    if (source[rank] < 0 && target[rank] >= 0) kernel_ranks_.push_back(int(rank));
  if (kernel_ranks_.empty()) kernel_ranks_.push_back(0);
  kernel_ranks_.resize(std::size_t(kernel_size(int(kernel_ranks_.size()))));
  source_kernel_ = kernel_of_side(source, int(kernel_ranks_.size()));
  target_kernel_ = kernel_of_side(target, int(kernel_ranks_.size()));
}

int Route::holder(int link, const RouteBlock& block) const {
  return holder_at_level(level_of_[std::size_t(link)], block);
}

int Route::holder_at_level(int level, const RouteBlock& block) const {
  if (level == 0) return block.source;
  if (level == n_level_ - 1) return block.target;
  const unsigned settled = (1u << (level - 1)) - 1;  // bits that agree with the final kernel process
  const unsigned from = unsigned(source_kernel_[std::size_t(block.source)]);
  const unsigned to = unsigned(target_kernel_[std::size_t(block.target)]);
  return kernel_ranks_[(from & ~settled) | (to & settled)];
}

// The holders of the blocks at each level tell the holders at the next level which blocks these will receive.
void Route::follow_blocks(SparseExchange& exchange) {
  for (int level = 1; level + 1 < n_level_; ++level) {
    std::map<int, RankMessage> messages;
    std::vector<RouteBlock>& here = held_[std::size_t(level)];
    for (const RouteBlock& block : held(level - 1)) {
      const int next = holder_at_level(level, block);
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
  const std::size_t last = std::size_t(n_level_) - 1;
  // For each level, whether some block has moved since the previous level; then, for each level, whether some
  // block has yet to move.
  std::vector<double> moves(2 * last, 0.0);
  for (std::size_t level = 1; level < last; ++level)
    for (const RouteBlock& block : held_[level]) {
      if (holder_at_level(int(level) - 1, block) != rank_) moves[level] = 1.0;
      if (block.target != rank_) moves[last + level] = 1.0;
    }
  communicator.max_in_place(moves);
  std::vector<std::vector<RouteBlock>> left;
  for (std::size_t level = 0; level <= last; ++level) {
    const bool is_end = level == 0 || level == last;
    if (!is_end && (moves[level] == 0.0 || moves[last + level] == 0.0)) continue;
    level_of_.push_back(int(level));
    left.push_back(std::move(held_[level]));
  }
  held_ = std::move(left);
}

}  // namespace groundswell
