// SPDX-License-Identifier: Apache-2.0
#include "transfer/slab_exchange.hpp"

#include <algorithm>
#include <utility>

namespace groundswell {
namespace {

constexpr std::int64_t most_slabs = 256;

// Collective.
Slabs choose_slabs(const Communicator& communicator, std::span<const ConstCellRows> from, const Block& block,
                   std::int64_t slab_bytes) {
  const std::int64_t longest = std::max(std::int64_t(1), communicator.max(block.size()));
  const std::int64_t rows =
      std::max({std::int64_t(1), slab_bytes / std::max(std::int64_t(1), bytes_per_cell(from)),
                (longest - 1) / most_slabs + 1});
  return {rows, int((longest - 1) / rows + 1)};
}

PacketPlan make_plan(const Communicator& communicator, const Decomposition& own, const Block& block,
                     std::span<const ConstCellRows> from, const Slabs& slabs) {
  PacketKind kind{"rows of blocks", {}, slabs};
  for (const ConstCellRows& rows : from) kind.fields.push_back({"", rows.length});
  const Decomposition wanted{own.n_global, numbers_of(block)};
  return PacketPlan(communicator, {kind}, {&own, 1}, {&wanted, 1});
}

}  // namespace

SlabExchange::SlabExchange(const Communicator& communicator, const Decomposition& own, const Block& block,
                           std::vector<ConstCellRows> from, std::int64_t slab_bytes)
    : communicator_(communicator.duplicate()),
      block_(block),
      from_(std::move(from)),
      slabs_(choose_slabs(communicator_, from_, block, slab_bytes)),
      plan_(make_plan(communicator_, own, block, from_, slabs_)) {}

Block SlabExchange::slab(std::int64_t number) const {
  const std::int64_t begin = std::min(block_.end, block_.begin + number * slabs_.rows);
  return {begin, std::min(block_.end, begin + slabs_.rows)};
}

void SlabExchange::start(std::int64_t number) {
  const std::vector<Packet> packets{{int(number), from_}};
  ArrivingMessages& messages = messages_[std::size_t(number % 2)];
  messages.make_room(plan_, {int(number)});
  messages.start(communicator_);
  start_messages(communicator_, plan_, packets, slots_.next(std::size_t(plan_.bytes_to_all(packets))));
}

void SlabExchange::finish(std::int64_t number, std::span<const CellRows> to) {
  const int kind = int(number);
  for (std::size_t field = 0; field < to.size(); ++field)
    plan_.copy_own({kind, from_}, field, {0, plan_.n_wanted(kind)}, to[field]);
  ArrivingMessages& messages = messages_[std::size_t(number % 2)];
  messages.wait();
  for (std::size_t i = 0; i < messages.size(); ++i) plan_.unpack(plan_.senders()[i], messages[i], kind, to);
}

}  // namespace groundswell
