// SPDX-License-Identifier: Apache-2.0
#include "transport/shipment_plan.hpp"

#include <algorithm>

#include "base/each_once.hpp"
#include "base/error.hpp"

namespace groundswell {
namespace {

// The rows that go to or come from a rank; null if there are none.
const RowPlaces* rows_of(const std::vector<CellPair>& pairs, int rank) {
  const auto found = std::ranges::lower_bound(pairs, rank, {}, &CellPair::rank);
  return found == pairs.end() || found->rank != rank ? nullptr : &found->rows;
}

}  // namespace

ShipmentPlan::ShipmentPlan(const Communicator& communicator, std::vector<ParcelKind> kinds,
                           std::span<const Decomposition> own, std::span<const Decomposition> wanted)
    : rank_(communicator.rank()), kinds_(std::move(kinds)) {
  ensure(own.empty() || own.size() == kinds_.size(), "cells are given for each kind of parcel or for none");
  ensure(wanted.empty() || wanted.size() == kinds_.size(),
         "cells are wanted for each kind of parcel or for none");
  SparseExchange exchange(communicator);
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    const Decomposition* source = own.empty() ? nullptr : &own[kind];
    const Decomposition* target = wanted.empty() ? nullptr : &wanted[kind];
    Cells& cells = cells_.emplace_back(Cells{match_cells(exchange, source, target)});
    if (source) cells.n_own = std::int64_t(source->cells.size());
    if (target) cells.n_wanted = std::int64_t(target->cells.size());
    for (const CellPair& pair : cells.pairs.sends)
      if (pair.rank != rank_) receivers_.push_back(pair.rank);
    for (const CellPair& pair : cells.pairs.receives)
      if (pair.rank != rank_) senders_.push_back(pair.rank);
  }
  keep_each_once(receivers_);
  keep_each_once(senders_);
}

std::int64_t ShipmentPlan::row_bytes(int kind) const {
  std::int64_t bytes = 0;
  for (const TransferField& field : kinds_[std::size_t(kind)].fields) bytes += field.row_bytes;
  return bytes;
}

std::vector<int> kinds_of(const std::vector<Parcel>& parcels) {
  std::vector<int> kinds;
  for (const Parcel& parcel : parcels) kinds.push_back(parcel.kind);
  return kinds;
}

void ShipmentPlan::check(const Parcel& parcel) const {
  check_parcel(kinds_, parcel,
               parcel.kind >= 0 && parcel.kind < int(kinds_.size()) ? cells(parcel.kind).n_own : 0);
}

void check_parcel(const std::vector<ParcelKind>& kinds, const Parcel& parcel, std::int64_t n_own) {
  ensure(parcel.kind >= 0 && parcel.kind < int(kinds.size()), "there is no parcel of kind ", parcel.kind);
  const ParcelKind& kind = kinds[std::size_t(parcel.kind)];
  ensure(parcel.from.size() == kind.fields.size(), "a parcel of '", kind.name, "' has ", parcel.from.size(),
         " fields, but was declared with ", kind.fields.size());
  for (std::size_t i = 0; i < kind.fields.size(); ++i) {
    const ConstCellRows& rows = parcel.from[i];
    ensure(rows.length == kind.fields[i].row_bytes && rows.n_row == n_own, "field '", kind.fields[i].name,
           "' of '", kind.name, "' comes as ", rows.n_row, " rows of ", rows.length,
           " bytes, but was declared as ", n_own, " rows of ", kind.fields[i].row_bytes);
  }
}

std::int64_t ShipmentPlan::bytes_to(int rank, const std::vector<Parcel>& parcels) const {
  std::int64_t bytes = 0;
  for (const Parcel& parcel : parcels)
    if (const RowPlaces* rows = rows_of(cells(parcel.kind).pairs.sends, rank))
      bytes += rows->n_row() * row_bytes(parcel.kind);
  return bytes;
}

