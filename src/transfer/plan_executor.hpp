// SPDX-License-Identifier: Apache-2.0
// Executes a transfer plan repeatedly: packs, sends, forwards and unpacks. It never blocks: advance() does
// what can be done now, so that one process can serve many transfers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/lent_to_mpi.hpp"
#include "comm/persistent_requests.hpp"
#include "exec/cell_rows.hpp"
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
  ~PlanExecutor();

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
  // True when everything has been received and sent, whether or not take() has been called.
  bool has_arrived() const { return stage_ == plan_.stages.size() && sends_.n_under_way() == 0; }
  // The ranks whose messages have not arrived.
  std::set<int> missing_ranks() const;
  // The size of the message buffers.
  std::int64_t bytes() const { return std::int64_t(send_buffer_->size() + receive_buffer_->size()); }

 private:
  struct Incoming {
    std::size_t stage = 0, message = 0;
    std::int64_t begin = 0;  // [bytes] offset of the message in the receive buffer
    bool has_come = false;
  };
  struct Outgoing {
    std::int64_t begin = 0;  // [bytes] offset of the message in the send buffer
  };
  void lay_out_buffers(std::int64_t max_row_bytes);
  void receive(int index, std::int64_t bytes);
  void set_header(const MessageHeader& header, int rank);
  bool send_stage();
  void pack(const SentMessage& message, std::byte* to) const;
  void deliver(const Incoming& incoming);
  void deliver_block(int pair, const std::byte* block);
  void deliver_local();
  const std::byte* stored(const BlockPlace& place) const;

  const Communicator& communicator_;
  const CellPairs& pairs_;
  TransferPlan plan_;
  Check check_;
  LentToMpi<std::vector<std::byte>> send_buffer_, receive_buffer_;
  PersistentRequests sends_, receives_;
  std::vector<Outgoing> outgoing_;                            // of all stages, in the order of `sends_`
  std::vector<Incoming> incoming_;                            // in the order of `receives_`
  std::vector<std::size_t> first_incoming_, first_outgoing_;  // [n_stage + 1]

  // State of the current transfer.
  std::int64_t step_ = -1;
  MessageHeader header_;
  bool has_header_ = false, is_given_ = false, is_taken_ = false, is_sent_ = false;
  std::size_t stage_ = 0;       // all stages before this one are complete
  std::vector<int> n_missing_;  // [stage] messages not yet received
  std::span<const ConstCellRows> from_;
  std::span<const CellRows> to_;
  std::vector<std::size_t> waiting_;  // messages that arrived before take()
  std::vector<std::byte> scratch_;
};

}  // namespace groundswell
