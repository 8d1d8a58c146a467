// SPDX-License-Identifier: Apache-2.0
// Which rows of each kind of parcel go between this rank and its partners, found once. A message between two
// ranks has the rows of one parcel after the other, field by field, by ascending number of the cell.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "transfer/cell_pairs.hpp"
#include "transport/shipment.hpp"

namespace groundswell {

// Throws Error unless the parcel has as many fields as its kind, each with rows as long, of `n_own` cells.
void check_parcel(const std::vector<ParcelKind>& kinds, const Parcel& parcel, std::int64_t n_own);

std::vector<int> kinds_of(const std::vector<Parcel>& parcels);

class ShipmentPlan {
 public:
  // `own` has, on ranks that compute, their cells for each kind; `wanted`, on ranks that write, those whose
  // rows they want. A side on which a rank is not is empty; a rank may be on both. Throws Error on all ranks
  // where the cells do not fit (match_cells). Collective on the ranks of both sides.
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
  // Room for the rows of parcels of these kinds, and how many bytes it takes.
  std::vector<ReceivedParcel> make_room(const std::vector<int>& kinds) const;
  std::int64_t room_bytes(const std::vector<int>& kinds) const;
  void unpack(int rank, const std::byte* message, std::vector<ReceivedParcel>& parcels) const;
  // Of one field, for some of the wanted cells, by their places among them: the rows that are in the message
  // of a rank to which `parcels` belong, and those that this rank has itself. In `to` they lie one after
  // another.
  void unpack_some(int rank, const std::byte* message, const std::vector<Parcel>& parcels, std::size_t parcel,
                   std::size_t field, const Block& places, std::byte* to) const;
  void copy_own(const Parcel& parcel, std::size_t field, const Block& places, std::byte* to) const;
  // Room for rows of these parcels, with those that this rank has itself.
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
  std::vector<Cells> cells_;  // of each kind
  std::vector<int> receivers_, senders_;
};

}  // namespace groundswell
