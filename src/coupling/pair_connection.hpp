// SPDX-License-Identifier: Apache-2.0
// Connects the processes of two components that exchange fields in one direction: they meet, compare what
// they declare, find the weights of regridding and set up one transfer for all fields of the pair.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "coupling/component_card.hpp"
#include "coupling/coupling_grid.hpp"
#include "coupling/coupling_schedule.hpp"
#include "coupling/coupling_settings.hpp"
#include "coupling/regridder.hpp"
#include "mesh/grid_weights.hpp"
#include "transfer/transfer.hpp"

namespace groundswell {

// Reads weights of regridding from a file; called by each process of a target.
using ReadWeights = std::function<GridWeights(const std::filesystem::path&)>;

// Reads values of all points of a source, one list for each variable, in a unit, at a date; called by each
// process of a target.
using ReadFirst = std::function<std::vector<std::vector<double>>(
    const std::filesystem::path&, const std::vector<std::string>& variables, const std::string& unit,
    std::int64_t n_point, const DateTime&)>;

// What a process states about its component.
struct ConnectionSide {
  const Communicator& mine;
  const ComponentCard& card;
  const CouplingGrid& grid;
  ReadWeights read_weights;
  ReadFirst read_first;
  DateTime now;              // at which the component begins or goes on
  std::string mistake = "";  // what is wrong with this side, the same on all its processes
};

struct PairConnection {
  // On a target: how one field of the pair is regridded, and where its needed points are among those that
  // come.
  struct Regridding {
    std::shared_ptr<const Regridder> regridder;
    std::vector<std::size_t> places;
    // [part][needed point] of the file of first values; empty without one, or if none is used any more.
    std::vector<std::vector<double>> first = {};
  };

  int number = 0;                       // in CouplingSchedule::pairs()
  bool is_source = false;               // whether this process belongs to the source, else to the target
  Communicator communicator;            // of the processes of the source, then those of the target
  std::vector<FieldEnds> ends;          // of the fields of the pair
  std::vector<Regridding> regriddings;  // of these; empty on a source
  std::unique_ptr<Transfer> transfer;   // has one field for each part of these
  std::vector<std::size_t> fields_of;   // which of them its fields belong to
  std::vector<std::int64_t> row_bytes;  // of its fields
  std::int64_t n_cell = 0;              // local rows of this process in the transfer
  // Transfers that an adaptive method has timed here, before the first step, as both sides wait anyway.
  int n_timed = 0;
  double timing_seconds = 0.0;

  PairConnection(int pair, bool source, Communicator both)
      : number(pair), is_source(source), communicator(std::move(both)) {}
  PairConnection(PairConnection&&) = default;
};

// Throws Error on all processes of both components, naming these, if one of them does not come within the
// limit of waiting, if a side has a mistake, or if fields, units or grids do not fit. `group` must outlive
// the result. Collective on both components.
PairConnection connect_pair(const CouplingSettings& settings, const CouplingSchedule& schedule, int pair,
                            bool is_source, const ConnectionSide& side, TransferGroup& group);

// The first process of a component in the job.
int first_rank_of(const CouplingSettings& settings, int component);

}  // namespace groundswell
