// SPDX-License-Identifier: Apache-2.0
// Executes a transfer plan repeatedly: packs, sends, forwards and unpacks. It never blocks: advance() does
// what can be done now, so that one process can serve many transfers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/byte_buffer.hpp"
#include "comm/communicator.hpp"
#include "comm/lent_to_mpi.hpp"
#include "exec/cell_rows.hpp"
#include "transfer/arriving_messages.hpp"
#include "transfer/cell_pairs.hpp"
#include "transfer/transfer_plan.hpp"

namespace groundswell {

// The header of each message: it gives the width of rows to processes that only forward them, and lets
// receivers check that they got what they expect.
struct MessageHeader {
  std::int64_t step = 0;       // transfer number, from 0
  std::int64_t row_bytes = 0;  // of all fields transferred this time
  std::uint64_t fields = 0;    // which fields these are (FieldList)
  bool operator==(const MessageHeader&) const = default;
};

class PlanExecutor {
 public:
  // `check` is called with the header of each message with cells for this process (for cells that stay on it,
  // with its own header), and throws if the header is wrong. It is also called, and always throws, if a
  // header differs from one that came or was given earlier in the same transfer, which is then passed as
  // `others` (otherwise null). Rows of all fields together have at most `max_row_bytes` bytes. The
  // communicator and the pairs must outlive the executor.
  using Check = std::function<void(int rank, const MessageHeader& header, const MessageHeader* others)>;
  PlanExecutor(const Communicator& communicator, const CellPairs& pairs, TransferPlan plan,
               std::int64_t max_row_bytes, Check check);
  // Cancels receives; messages that are then still under way, and their memory, are abandoned (LentToMpi).
  ~PlanExecutor() { received_.cancel(); }

  // Prepares transfer number `step`: posts the receives.
  void arm(std::int64_t step);
  // The fields transferred this time. A source process calls give() once per transfer; values may be read
  // until the transfer has ended. A target process calls take() once per transfer; values are written from
  // then on until the transfer has ended. The spans must remain valid until then.
  void give(std::span<const ConstCellRows> from, const MessageHeader& header);
  void take(std::span<const CellRows> to);
  // Makes progress without blocking. Returns true when all is done: everything given or received has been
  // sent on, and all values for this process are in the fields passed to take().
  bool advance();
  // The ranks whose messages have not arrived.
  std::vector<int> missing_ranks() { return received_.missing(); }

 private:
  void receive(std::size_t message, std::int64_t bytes);
  void set_header(const MessageHeader& header, int rank);
  void send_stage();
  std::byte* pack(const BlockPlace& block, std::byte* to) const;
  void deliver(std::size_t message);
  void deliver_local();
  const std::byte* stored(const BlockPlace& place) const;
  bool has_all_of(int stage) const { return n_missing_[std::size_t(stage)] == 0; }

  const Communicator& communicator_;
  const CellPairs& pairs_;
  TransferPlan plan_;
  Check check_;
  ArrivingMessages received_;  // as plan_.receives
  LentToMpi<ByteBuffer> sent_;
  ByteBuffer own_;  // rows that stay on this process

  // State of the current transfer.
  std::int64_t step_ = -1;
  std::optional<MessageHeader> header_;
  std::optional<std::span<const ConstCellRows>> from_;
  std::optional<std::span<const CellRows>> to_;
  std::size_t n_sent_ = 0;  // messages
  std::int64_t sent_bytes_ = 0;
  int stage_ = 0;               // the next one whose messages are to be sent
  std::vector<bool> has_come_;  // [message]
  std::vector<int> n_missing_;  // [stage] messages not yet received
};

}  // namespace groundswell
