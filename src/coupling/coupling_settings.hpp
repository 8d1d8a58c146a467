// SPDX-License-Identifier: Apache-2.0
// Plain settings of a job of components that exchange fields: which components there are, on how many
// processes, and which field goes from which to which, when and how. Keys of the job file are bound to them
// in coupling_options.cpp.
//
// Time. All components begin at the date `start` of the job. At its coupling dates t_k = start + offset + k
// period, k = 0, 1, ..., a target needs the value that is due there; its source gives this value at its own
// date s_k = t_k - lag: the state of that date, or a statistic over the period that ends then. A component
// gives at the dates that its steps begin or end at; values of its start are given before its first step.
// Values due at t_k for which s_k, or the period of its statistic, begins before the start are never given,
// nor those of k < 0; `first` stands for all of these. coupled_dates.hpp says which values are given.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "base/names.hpp"

namespace groundswell {

// What a source gives: its state at the date, or a statistic of its steps over the period that ends there.
enum class CoupledStatistic { instant, mean, sum, minimum, maximum };
inline constexpr NamedValue<CoupledStatistic> coupled_statistics[] = {{"instant", CoupledStatistic::instant},
                                                                      {"mean", CoupledStatistic::mean},
                                                                      {"sum", CoupledStatistic::sum},
                                                                      {"minimum", CoupledStatistic::minimum},
                                                                      {"maximum", CoupledStatistic::maximum}};

// What a target uses from one coupling date to the next: the value due at the first of them, held; that due
// at the second, for which it waits before it begins; or a linear change from the one to the other, for which
// it waits too.
enum class CoupledUse { previous, next, linear };
inline constexpr NamedValue<CoupledUse> coupled_uses[] = {
    {"previous", CoupledUse::previous}, {"next", CoupledUse::next}, {"linear", CoupledUse::linear}};

// How the values of a source's points become those of a target's; see regridding.hpp.
enum class Regridding { none, nearest, three_points, bilinear, matrix };
inline constexpr NamedValue<Regridding> regridding_names[] = {{"none", Regridding::none},
                                                              {"nearest", Regridding::nearest},
                                                              {"three_points", Regridding::three_points},
                                                              {"bilinear", Regridding::bilinear},
                                                              {"matrix", Regridding::matrix}};

// What a target's point gets where the source has no value for it: an error before the first step, the value
// of the nearest point of the source that is in use, or a given value.
enum class NoSource { error, nearest, value };
inline constexpr NamedValue<NoSource> no_source_names[] = {
    {"error", NoSource::error}, {"nearest", NoSource::nearest}, {"value", NoSource::value}};

struct RegriddingSettings {
  Regridding kind = Regridding::nearest;
  std::filesystem::path matrix;  // weights in a file of SCRIP, for kind `matrix`
  NoSource no_source = NoSource::error;
  double value = 0.0;  // in the target's unit, for no_source `value`
};

struct CoupledFieldSettings {
  std::string name;            // in messages, in the ledger and in restarts; unique in the job
  std::string source, target;  // names of components
  // The names by which the two components know the field; empty: `name`.
  std::string source_field, target_field;
  std::int64_t period = 0, offset = 0, lag = 0;  // [s]
  CoupledStatistic statistic = CoupledStatistic::instant;
  CoupledUse use = CoupledUse::previous;
  RegriddingSettings regridding;
  // What the target uses before the source has given a value: one number at all points, in the target's unit
  // (each part of a vector), or the values at the source's points in these variables of a file (none: one
  // with the field's name at the source). A restart replaces it.
  std::optional<double> first;
  std::filesystem::path first_file;
  std::vector<std::string> first_variables;

  bool has_first() const { return first || !first_file.empty(); }

  const std::string& name_in_source() const { return source_field.empty() ? name : source_field; }
  const std::string& name_in_target() const { return target_field.empty() ? name : target_field; }
};

// A component's clock, from its own settings.
struct ComponentClock {
  DateTime start, end;
  std::int64_t step = 0;  // [s]
};

struct ComponentSettings {
  std::string name;            // unique in the job
  std::string kind;            // run, data, ... (the program's); "program" for a program of its own
  int n_rank = 1;              // its processes, consecutive ones of the job
  std::filesystem::path file;  // its settings
  int n_without = 0;           // of its processes, the last ones exchange no fields (servers, nested runs)

  int n_exchanging() const { return n_rank - n_without; }
};

inline constexpr int most_coupling_slots = 1000;

struct CouplingSettings {
  std::vector<ComponentSettings> components;  // in the order of their processes
  std::vector<CoupledFieldSettings> fields;
  double wait_limit = 600.0;  // [s] a longer wait for another component is an error
  // Number of dates of one pair whose values may be under way before their source waits; see
  // coupling_simulation.hpp.
  int n_slot = 4;
  std::string method = "adaptive";  // of the transfers (transfer/transfer_method.hpp)
  std::filesystem::path ledger;     // a text file with one line per exchange; empty: none
};

}  // namespace groundswell
