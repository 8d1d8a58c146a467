// SPDX-License-Identifier: Apache-2.0
// Carries out a transfer plan, again and again: packs, sends, forwards and unpacks. It never waits: advance()
// does what can be done now, so that one process can serve many transfers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/persistent_requests.hpp"
#include "exec/cell_rows.hpp"
#include "transfer/cell_pairs.hpp"
#include "transfer/transfer_plan.hpp"

namespace groundswell {

// What each message begins with, so that those who only forward know how wide rows are, and receivers know
// that they got what they asked for.
struct MessageHeader {
  std::int64_t step = 0;       // number of the transfer, from 0
  std::int64_t row_bytes = 0;  // of all fields that travel this time
  std::uint64_t fields = 0;    // which these are (FieldList)
  bool operator==(const MessageHeader&) const = default;
};

class PlanExecutor {
 public:
  // `check` is called with the header of each message that brings cells to this process, and throws where it
  // is wrong; and with that of a message that is not like the `others` of the same transfer, where it throws
  // always. Rows of all fields together have at most `max_row_bytes` bytes. The communicator and the pairs
  // must live as long.
  using Check = std::function<void(int rank, const MessageHeader& header, const MessageHeader* others)>;
  PlanExecutor(const Communicator& communicator, const CellPairs& pairs, TransferPlan plan,
               std::int64_t max_row_bytes, Check check);
  // Messages under way are left to MPI, and so is the memory that it sends from.
  ~PlanExecutor();

  // Makes ready for transfer number `step`: receives are posted.
  void arm(std::int64_t step);
  // The fields that travel this time: on a source process once per transfer, values may be read until it has
  // ended; on a target process once per transfer, values are written from now on. The lists themselves must
  // live as long.
  void give(std::span<const ConstCellRows> from, const MessageHeader& header);
  void take(std::span<const CellRows> to);
  // True when all is done: everything that was given or has come is sent on, everything that ends here lies
  // in the fields that were named by take().
  bool advance();
  // True when nothing but take() is missing.
  bool has_arrived() const { return stage_ == plan_.stages.size() && sends_.n_under_way() == 0; }
  // The ranks whose messages have not come.
  std::set<int> missing_ranks() const;
  // Of its buffers.
  std::int64_t bytes() const { return std::int64_t(send_buffer_->size() + receive_buffer_.size()); }

 private:
  struct Incoming {
    std::size_t stage = 0, message = 0;
    std::int64_t begin = 0;  // [bytes] of the message in the receive buffer
    bool has_come = false;
  };
  struct Outgoing {
    std::int64_t begin = 0;  // [bytes] of the message in the send buffer
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
  std::unique_ptr<std::vector<std::byte>> send_buffer_;
  std::vector<std::byte> receive_buffer_;
  PersistentRequests sends_, receives_;
  std::vector<Outgoing> outgoing_;                            // of all stages, in the order of `sends_`
  std::vector<Incoming> incoming_;                            // in the order of `receives_`
  std::vector<std::size_t> first_incoming_, first_outgoing_;  // [n_stage + 1]

  // Of the transfer under way.
  std::int64_t step_ = -1;
  MessageHeader header_;
  bool has_header_ = false, is_given_ = false, is_taken_ = false, is_sent_ = false;
  std::size_t stage_ = 0;       // all before it have ended
  std::vector<int> n_missing_;  // messages of each stage
  std::span<const ConstCellRows> from_;
  std::span<const CellRows> to_;
  std::vector<std::size_t> waiting_;  // messages that came before take()
  std::vector<std::byte> scratch_;
};

}  // namespace groundswell
