// SPDX-License-Identifier: Apache-2.0
// What a model registers for a transfer before the two sides connect, and the transfer that both then share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "comm/meeting_place.hpp"
#include "transfer/decomposition.hpp"
#include "transfer/field_array.hpp"
#include "transfer/transfer.hpp"

namespace groundswell {

// The model's own array of logical values, one per field, read at every start, so it may change in between.
struct MaskArray {
  const std::byte* values = nullptr;  // null: all fields are sent
  std::int64_t bytes = 1;             // size of one value, which is true if any byte is not zero
  std::int64_t stride = 1;            // [bytes]
  std::int64_t size = -1;             // < 0: unknown
  bool operator[](std::size_t i) const;
};

class FormedTransfer;

// One side's part in a transfer, or both parts if a group of processes sends to itself.
struct TransferInstance {
  Communicator local;
  MeetingKey key;
  MeetingRole role;
  TransferSettings settings;
  std::vector<Decomposition> decompositions = {};  // one, or source and target if the group sends to itself
  std::vector<FieldArray> arrays = {};
  MaskArray mask = {};
  bool is_initialised = false;
  std::string failure = {};  // why the two sides could not connect
  std::shared_ptr<FormedTransfer> formed = {};
  std::int64_t n_started = 0, n_finished = 0;

  const Decomposition& source() const { return decompositions.front(); }
  const Decomposition& target() const { return decompositions.back(); }
  // The arrays that are sent or received. Throws Error if an array does not fit the cells.
  std::vector<LaidOutArray> laid_out(bool is_sent) const;
  std::string name() const;
  // Throws Error if what has been registered is incomplete or inconsistent.
  void check() const;
  // Which of the sent or received fields are transferred; empty if there is no mask.
  std::vector<bool> travelling(bool is_sent) const;
};

// A process's parts in one transfer; null on a side where it has none.
struct TransferParts {
  TransferInstance* sender = nullptr;
  TransferInstance* receiver = nullptr;
  std::vector<TransferInstance*> all() const;
};

// If a process takes part on both sides with two instances, a call for the first of them carries out both
// parts; the same call for the second then has nothing left to do.
class FormedTransfer {
 public:
  // One of the parts may be null, or both may be the same. Collective on the communicator. Throws Error on
  // all processes if the sides do not fit together.
  FormedTransfer(const Communicator& communicator, const TransferParts& parts, TransferGroup& group);

  void start(TransferInstance& instance);
  bool test(TransferInstance& instance);
  void finish(TransferInstance& instance);
  const Transfer& transfer() const { return *transfer_; }
  // Detaches this instance; once all instances are detached, calls Transfer::leave().
  void leave(const TransferInstance& instance);
  bool has_left() { return parts_.all().empty() && transfer_->has_left(); }

 private:
  std::vector<bool> mask() const;
  void repeat_failure();

  TransferParts parts_;
  std::vector<AgreedField> fields_;
  std::vector<ConstCellRows> from_;
  std::vector<CellRows> to_;
  std::optional<Transfer> transfer_;
  std::int64_t n_started_ = 0, n_finished_ = 0;
};

}  // namespace groundswell
