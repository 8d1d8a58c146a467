// SPDX-License-Identifier: Apache-2.0
#include "array_output/array_cells.hpp"

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "comm/meeting_place.hpp"
#include "comm/sparse_exchange.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

constexpr char rule[] =
    "; each cell belongs to one process that computes, and -1 stands for a place of its arrays that is not "
    "written, such as a halo";

// Divides the grid into one block for each of `n_rank` ranks, starting at `first_rank`. Makes a message for
// each block in which this rank lists cells: to the rank of that block, with the numbers of these cells,
// counted from 0.
std::vector<RankMessage> make_messages(const Decomposition& cells, std::int64_t n_cell, int first_rank,
                                       int n_rank) {
  std::vector<std::int64_t> numbers;
  for (const std::int64_t cell : cells.cells)
    if (cells.is_cell(cell)) numbers.push_back(cells.from_0(cell));
  std::ranges::sort(numbers);
  std::vector<RankMessage> messages;
  Block block;
  for (const std::int64_t number : numbers) {
    if (number >= block.end) {
      const int rank = rank_of_block(number, n_cell, n_rank);
      block = make_block(n_cell, rank, n_rank);
      messages.push_back({first_rank + rank, {}});
    }
    messages.back().values.push_back(number);
  }
  return messages;
}

constexpr int nobody = -1;

// From the ranks' messages, finds which rank lists each cell of a block. Throws Error for a cell listed
// twice.
std::vector<int> find_owners(const Communicator& communicator, const std::vector<RankMessage>& messages,
                             const Block& block, std::int64_t first_index) {
  std::vector<int> owners(std::size_t(block.size()), nobody);
  for (const RankMessage& message : messages)
    for (const std::int64_t number : message.values) {
      int& owner = owners[std::size_t(number - block.begin)];
      if (owner != nobody)
        throw Error(text(
            "the cell ", number + first_index, " is listed by ", rank_name(communicator, owner),
            owner == message.rank ? " twice" : " and by " + rank_name(communicator, message.rank), rule));
      owner = message.rank;
    }
  return owners;
}

}  // namespace

void check_cell_numbers(const Communicator& communicator, const Decomposition& cells, std::int64_t n_cell,
                        bool has_land) {
  std::int64_t n_listed = 0;
  run_together(communicator, [&] {
    const std::int64_t first = cells.first_index;
    for (const std::int64_t cell : cells.cells) {
      if (!cells.is_cell(cell)) continue;
      if (cell < first || cell - first >= n_cell)
        throw Error(text(rank_name(communicator, communicator.rank()), " lists the cell ", cell,
                         ", but those of the grid of the output are ", first, " to ", first + n_cell - 1,
                         rule));
      ++n_listed;
    }
  });
  const std::int64_t n_all = communicator.sum(n_listed);
  require(n_all == n_cell || (has_land && n_all < n_cell), "the processes list ", n_all,
          " cells in all, but the grid of the output has ", n_cell, rule);
}

void check_each_cell_once(const Communicator& communicator, const Decomposition& cells, std::int64_t n_cell) {
  std::vector<RankMessage> messages;
  run_together(communicator, [&] { messages = make_messages(cells, n_cell, 0, communicator.size()); });
  messages = exchange_sparse(communicator, messages);
  run_together(communicator, [&] {
    const Block block = make_block(n_cell, communicator.rank(), communicator.size());
    const std::vector<int> owners = find_owners(communicator, messages, block, cells.first_index);
    const auto missing = std::ranges::find(owners, nobody) - owners.begin();
    require(missing == std::ptrdiff_t(owners.size()), "the cell ", block.begin + missing + cells.first_index,
            " is listed by no process", rule);
  });
}

std::vector<std::int64_t> find_listed_cells(const Communicator& communicator, const Decomposition& cells,
                                            std::int64_t n_cell, int first_writer, int n_writer) {
  std::vector<RankMessage> messages;
  run_together(communicator, [&] { messages = make_messages(cells, n_cell, first_writer, n_writer); });
  messages = exchange_sparse(communicator, messages);
  std::vector<std::int64_t> listed;
  run_together(communicator, [&] {
    const int writer = communicator.rank() - first_writer;
    if (writer < 0 || writer >= n_writer) return;
    const Block block = make_block(n_cell, writer, n_writer);
    const std::vector<int> owners = find_owners(communicator, messages, block, cells.first_index);
    for (std::size_t i = 0; i < owners.size(); ++i)
      if (owners[i] != nobody) listed.push_back(block.begin + std::int64_t(i));
  });
  return listed;
}

}  // namespace groundswell
