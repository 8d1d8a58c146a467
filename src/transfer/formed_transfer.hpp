// SPDX-License-Identifier: Apache-2.0
// What a model registers for a transfer before it meets the other side, and the transfer that both then
// share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "comm/meeting_place.hpp"
#include "transfer/decomposition.hpp"
#include "transfer/field_array.hpp"
#include "transfer/transfer.hpp"

namespace groundswell {

// The model's own array of truth values, one per field, read at every start: it may change in between.
struct MaskArray {
  const std::byte* values = nullptr;  // null: all fields travel
  std::int64_t bytes = 1;             // of one value, which is true where any of them is not zero
  std::int64_t stride = 1;            // [bytes]
  std::int64_t size = -1;             // < 0: not known
  bool operator[](std::size_t i) const;
};

class FormedTransfer;

// One side's part in a transfer, or both within one group.
struct TransferInstance {
  Communicator local;
  MeetingKey key;
  MeetingRole role;
  TransferSettings settings;
  std::vector<Decomposition> decompositions;  // one; two where the group sends to itself: source, target
  std::vector<FieldArray> arrays;
  MaskArray mask;
  bool is_initialised = false;
  std::string failure;  // why the two sides did not come together
  std::shared_ptr<FormedTransfer> formed;
  std::int64_t n_started = 0, n_finished = 0;

  const Decomposition& source() const { return decompositions.front(); }
  const Decomposition& target() const { return decompositions.back(); }
  std::vector<FieldArray> arrays_of(bool is_sent) const;
  // The layouts of what is sent or received. Throws Error where an array does not fit the cells.
  std::vector<NamedLayout> layouts(bool is_sent) const;
  std::string name() const;
  // Throws Error where something is missing or does not fit.
  void check() const;
  // Which of the sent or received fields travel; empty where no mask was given.
  std::vector<bool> travelling(bool is_sent) const;
};

// A process that is on both sides by two instances carries out both parts with whichever is called first; the
// other call finds its part done.
class FormedTransfer {
 public:
  // Either may be null, or both the same. Collective on the communicator. Throws Error on all processes where
  // the sides do not fit together.
  FormedTransfer(const Communicator& communicator, const std::string& name, const TransferInstance* sender,
                 const TransferInstance* receiver, TransferGroup& group);

  void start(TransferInstance& instance);
  bool test(TransferInstance& instance);
  void finish(TransferInstance& instance);
  const Transfer& transfer() const { return *transfer_; }
  // This instance is no part of it any more; after the last one the transfer is left (Transfer::leave).
  void leave(const TransferInstance& instance);
  bool has_left() { return !sender_ && !receiver_ && transfer_->has_left(); }

 private:
  std::vector<bool> mask() const;

  const TransferInstance* sender_;
  const TransferInstance* receiver_;
  std::vector<AgreedField> fields_;
  std::vector<ConstCellRows> from_;
  std::vector<CellRows> to_;
  std::optional<Transfer> transfer_;
  std::int64_t n_started_ = 0, n_finished_ = 0;
  std::exception_ptr failure_;  // of the latest finish
};

}  // namespace groundswell
