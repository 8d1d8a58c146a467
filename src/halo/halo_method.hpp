// SPDX-License-Identifier: Apache-2.0
// The interface of a halo method. A method owns its buffers and decides when to pack; one object carries one
// exchange at a time. All ranks start an exchange with rows of the same lengths (halo_partners.hpp). A new
// method is a class and a line in the table of names (halo_methods.cpp).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/timers.hpp"
#include "comm/communicator.hpp"
#include "comm/watchdog.hpp"
#include "halo/halo_memory.hpp"
#include "halo/halo_partners.hpp"
#include "halo/halo_plan.hpp"
#include "halo/halo_rows.hpp"

namespace groundswell {

// What every method gets; all of it outlives the method.
struct HaloContext {
  const Communicator& communicator;  // no other messages are sent on it
  const HaloPlan& plan;
  Timers& timers;
  HaloMemory& memory;
  HaloPartners& partners;  // all waits of exchanges go through it
  const HangWatch& watch;  // notified if a call of MPI hangs
};

inline constexpr std::string_view halo_pack_timer = "halo.pack", halo_wait_timer = "halo.wait",
                                  halo_unpack_timer = "halo.unpack";

class HaloMethod {
 public:
  explicit HaloMethod(const HaloContext& context) : context_(context) {}
  virtual ~HaloMethod() = default;
  HaloMethod(const HaloMethod&) = delete;
  HaloMethod& operator=(const HaloMethod&) = delete;

  // Sends. The rows must stay valid until finish() has returned; `rows` is not empty.
  virtual void start(const HaloRows& rows) = 0;
  // Lets messages progress; true if finish() would not wait.
  virtual bool is_ready() = 0;
  // Waits until the halo cells have their values and the cells that were sent may be changed; called once
  // after each start. By default, waits for is_ready(), which unpacks what has arrived.
  virtual void finish();
  // For an exchange that failed or is not finished: takes the caller's rows back from MPI, if the method can
  // (collectives cannot), and notifies ranks that wait for this one at shared memory. It does so at once, in
  // the call that fails, since the caller owns the rows and may free them then; what the method itself owns
  // is abandoned (LentToMpi) when the exchange object ends.
  virtual void withdraw() {}
  // The name of the method that carries rows of that length: `own_name`, unless this method has chosen
  // another one; "" while candidates are being tried.
  virtual std::string carrier(std::string_view own_name, std::int64_t) const { return std::string(own_name); }
  // Messages for the user.
  virtual std::vector<std::string> notes() const { return {}; }

 protected:
  const HaloContext context_;
};

// Throws Error, on all ranks, for an unknown name, and for a method that this machine or MPI library does not
// support. "auto" keeps its decisions in `choice_folder`, unless that is empty. Collective.
std::unique_ptr<HaloMethod> make_halo_method(std::string_view name, const HaloContext& context,
                                             const std::string& choice_folder = "");
// Whether the method reads rows in place in memory that ranks of a node share.
bool reads_shared_memory(std::string_view name);

}  // namespace groundswell
