// SPDX-License-Identifier: Apache-2.0
// The block of a cell follows from its index, so that senders (to blocks) or receivers (from blocks) know
// their partners; the partners learn of them by one sparse exchange.
#include "output/cell_transfer.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "base/error.hpp"
#include "comm/sparse_exchange.hpp"
#include "comm/together.hpp"
#include "files/parallel_file.hpp"

namespace groundswell {
namespace {

constexpr int tag = 1;

// Global indices and places in `cells`, grouped by the rank whose block has them, ascending by global index.
std::map<int, std::vector<std::pair<std::int64_t, int>>> group_by_block(std::span<const std::int64_t> cells,
                                                                        std::int64_t n_global, int n_rank) {
  std::map<int, std::vector<std::pair<std::int64_t, int>>> groups;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    require(cells[i] >= 0 && cells[i] < n_global, "cell ", cells[i], " is not one of the mesh's ", n_global);
    groups[rank_of_block(cells[i], n_global, n_rank)].emplace_back(cells[i], int(i));
  }
  for (auto& [rank, group] : groups) std::sort(group.begin(), group.end());
  return groups;
}

}  // namespace

CellTransfer CellTransfer::to_blocks(const Communicator& communicator, std::span<const std::int64_t> owned,
                                     std::int64_t n_global) {
  const Block block = make_block(n_global, communicator.rank(), communicator.size());
  CellTransfer transfer;
  transfer.n_from_ = owned.size();
  transfer.n_to_ = std::size_t(block.size());
  std::vector<RankMessage> announcements;
  run_together(communicator, [&] {
    for (const auto& [rank, group] : group_by_block(owned, n_global, communicator.size())) {
      RankMessage& announcement = announcements.emplace_back(RankMessage{rank, {}});
      Message& message = transfer.sends_.emplace_back(Message{rank, {}, {}});
      for (const auto& [cell, place] : group) {
        announcement.values.push_back(cell);
        message.places.push_back(place);
      }
    }
  });
  const auto heard = exchange_sparse(communicator, announcements);
  run_together(communicator, [&] {
    std::vector<char> seen(transfer.n_to_, 0);
    for (const RankMessage& announcement : heard) {
      Message& message = transfer.receives_.emplace_back(Message{announcement.rank, {}, {}});
      for (const std::int64_t cell : announcement.values) {
        const auto place = std::size_t(cell - block.begin);
        require(!seen[place], "cell ", cell, " is owned by two ranks");
        seen[place] = 1;
        message.places.push_back(int(place));
      }
    }
    const auto lost = std::find(seen.begin(), seen.end(), 0);
    require(lost == seen.end(), "cell ", block.begin + (lost - seen.begin()), " is owned by no rank");
  });
  return transfer;
}

CellTransfer CellTransfer::from_blocks(const Communicator& communicator, std::span<const std::int64_t> wanted,
                                       std::int64_t n_global) {
  const Block block = make_block(n_global, communicator.rank(), communicator.size());
  CellTransfer transfer;
  transfer.n_from_ = std::size_t(block.size());
  transfer.n_to_ = wanted.size();
  std::vector<RankMessage> requests;
  run_together(communicator, [&] {
    for (const auto& [rank, group] : group_by_block(wanted, n_global, communicator.size())) {
      RankMessage& request = requests.emplace_back(RankMessage{rank, {}});
      Message& message = transfer.receives_.emplace_back(Message{rank, {}, {}});
      for (const auto& [cell, place] : group) {
        request.values.push_back(cell);
        message.places.push_back(place);
      }
    }
  });
  for (const RankMessage& request : exchange_sparse(communicator, requests)) {
    Message& message = transfer.sends_.emplace_back(Message{request.rank, {}, {}});
    for (const std::int64_t cell : request.values) message.places.push_back(int(cell - block.begin));
  }
  return transfer;
}

void CellTransfer::move(const Communicator& communicator, View<const float> from, View<float> to) {
  ensure(from.size == n_from_ && to.size == n_to_, "a transfer of ", n_from_, " to ", n_to_,
         " cells was given ", from.size, " and ", to.size);
  std::vector<Request> requests;
  for (Message& message : receives_) {
    message.values.resize(message.places.size());
    if (message.rank != communicator.rank())
      requests.push_back(communicator.start_receive(std::span<float>(message.values), message.rank, tag));
  }
  for (Message& message : sends_) {
    message.values.resize(message.places.size());
    for (std::size_t i = 0; i < message.places.size(); ++i)
      message.values[i] = from[std::size_t(message.places[i])];
    if (message.rank != communicator.rank())
      requests.push_back(communicator.start_send(std::span<const float>(message.values), message.rank, tag));
  }
  Request::wait_all(requests);
  const Message* own = nullptr;
  for (const Message& message : sends_)
    if (message.rank == communicator.rank()) own = &message;
  for (const Message& message : receives_) {
    const std::vector<float>& values = message.rank == communicator.rank() ? own->values : message.values;
    for (std::size_t i = 0; i < values.size(); ++i) to[std::size_t(message.places[i])] = values[i];
  }
}

}  // namespace groundswell
