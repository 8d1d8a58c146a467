// SPDX-License-Identifier: Apache-2.0
// A message is a header and a sequence of blocks, and each block is a sequence of fields: all rows of the
// first field, then all rows of the second, and so on. A forwarding process copies a block as a whole.
#include "transfer/plan_executor.hpp"

#include <cstring>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr std::int64_t header_bytes = sizeof(MessageHeader);
constexpr std::int64_t message_alignment = 64;  // [bytes]

// Lays messages out in a buffer one after another.
class BufferLayout {
 public:
  explicit BufferLayout(std::int64_t max_row_bytes) : max_row_bytes_(max_row_bytes) {}
  std::int64_t add(std::int64_t n_row) {
    const std::int64_t begin = size_;
    size_ += (message_bytes(n_row) + message_alignment - 1) / message_alignment * message_alignment;
    return begin;
  }
  std::int64_t message_bytes(std::int64_t n_row) const { return header_bytes + n_row * max_row_bytes_; }
  std::size_t size() const { return std::size_t(size_); }

 private:
  std::int64_t max_row_bytes_, size_ = 0;
};

}  // namespace

PlanExecutor::PlanExecutor(const Communicator& communicator, const CellPairs& pairs, TransferPlan plan,
                           std::int64_t max_row_bytes, Check check)
    : communicator_(communicator),
      pairs_(pairs),
      plan_(std::move(plan)),
      check_(std::move(check)),
      sends_(communicator),
      receives_(communicator) {
  lay_out_buffers(max_row_bytes);
}

PlanExecutor::~PlanExecutor() {
  if (sends_.n_under_way() > 0) send_buffer_.abandon();
  if (!receives_.cancel_receives()) receive_buffer_.abandon();
}

void PlanExecutor::lay_out_buffers(std::int64_t max_row_bytes) {
  BufferLayout send(max_row_bytes), receive(max_row_bytes);
  for (std::size_t s = 0; s < plan_.stages.size(); ++s) {
    first_outgoing_.push_back(outgoing_.size());
    first_incoming_.push_back(incoming_.size());
    for (const SentMessage& message : plan_.stages[s].sends) outgoing_.push_back({send.add(message.n_row)});
    for (std::size_t m = 0; m < plan_.stages[s].receives.size(); ++m)
      incoming_.push_back({s, m, receive.add(plan_.stages[s].receives[m].n_row)});
  }
  first_outgoing_.push_back(outgoing_.size());
  first_incoming_.push_back(incoming_.size());
  send_buffer_->resize(send.size());
  receive_buffer_->resize(receive.size());
  // The tag is the stage. In each stage of a transfer one rank sends another at most one message, and MPI
  // keeps the order of those of successive transfers.
  for (std::size_t s = 0, i = 0; s < plan_.stages.size(); ++s)
    for (const SentMessage& message : plan_.stages[s].sends)
      sends_.add_send(
          {send_buffer_->data() + outgoing_[i++].begin, std::size_t(send.message_bytes(message.n_row))},
          message.rank, int(s));
  for (const Incoming& in : incoming_) {
    const ReceivedMessage& message = plan_.stages[in.stage].receives[in.message];
    receives_.add_receive(
        {receive_buffer_->data() + in.begin, std::size_t(receive.message_bytes(message.n_row))}, message.rank,
        int(in.stage));
  }
}

void PlanExecutor::arm(std::int64_t step) {
  step_ = step;
  has_header_ = is_given_ = is_taken_ = is_sent_ = false;
  stage_ = 0;
  n_missing_.clear();
  for (const TransferStage& stage : plan_.stages) n_missing_.push_back(int(stage.receives.size()));
  for (Incoming& incoming : incoming_) incoming.has_come = false;
  waiting_.clear();
  receives_.start_all();
}

void PlanExecutor::give(std::span<const ConstCellRows> from, const MessageHeader& header) {
  from_ = from;
  set_header(header, communicator_.rank());
  is_given_ = true;
}

void PlanExecutor::take(std::span<const CellRows> to) {
  to_ = to;
  is_taken_ = true;
  for (const std::size_t index : std::exchange(waiting_, {})) deliver(incoming_[index]);
}

