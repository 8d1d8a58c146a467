// SPDX-License-Identifier: Apache-2.0
// The rows of each kind of parcel that go between this rank and its partners, determined once. A message
// between two ranks has the rows of one parcel after another, field by field, by ascending cell number.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "transfer/cell_pairs.hpp"
#include "transport/shipment.hpp"

namespace groundswell {

// Throws Error unless the parcel has the fields of its kind, each with `n_own` rows of the right length.
void check_parcel(const std::vector<ParcelKind>& kinds, const Parcel& parcel, std::int64_t n_own);

std::vector<int> kinds_of(const std::vector<Parcel>& parcels);

class ShipmentPlan {
 public:
  // `own` has the cells of compute ranks for each kind; `wanted` has those whose rows writing ranks want.
  // Pass an empty span for a side this rank does not belong to; a rank may be on both. Throws Error on all
  // ranks if the cells do not match (match_cells). Collective on the ranks of both sides.
  ShipmentPlan(const Communicator& communicator, std::vector<ParcelKind> kinds,
               std::span<const Decomposition> own, std::span<const Decomposition> wanted);

  const std::vector<ParcelKind>& kinds() const { return kinds_; }
  // Other ranks to which, and from which, parcels of any kind go.
  const std::vector<int>& receivers() const { return receivers_; }
  const std::vector<int>& senders() const { return senders_; }

  void check(const Parcel& parcel) const;
  std::int64_t bytes_to(int rank, const std::vector<Parcel>& parcels) const;
  std::int64_t bytes_to_all(const std::vector<Parcel>& parcels) const;
  void pack(int rank, const std::vector<Parcel>& parcels, std::byte* message) const;

  std::int64_t bytes_from(int rank, const std::vector<int>& kinds) const;
  // Allocates the rows of parcels of these kinds, of which room_bytes() is the size.
  std::vector<ReceivedParcel> make_room(const std::vector<int>& kinds) const;
  std::int64_t room_bytes(const std::vector<int>& kinds) const;
  void unpack(int rank, const std::byte* message, std::vector<ReceivedParcel>& parcels) const;
  // For one field and some of the wanted cells, given by their indices among them: unpack_some() copies the
  // rows found in the message of a rank for `parcels`, copy_own() the rows that this rank has itself. In `to`
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
