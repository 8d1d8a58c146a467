// SPDX-License-Identifier: Apache-2.0
#include "restart/restart_state.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/words.hpp"

namespace groundswell {
RestartState make_restart_state(const RestartCells& cells, const RestartFacts& facts, const StateList& list) {
  return {cells, make_restart_shape(facts, list), list.rows()};
}

RestartState share_restart_state(const RankRoles& roles, const RestartState& mine) {
  WordWriter words;
  words.add(mine.cells.n_global, mine.shape.fields.size());
  for (const RestartShape::Field& field : mine.shape.fields) field.add_to(words);
  for (const auto& [name, value] : mine.shape.attributes) words.add(name, value);
  std::string told = words.text();
  roles.world().broadcast(told, 0);
  if (roles.role() == RankRole::compute) return mine;
  RestartState state;
  WordReader all(told);
  all.read(state.cells.n_global);
  for (auto n = all.next<std::size_t>(); n > 0; --n)
    state.shape.fields.push_back(RestartShape::Field::read_from(all));
  while (!all.at_end()) {
    auto& [name, value] = state.shape.attributes.emplace_back();
    all.read(name, value);
  }
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
    : mine_(state), slabs_(communicator, own, block, mine_.rows(), slab_bytes), goes_ahead_(goes_ahead) {}

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
      for (const std::size_t i : slabs_.leaving(n_started_)) mine_.compute(i);
      slabs_.start(n_started_);
    }
    slabs_.finish(number, rest);
    for (CellRows& field : rest) field.data += slabs_.slab(number).size() * field.stride;
  }
  return rows;
}

}  // namespace groundswell
