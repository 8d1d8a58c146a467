// SPDX-License-Identifier: Apache-2.0
// The interface of a halo method, and what it sees of an exchange. A new method is a class in
// halo_methods.cpp and a line in its table of names.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/timers.hpp"
#include "comm/communicator.hpp"
#include "decomp/halo_exchange.hpp"
#include "decomp/halo_plan.hpp"

namespace groundswell {

// The buffers of one exchange: packed for each neighbour, and copied into halo cells on arrival.
class HaloTransit {
 public:
  HaloTransit(const HaloPlan& plan, Timers& timers) : plan_(plan), timers_(timers) {}

  // Sizes the buffers for rows of these sets; copies the descriptions, not the values.
  void load(std::span<const CellRows> rows);

  const HaloPlan& plan() const { return plan_; }
  Timers& timers() { return timers_; }
  std::int64_t row_bytes() const { return row_bytes_; }
  // Buffers of all neighbours, contiguous in the plan's order.
  const std::byte* send_buffer() const { return send_.data(); }
  std::byte* receive_buffer() { return receive_.data(); }
  // One neighbour's part of them.
  std::span<const std::byte> to_send(int neighbour) const;
  std::span<std::byte> to_receive(int neighbour);
  // Copies cells' rows into the neighbour's part of the send buffer, under the timer halo.pack.
  void pack(int neighbour);
  // Copies the neighbour's part of the receive buffer into halo cells, under the timer halo.unpack.
  void unpack(int neighbour);

 private:
  const HaloPlan& plan_;
  Timers& timers_;
  std::vector<CellRows> rows_;
  std::int64_t row_bytes_ = 0;
  std::vector<std::byte> send_, receive_;
};

class HaloMethod {
 public:
  virtual ~HaloMethod() = default;
  // Packs and launches.
  virtual void start(HaloTransit& transit) = 0;
  // Waits and unpacks; called once after each start.
  virtual void finish(HaloTransit& transit) = 0;
};

// Throws Error for an unknown name. Collective; the communicator and the plan must live as long as the
// method.
std::unique_ptr<HaloMethod> make_halo_method(std::string_view name, const Communicator& communicator,
                                             const HaloPlan& plan);

}  // namespace groundswell
