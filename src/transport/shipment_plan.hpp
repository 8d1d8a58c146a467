// SPDX-License-Identifier: Apache-2.0
// The rows of each kind of parcel that go between this rank and its partners, determined once. A message
// between two ranks has the rows of one parcel after another, field by field, in ascending order of cell
// numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "transfer/cell_pairs.hpp"
#include "transport/shipment.hpp"

namespace groundswell {

// Throws LogicError unless the parcel has the fields of its kind, each with `n_own` rows of the right length.
void check_parcel(const std::vector<ParcelKind>& kinds, const Parcel& parcel, std::int64_t n_own);

std::vector<int> kinds_of(const std::vector<Parcel>& parcels);

class ShipmentPlan {
 public:
  // For each kind, `own` has the cells whose rows this rank has, and `wanted` those whose rows it wants. Pass
  // an empty span for a side that this rank does not belong to; a rank may be on both sides. Throws Error on
  // all ranks if the cells do not match (match_cells). Collective on the ranks of both sides.
  ShipmentPlan(const Communicator& communicator, std::vector<ParcelKind> kinds,
               std::span<const Decomposition> own, std::span<const Decomposition> wanted);

  const std::vector<ParcelKind>& kinds() const { return kinds_; }
  // The other ranks to which this rank sends rows of any kind, and those from which it receives rows.
  const std::vector<int>& receivers() const { return receivers_; }
  const std::vector<int>& senders() const { return senders_; }

  void check(const Parcel& parcel) const;
  std::int64_t bytes_to(int rank, const std::vector<Parcel>& parcels) const;
  std::int64_t bytes_to_all(const std::vector<Parcel>& parcels) const;
  void pack(int rank, const std::vector<Parcel>& parcels, std::byte* message) const;

  std::int64_t bytes_from(int rank, const std::vector<int>& kinds) const;
  // Allocates the rows of parcels of these kinds; room_bytes() is their size.
  std::vector<ReceivedParcel> make_room(const std::vector<int>& kinds) const;
  std::int64_t room_bytes(const std::vector<int>& kinds) const;
  void unpack(int rank, const std::byte* message, std::vector<ReceivedParcel>& parcels) const;
  // For one field and the wanted cells with the indices `places`: unpack_some() copies the rows found in a
  // rank's message, which carries `parcels`, and copy_own() copies those that this rank has itself. In `to`
  // the rows of all these cells are consecutive.
  void unpack_some(int rank, const std::byte* message, const std::vector<Parcel>& parcels, std::size_t parcel,
                   std::size_t field, const Block& places, std::byte* to) const;
  void copy_own(const Parcel& parcel, std::size_t field, const Block& places, std::byte* to) const;
  // Allocates rows for these parcels and fills in those that this rank has itself.
  std::vector<ReceivedParcel> take_own(const std::vector<Parcel>& parcels) const;

 private:
  struct Cells {
    CellPairs pairs;
    std::int64_t n_own = 0, n_wanted = 0;
  };
  const Cells& cells(int kind) const { return cells_[std::size_t(kind)]; }
  std::int64_t row_bytes(int kind) const;

  int rank_;
  std::vector<ParcelKind> kinds_;
  std::vector<Cells> cells_;  // for each kind
  std::vector<int> receivers_, senders_;
};

}  // namespace groundswell
