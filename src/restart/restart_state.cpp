// SPDX-License-Identifier: Apache-2.0
#include "restart/restart_state.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "comm/together.hpp"

namespace groundswell {
namespace {

PacketExchange make_exchange(const Communicator& communicator, const RestartState& state,
                             const Decomposition& own, const Block& block, const Slabs& slabs) {
  PacketKind kind{"restart", {}, slabs};
  for (const RestartShape::Field& field : state.shape.fields)
    kind.fields.push_back({field.name, field.row_bytes()});
  const Decomposition wanted{own.n_global, numbers_of(block)};
  return PacketExchange(communicator, {kind}, {&own, 1}, {&wanted, 1}, PacketExchange::no_limit, 2);
}

}  // namespace

RestartState make_restart_state(const RestartCells& cells, const RestartFacts& facts, const StateList& list) {
  return {cells, make_restart_shape(facts, list), list.rows()};
}

RestartState share_restart_state(const RankRoles& roles, const RestartState& mine) {
  RestartState state = mine;
  broadcast_words(roles.world(), 0, state.cells.n_global, state.shape);
  if (roles.role() == RankRole::compute) return state;
  for (std::size_t i = 0; i + 1 < state.shape.fields.size(); ++i)
    state.rows.push_back(make_cell_rows<const std::byte>(nullptr, 0, state.shape.fields[i].row_bytes()));
  return state;
}

ChecksummedRows::ChecksummedRows(const RestartState& state)
    : state_(state), checksums_(state.cells.owned.size()), rows_(state.rows) {
  rows_.push_back(make_cell_rows(std::as_const(checksums_)));
}

void ChecksummedRows::compute(std::size_t i) {
  checksums_[i] = compute_cell_checksum(state_.cells.owned[i], state_.rows, i);
}

void ChecksummedRows::compute() {
  for (std::size_t i = 0; i < checksums_.size(); ++i) compute(i);
}

RestartSlabs::RestartSlabs(const Communicator& communicator, const RestartState& state,
                           const Decomposition& own, const Block& block, std::int64_t slab_bytes,
                           bool goes_ahead)
    : mine_(state),
      block_(block),
      slabs_(divide_into_slabs(communicator.max(block.size()), bytes_per_cell(mine_.rows()), slab_bytes)),
      exchange_(make_exchange(communicator, state, own, block, slabs_)),
      goes_ahead_(goes_ahead) {}

Block RestartSlabs::cells_of(const Block& slabs) const {
  return {std::min(block_.end, block_.begin + slabs.begin * slabs_.rows),
          std::min(block_.end, block_.begin + slabs.end * slabs_.rows)};
}

std::vector<CellRows> RestartSlabs::collect(const Block& slabs, ByteBuffer& memory) {
  const std::int64_t n_cell = cells_of(slabs).size();
  std::byte* at = memory.first(std::size_t(n_cell * bytes_per_cell(mine_.rows()))).data();
  std::vector<CellRows> rows;
  for (const ConstCellRows& field : mine_.rows()) {
    rows.push_back(make_cell_rows(at, n_cell, field.length));
    at += n_cell * field.length;
  }
  std::vector<CellRows> rest = rows;
  for (std::int64_t number = slabs.begin; number < slabs.end; ++number) {
    for (; n_started_ < std::min(number + 2, goes_ahead_ ? n_slab() : slabs.end); ++n_started_) {
      for (const std::size_t i : exchange_.plan().leaving(int(n_started_))) mine_.compute(i);
      exchange_.prepare({{int(n_started_), mine_.rows()}});
      exchange_.start();
    }
    exchange_.finish();
    exchange_.copy_all(0, rest);
    for (CellRows& field : rest) field.data += cells_of({number, number + 1}).size() * field.stride;
  }
  return rows;
}

// The next slab is sent while one is written. Memory: one slab being written, two sent and two received.
std::int64_t write_restart(const std::filesystem::path& path, const Communicator& communicator,
                           const RestartState& state) {
  constexpr std::int64_t slab_bytes = std::int64_t(1) << 22;
  const std::int64_t n_cell = state.cells.n_global;
  RestartWriter writer(communicator, path, n_cell, state.shape);
  RestartSlabs slabs(communicator, state, {n_cell, {state.cells.owned.begin(), state.cells.owned.end()}},
                     make_block(n_cell, communicator.rank(), communicator.size()), slab_bytes, true);
  ByteBuffer memory;
  for (std::int64_t number = 0; number < slabs.n_slab(); ++number)
    writer.write(slabs.cells_of({number, number + 1}), slabs.collect({number, number + 1}, memory));
  writer.finish();
  return slabs.message_bytes() + std::int64_t(memory.size());
}

void write_restart(const std::filesystem::path& path, const Communicator& communicator,
                   const RestartCells& cells, const RestartFacts& facts, const StateList& list) {
  write_restart(path, communicator, make_restart_state(cells, facts, list));
}

}  // namespace groundswell
