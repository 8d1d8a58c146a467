// SPDX-License-Identifier: Apache-2.0
// The source's side of a pair of components: what it has given leaves event by event as the target takes it,
// so that the source does not wait for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "transfer/transfer.hpp"

namespace groundswell {

class GivingLink {
 public:
  // `transfer` must outlive this object; `row_bytes` has the bytes per cell of each of its fields.
  GivingLink(Transfer& transfer, std::vector<std::int64_t> row_bytes, std::int64_t n_cell, int n_slot)
      : transfer_(transfer), row_bytes_(std::move(row_bytes)), n_cell_(n_cell), n_slot_(n_slot) {}

  // Whether there is room for one more event.
  bool has_room() const { return int(events_.size()) < n_slot_; }
  // Takes the values of one event and begins to send them, now or when those before them have been sent.
  // `mask` and `values` have one entry for each field of the transfer; those left out by the mask are empty.
  void give(std::vector<bool> mask, std::vector<std::vector<std::byte>> values);
  // Makes progress without waiting; whether an event has left. Throws Error if the transfer has failed.
  bool progress();
  bool is_empty() const { return events_.empty(); }

 private:
  struct Event {
    std::vector<bool> mask;
    std::vector<std::vector<std::byte>> values;  // [field], empty if it is left out
  };
  void start();

  Transfer& transfer_;
  std::vector<std::int64_t> row_bytes_;
  std::int64_t n_cell_;
  int n_slot_;
  std::deque<Event> events_;  // the first one is being sent
};

}  // namespace groundswell
