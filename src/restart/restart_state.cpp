// SPDX-License-Identifier: Apache-2.0
#include "restart/restart_state.hpp"

#include <string>

namespace groundswell {
namespace {

// Broadcasts numbers, texts and lengths of lists (not their elements) from the first rank.
class ToldValues {
 public:
  explicit ToldValues(const Communicator& world) : world_(world) {}
  void number(std::int64_t& value) const { world_.broadcast(value, 0); }
  void words(std::string& value) const { world_.broadcast(value, 0); }
  template <class T>
  void list(std::vector<T>& values) const {
    auto size = std::int64_t(values.size());
    number(size);
    values.resize(std::size_t(size));
  }

 private:
  const Communicator& world_;
};

}  // namespace

RestartState make_restart_state(const RestartCells& cells, const RestartFacts& facts, const StateList& list) {
  return {cells, make_restart_shape(facts, list), list.rows()};
}

RestartState share_restart_state(const RankRoles& roles, const RestartState& mine) {
  RestartState state = mine;
  const ToldValues told(roles.world());
  told.number(state.cells.n_global);
  told.list(state.shape.fields);
  for (RestartShape::Field& field : state.shape.fields) {
    told.words(field.name);
    std::int64_t bytes = field.value_bytes;
    told.number(bytes);
    field.value_bytes = int(bytes);
    told.list(field.dimensions);
    for (auto& [name, size] : field.dimensions) {
      told.words(name);
      told.number(size);
    }
  }
  told.list(state.shape.attributes);
  for (auto& [name, value] : state.shape.attributes) {
    told.words(name);
    told.words(value);
  }
  if (roles.role() == RankRole::compute) return state;
  state.cells.owned = {};
  state.rows.clear();
  for (std::size_t i = 0; i + 1 < state.shape.fields.size(); ++i) {
    const std::int64_t length = state.shape.fields[i].row_bytes();
    state.rows.push_back({nullptr, 0, length, 0, length});
  }
  return state;
}

ChecksummedRows::ChecksummedRows(const RestartState& state)
    : state_(state), checksums_(state.cells.owned.size()), rows_(state.rows) {
  rows_.push_back(make_cell_rows(std::as_const(checksums_)));
}

void ChecksummedRows::compute(std::span<const std::size_t> cells) {
  for (const std::size_t i : cells)
    checksums_[i] = compute_cell_checksum(state_.cells.owned[i], state_.rows, i);
}

void ChecksummedRows::compute() {
  for (std::size_t i = 0; i < checksums_.size(); ++i)
    checksums_[i] = compute_cell_checksum(state_.cells.owned[i], state_.rows, i);
}

}  // namespace groundswell
