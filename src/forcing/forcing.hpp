// SPDX-License-Identifier: Apache-2.0
// Everything that drives the waves, on the cells of one rank: 10 m wind, surface current, water level, ice
// concentration and air density. Built once, checked for the whole run before the first step, then advanced
// to each date by update(), while threads read the following dates (see docs/design/forcing.md).
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "comm/communicator.hpp"
#include "forcing/forcing_settings.hpp"
#include "forcing/forcing_source.hpp"

namespace groundswell {

enum class ForcingQuantity { wind, current, water_level, ice, air_density };
inline constexpr int n_forcing_quantity = 5;

// The name of a quantity where components exchange it (wind, current, water_level, ice, air_density), and its
// unit.
std::string_view coupled_name_of(ForcingQuantity quantity);
std::string_view unit_of(ForcingQuantity quantity);

// Indexed by ForcingQuantity. For entries that are null, Forcing makes the source that the settings name, if
// any.
using ForcingSources = std::array<std::unique_ptr<ForcingSource>, n_forcing_quantity>;

class Forcing {
 public:
  // `cells` are those of this rank; `ranks`, all ranks of the run, is null for a single rank. A resumed run
  // needs files from the date `from` on. `given` sources replace those of the settings; they must be given
  // for the same quantities on all ranks, and `cells` must then outlive this object. Throws Error, before any
  // step, if a file is missing or unusable, a date between `start` (or `from`) and `end` is missing, or a
  // cell has no value, or an impossible one, at a needed date; the message names file, date, longitude and
  // latitude. Collective, with one error for all ranks.
  Forcing(const ForcingSettings& settings, const ForcingCells& cells, const DateTime& start,
          const DateTime& end, const Communicator* ranks = nullptr, const std::optional<DateTime>& from = {},
          ForcingSources given = {});

  // Whether a quantity is supplied; if not, its arrays are zero.
  bool has(ForcingQuantity quantity) const { return sources_[std::size_t(quantity)] != nullptr; }

  // Advances all arrays to the ends of `interval`, which lies between start (or from) and end. Throws Error
  // if a file has changed and a date can no longer be used, and for impossible values of a given source.
  void update(const TimeInterval& interval);
  void update(const DateTime& now) { update(TimeInterval{now, now}); }
  // Adds the state of all sources to `list`.
  void list_state(StateList& list);

  // ForcingSource::describe of all quantities, without empty ones.
  std::vector<std::string> describe() const;
  // ForcingSource::find_input of all quantities, with their option keys as roles. Collective.
  std::vector<InputRecord> find_inputs(const DateTime& from, const DateTime& until,
                                       const Communicator* ranks) const;

  // One value per cell at the end of the last interval, in the order of the `cells` of the constructor.
  // Vectors have geographic east and north components.
  // All components of a quantity.
  std::vector<View<const float>> values(ForcingQuantity quantity) const;
  View<const float> wind_east() const { return values_[0].view(); }      // [m s-1]
  View<const float> wind_north() const { return values_[1].view(); }     // [m s-1]
  View<const float> current_east() const { return values_[2].view(); }   // [m s-1]
  View<const float> current_north() const { return values_[3].view(); }  // [m s-1]
  View<const float> water_level() const { return values_[4].view(); }    // [m] above mean sea level
  View<const float> ice() const { return values_[5].view(); }            // [1] area fraction
  View<const float> air_density() const { return values_[6].view(); }    // [kg m-3]
  // The same at the beginning of that interval.
  View<const float> first_wind_east() const { return first_values_[0].view(); }
  View<const float> first_wind_north() const { return first_values_[1].view(); }
  View<const float> first_current_east() const { return first_values_[2].view(); }
  View<const float> first_current_north() const { return first_values_[3].view(); }
  View<const float> first_water_level() const { return first_values_[4].view(); }
  View<const float> first_ice() const { return first_values_[5].view(); }
  View<const float> first_air_density() const { return first_values_[6].view(); }
  // Whether an ice concentration is above the threshold of the settings.
  bool blocks(float ice) const { return ice > ice_threshold_; }
  bool ice_blocks(std::size_t cell) const { return blocks(values_[5][cell]); }

 private:
  void check_given(std::size_t quantity, const DateTime& now) const;

  ForcingSources sources_;
  ForcingCells cells_;
  std::array<bool, n_forcing_quantity> is_given_{};
  std::array<Array<float>, 7> first_values_, values_;
  float ice_threshold_;
};

// For each cell, whether the wind of the settings has a value there at every date from `start` to `end`; used
// to restrict a mesh to the region of its wind. Missing dates are checked by Forcing, not here.
std::vector<bool> cells_with_wind(const WindSettings& settings, const ForcingCells& cells,
                                  const DateTime& start, const DateTime& end);

}  // namespace groundswell
