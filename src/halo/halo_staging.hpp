// SPDX-License-Identifier: Apache-2.0
// The staging buffers of methods that pack: one for all sends and one for all receives, in the order of
// neighbours. Rows stored as in a message are received in place if the method allows it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "halo/halo_method.hpp"

namespace groundswell {

class HaloStaging {
 public:
  explicit HaloStaging(const HaloContext& context) : context_(context) {}

  // Prepares an exchange of rows, which must stay valid until it is finished. Buffers only grow, so that
  // repeated exchanges allocate nothing; returns whether they have moved.
  bool load(const HaloRows& rows, bool may_receive_in_place);
  bool receives_in_place() const { return in_place_; }

  const std::byte* send_buffer() const { return send_.data(); }
  std::byte* receive_buffer();
  // One neighbour's part of the buffers.
  std::span<const std::byte> to_send(int neighbour) const;
  std::span<std::byte> to_receive(int neighbour);

  // Copies the neighbour's rows into its part of the buffer, under the timer halo.pack.
  void pack(int neighbour);
  void pack_all();
  // Copies what came from the neighbour into halo cells, under the timer halo.unpack; does nothing for rows
  // received in place.
  void unpack(int neighbour);
  void unpack_all();

 private:
  const HaloContext& context_;
  const HaloRows* rows_ = nullptr;
  bool in_place_ = false;
  std::vector<std::byte> send_, receive_;
};

}  // namespace groundswell