std::int64_t ShipmentPlan::bytes_to_all(const std::vector<Parcel>& parcels) const {
  std::int64_t bytes = 0;
  for (const int to : receivers_) bytes += bytes_to(to, parcels);
  return bytes;
}

void ShipmentPlan::pack(int rank, const std::vector<Parcel>& parcels, std::byte* message) const {
  for (const Parcel& parcel : parcels)
    if (const RowPlaces* rows = rows_of(cells(parcel.kind).pairs.sends, rank))
      for (const ConstCellRows& from : parcel.from) {
        rows->gather(from, message);
        message += rows->n_row() * from.length;
      }
}

std::int64_t ShipmentPlan::bytes_from(int rank, const std::vector<int>& kinds) const {
  std::int64_t bytes = 0;
  for (const int kind : kinds)
    if (const RowPlaces* rows = rows_of(cells(kind).pairs.receives, rank))
      bytes += rows->n_row() * row_bytes(kind);
  return bytes;
}

std::vector<ReceivedParcel> ShipmentPlan::make_room(const std::vector<int>& kinds) const {
  std::vector<ReceivedParcel> parcels;
  for (const int kind : kinds) {
    ReceivedParcel& parcel = parcels.emplace_back(ReceivedParcel{kind, {}});
    for (const TransferField& field : kinds_[std::size_t(kind)].fields)
      parcel.fields.emplace_back(std::size_t(cells(kind).n_wanted * field.row_bytes));
  }
  return parcels;
}

std::int64_t ShipmentPlan::room_bytes(const std::vector<int>& kinds) const {
  std::int64_t bytes = 0;
  for (const int kind : kinds) bytes += cells(kind).n_wanted * row_bytes(kind);
  return bytes;
}

void ShipmentPlan::unpack(int rank, const std::byte* message, std::vector<ReceivedParcel>& parcels) const {
  for (ReceivedParcel& parcel : parcels) {
    const RowPlaces* rows = rows_of(cells(parcel.kind).pairs.receives, rank);
    if (!rows) continue;
    for (std::size_t i = 0; i < parcel.fields.size(); ++i) {
      const std::int64_t length = kinds_[std::size_t(parcel.kind)].fields[i].row_bytes;
      rows->scatter(message, {parcel.fields[i].data(), cells(parcel.kind).n_wanted, length, 0, length});
      message += rows->n_row() * length;
    }
  }
}

void ShipmentPlan::unpack_some(int rank, const std::byte* message, const std::vector<Parcel>& parcels,
                               std::size_t parcel, std::size_t field, const Block& places,
                               std::byte* to) const {
  for (std::size_t p = 0; p <= parcel; ++p) {
    const RowPlaces* rows = rows_of(cells(parcels[p].kind).pairs.receives, rank);
    if (!rows) continue;
    const std::vector<TransferField>& fields = kinds_[std::size_t(parcels[p].kind)].fields;
    for (std::size_t i = 0; i < (p < parcel ? fields.size() : field); ++i)
      message += rows->n_row() * fields[i].row_bytes;
    if (p == parcel) rows->scatter_some(message, fields[field].row_bytes, places, to);
  }
}

void ShipmentPlan::copy_own(const Parcel& parcel, std::size_t field, const Block& places,
                            std::byte* to) const {
  const CellPairs& pairs = cells(parcel.kind).pairs;
  const RowPlaces *from = rows_of(pairs.sends, rank_), *here = rows_of(pairs.receives, rank_);
  if (from && here) here->scatter_some(*from, parcel.from[field], places, to);
}

std::vector<ReceivedParcel> ShipmentPlan::take_own(const std::vector<Parcel>& parcels) const {
  std::vector<ReceivedParcel> own = make_room(kinds_of(parcels));
  for (std::size_t i = 0; i < own.size(); ++i)
    for (std::size_t field = 0; field < own[i].fields.size(); ++field)
      copy_own(parcels[i], field, {0, cells(own[i].kind).n_wanted}, own[i].fields[field].data());
  return own;
}

}  // namespace groundswell