bool PlanExecutor::advance() {
  receives_.test([&](int index, std::int64_t bytes) { receive(index, bytes); });
  sends_.test([](int, std::int64_t) {});
  while (stage_ < plan_.stages.size()) {
    if (!is_sent_ && !send_stage()) break;
    if (n_missing_[stage_] > 0) break;
    ++stage_;
    is_sent_ = false;
  }
  return has_arrived() && waiting_.empty() && (is_taken_ || !pairs_.on_target);
}

std::set<int> PlanExecutor::missing_ranks() const {
  std::set<int> ranks;
  for (const Incoming& in : incoming_)
    if (!in.has_come) ranks.insert(plan_.stages[in.stage].receives[in.message].rank);
  return ranks;
}

void PlanExecutor::receive(int index, std::int64_t bytes) {
  Incoming& in = incoming_[std::size_t(index)];
  const ReceivedMessage& message = plan_.stages[in.stage].receives[in.message];
  in.has_come = true;
  --n_missing_[in.stage];
  MessageHeader header;
  std::memcpy(&header, receive_buffer_->data() + in.begin, sizeof header);
  ensure(bytes == header_bytes + message.n_row * header.row_bytes, "a message of ", bytes, " bytes for ",
         message.n_row, " rows of ", header.row_bytes, " bytes");
  set_header(header, message.rank);
  if (message.deliveries.empty()) return;
  if (is_taken_)
    deliver(in);
  else
    waiting_.push_back(std::size_t(index));
}

void PlanExecutor::set_header(const MessageHeader& header, int rank) {
  ensure(header.step == step_, "rank ", rank, " is at transfer ", header.step, ", this rank at ", step_);
  if (has_header_ && header != header_) check_(rank, header, &header_);
  header_ = header;
  has_header_ = true;
}

// Starts to send the messages of the current stage; returns false if this process's values have not been
// given yet.
bool PlanExecutor::send_stage() {
  if (pairs_.on_source && !is_given_) return false;
  const std::vector<SentMessage>& messages = plan_.stages[stage_].sends;
  for (std::size_t m = 0; m < messages.size(); ++m) {
    const std::size_t index = first_outgoing_[stage_] + m;
    std::byte* const buffer = send_buffer_->data() + outgoing_[index].begin;
    std::memcpy(buffer, &header_, sizeof header_);
    pack(messages[m], buffer + header_bytes);
    const std::int64_t bytes = header_bytes + messages[m].n_row * header_.row_bytes;
    sends_.resize_send(int(index), {buffer, std::size_t(bytes)});
    sends_.start(int(index));
  }
  is_sent_ = true;
  if (stage_ == 0 && is_taken_) deliver_local();
  return true;
}

void PlanExecutor::pack(const SentMessage& message, std::byte* to) const {
  for (const BlockPlace& block : message.blocks) {
    if (block.stage >= 0) {
      std::memcpy(to, stored(block), std::size_t(block.n_row * header_.row_bytes));
      to += block.n_row * header_.row_bytes;
      continue;
    }
    for (const ConstCellRows& field : from_) {
      pairs_.sends[std::size_t(block.pair)].rows.gather(field, to);
      to += block.n_row * field.length;
    }
  }
}

const std::byte* PlanExecutor::stored(const BlockPlace& place) const {
  const Incoming& in = incoming_[first_incoming_[std::size_t(place.stage)] + std::size_t(place.message)];
  return receive_buffer_->data() + in.begin + header_bytes + place.first_row * header_.row_bytes;
}

void PlanExecutor::deliver(const Incoming& in) {
  const ReceivedMessage& message = plan_.stages[in.stage].receives[in.message];
  check_(message.rank, header_, nullptr);
  for (const Delivery& delivery : message.deliveries) deliver_block(delivery.pair, stored(delivery.place));
}

void PlanExecutor::deliver_block(int pair, const std::byte* block) {
  const RowPlaces& rows = pairs_.receives[std::size_t(pair)].rows;
  for (const CellRows& field : to_) {
    rows.scatter(block, field);
    block += rows.n_row() * field.length;
  }
}

void PlanExecutor::deliver_local() {
  for (const Delivery& delivery : plan_.local_deliveries) {
    SentMessage all;
    all.blocks = {delivery.place};
    scratch_.resize(std::size_t(delivery.place.n_row * header_.row_bytes));
    pack(all, scratch_.data());
    check_(communicator_.rank(), header_, nullptr);
    deliver_block(delivery.pair, scratch_.data());
  }
}

}  // namespace groundswell
