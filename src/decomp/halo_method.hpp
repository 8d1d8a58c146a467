// SPDX-License-Identifier: Apache-2.0
// What a method of halo exchange is, and what it sees of an exchange under way. A new method is a class here
// and a line in the table of names.
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

// The values of one exchange: packed for each neighbour, and put into halo cells when they have come.
class HaloTransit {
 public:
  HaloTransit(const HaloPlan& plan, Timers& timers) : plan_(plan), timers_(timers) {}

  // Sizes the buffers for rows of these sets; copies the descriptions, not the values.
  void load(std::span<const CellRows> rows);

  const HaloPlan& plan() const { return plan_; }
  Timers& timers() { return timers_; }
  std::int64_t row_bytes() const { return row_bytes_; }
  // Buffers of all neighbours one after the other, in the plan's order.
  const std::byte* send_buffer() const { return send_.data(); }
  std::byte* receive_buffer() { return receive_.data(); }
  // What goes to, and what comes from, one neighbour.
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
