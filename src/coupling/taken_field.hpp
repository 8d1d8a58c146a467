// SPDX-License-Identifier: Apache-2.0
// One field on the processes of its target: the values that have come and are still to be used, on the
// target's points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "coupling/component_card.hpp"
#include "coupling/coupling_schedule.hpp"
#include "coupling/regridder.hpp"
#include "exec/array.hpp"
#include "field/state_list.hpp"

namespace groundswell {

class TakenField {
 public:
  using Parts = std::vector<std::vector<double>>;  // [part][point]

  // `regridder` belongs to all fields of the pair that are regridded alike; `places` are those of its needed
  // points among the points that come. `n_kept` values may have to be kept in a restart. `first`
  // [part][needed point], in the source's unit, stand for the settings' first value.
  TakenField(CoupledFieldSettings settings, FieldEnds ends, std::shared_ptr<const Regridder> regridder,
             std::vector<std::size_t> places, std::int64_t n_kept, const Parts& first = {});

  TakenField(TakenField&&) = default;

  const CoupledFieldSettings& settings() const { return settings_; }
  const FieldEnds& ends() const { return ends_; }
  // Regrids and keeps value `number` from the bytes that have come, one array for each part.
  void arrive(std::int64_t number, std::span<const std::vector<std::byte>> parts);
  bool has(std::int64_t number) const { return find(number) != nullptr; }
  const Parts& value(std::int64_t number) const;
  void forget_before(std::int64_t number);

  // Writes what the target uses at a date to `out`, one view for each part: one value, or the linear change
  // between two. Throws Error if the views do not fit.
  template <class T>
  void write(std::span<const CoupledValue> used, const DateTime& date, std::span<const View<T>> out) const;

  // The values from `first` to `last` are those of the next restart; after a restart has been read, they are
  // those that it had.
  void save(std::int64_t first, std::int64_t last);
  void restore();
  void list_state(StateList& list, const std::string& name);

 private:
  struct Kept {
    std::int64_t number = 0;
    Parts parts;
  };
  const Kept* find(std::int64_t number) const;
  // Values of the needed points, in the target's unit, as those of the target's points.
  Parts regrid(const Parts& came) const;
  CoupledFieldSettings settings_;
  FieldEnds ends_;
  std::shared_ptr<const Regridder> regridder_;
  std::vector<std::size_t> places_;
  Parts first_;
  std::deque<Kept> kept_;  // ascending
  std::int64_t first_saved_ = 0, n_saved_ = 0;
  std::vector<Array<double>> saved_;  // [value][part], each [point]
};

}  // namespace groundswell
