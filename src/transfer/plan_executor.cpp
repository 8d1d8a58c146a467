// SPDX-License-Identifier: Apache-2.0
// A message is a header and a sequence of blocks, and each block is a sequence of fields: all rows of the
// first field, then all rows of the second, and so on. A forwarding process copies a block as a whole.
#include "transfer/plan_executor.hpp"

#include <cstring>
#include <utility>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr std::int64_t header_bytes = sizeof(MessageHeader);

}  // namespace

// The tag is the stage. In each stage of a transfer one rank sends another at most one message, and MPI keeps
// the order of those of successive transfers.
PlanExecutor::PlanExecutor(const Communicator& communicator, const CellPairs& pairs, TransferPlan plan,
                           std::int64_t max_row_bytes, Check check)
    : communicator_(communicator), pairs_(pairs), plan_(std::move(plan)), check_(std::move(check)) {
  std::vector<ExpectedMessage> expected;
  for (const ReceivedMessage& message : plan_.receives)
    expected.push_back({message.rank, message.stage, header_bytes + message.n_row * max_row_bytes});
  received_.make_room(std::move(expected));
  std::int64_t bytes = 0;
  for (const SentMessage& message : plan_.sends) bytes += header_bytes + message.n_row * max_row_bytes;
  sent_->first(std::size_t(bytes));
}

void PlanExecutor::arm(std::int64_t step) {
  step_ = step;
  header_.reset();
  from_.reset();
  to_.reset();
  n_sent_ = 0;
  sent_bytes_ = 0;
  stage_ = 0;
  has_come_.assign(plan_.receives.size(), false);
  n_missing_.assign(std::size_t(plan_.n_stage), 0);
  for (const ReceivedMessage& message : plan_.receives) ++n_missing_[std::size_t(message.stage)];
  received_.start(communicator_);
}

void PlanExecutor::give(std::span<const ConstCellRows> from, const MessageHeader& header) {
  from_ = from;
  set_header(header, communicator_.rank());
}

void PlanExecutor::take(std::span<const CellRows> to) {
  to_ = to;
  for (std::size_t i = 0; i < has_come_.size(); ++i)
    if (has_come_[i]) deliver(i);
}

bool PlanExecutor::advance() {
  received_.test([&](std::size_t message, std::int64_t bytes) { receive(message, bytes); });
  if (stage_ == 0 && (from_ || !pairs_.on_source)) send_stage();
  while (stage_ > 0 && stage_ < plan_.n_stage && has_all_of(stage_ - 1)) send_stage();
  return sent_.test() && stage_ == plan_.n_stage && has_all_of(stage_ - 1) && (to_ || !pairs_.on_target);
}

void PlanExecutor::receive(std::size_t index, std::int64_t bytes) {
  const ReceivedMessage& message = plan_.receives[index];
  has_come_[index] = true;
  --n_missing_[std::size_t(message.stage)];
  MessageHeader header;
  std::memcpy(&header, received_[index], sizeof header);
  ensure(bytes == header_bytes + message.n_row * header.row_bytes, "a message of ", bytes, " bytes for ",
         message.n_row, " rows of ", header.row_bytes, " bytes");
  set_header(header, message.rank);
  if (to_) deliver(index);
}

void PlanExecutor::set_header(const MessageHeader& header, int rank) {
  ensure(header.step == step_, "rank ", rank, " is at transfer ", header.step, ", this rank at ", step_);
  if (header_ && header != *header_) check_(rank, header, &*header_);
  header_ = header;
}

// Starts to send the messages of the next stage.
void PlanExecutor::send_stage() {
  for (; n_sent_ < plan_.sends.size() && plan_.sends[n_sent_].stage == stage_; ++n_sent_) {
    const SentMessage& message = plan_.sends[n_sent_];
    std::byte* const begin = sent_->data() + sent_bytes_;
    std::memcpy(begin, &*header_, sizeof *header_);
    std::byte* end = begin + header_bytes;
    for (const BlockPlace& block : message.blocks) end = pack(block, end);
    sent_.add(communicator_.start_send_bytes({begin, end}, message.rank, message.stage));
    sent_bytes_ += end - begin;
  }
  if (stage_ == 0 && to_) deliver_local();
  ++stage_;
}

// Returns the end of the block.
std::byte* PlanExecutor::pack(const BlockPlace& block, std::byte* to) const {
  if (block.message < 0) return pairs_.sends[std::size_t(block.pair)].rows.gather(*from_, to);
  const std::int64_t bytes = block.n_row * header_->row_bytes;
  std::memcpy(to, stored(block), std::size_t(bytes));
  return to + bytes;
}

const std::byte* PlanExecutor::stored(const BlockPlace& place) const {
  return received_[std::size_t(place.message)] + header_bytes + place.first_row * header_->row_bytes;
}

void PlanExecutor::deliver(std::size_t index) {
  const ReceivedMessage& message = plan_.receives[index];
  if (message.deliveries.empty()) return;
  check_(message.rank, *header_, nullptr);
  for (const Delivery& delivery : message.deliveries)
    pairs_.receives[std::size_t(delivery.pair)].rows.scatter(stored(delivery.place), *to_);
}

void PlanExecutor::deliver_local() {
  for (const Delivery& delivery : plan_.local_deliveries) {
    check_(communicator_.rank(), *header_, nullptr);
    std::byte* const rows = own_.first(std::size_t(delivery.place.n_row * header_->row_bytes)).data();
    pack(delivery.place, rows);
    pairs_.receives[std::size_t(delivery.pair)].rows.scatter(rows, *to_);
  }
}

}  // namespace groundswell
