// SPDX-License-Identifier: Apache-2.0
#include "transfer/transfer.hpp"

#include <utility>

#include "transfer/transfer_implementation.hpp"

namespace groundswell {

Transfer::Transfer(const Communicator& communicator, const Decomposition* source, const Decomposition* target,
                   std::vector<TransferField> fields, TransferSettings settings, TransferGroup* group)
    : implementation_(std::make_unique<Implementation>(communicator, source, target, std::move(fields),
                                                       std::move(settings), group)) {}
Transfer::~Transfer() = default;
Transfer::Transfer(Transfer&&) noexcept = default;
Transfer& Transfer::operator=(Transfer&&) noexcept = default;

void Transfer::start(std::span<const ConstCellRows> from, std::span<const CellRows> to,
                     const std::vector<bool>& mask) {
  implementation_->start(from, to, mask);
}
void Transfer::finish() {
  implementation_->finish();
}
bool Transfer::test() {
  return implementation_->test();
}
bool Transfer::under_way() const {
  return implementation_->is_started();
}
void Transfer::leave() noexcept {
  implementation_->leave();
}
bool Transfer::has_left() noexcept {
  return implementation_->has_left();
}
bool Transfer::has_saved_choice() const {
  return implementation_->has_saved_choice();
}
void Transfer::save_choice() const {
  implementation_->save_choice();
}
bool Transfer::is_timing() const {
  return implementation_->method().is_timing();
}

std::string Transfer::links() const {
  std::string links;
  for (const bool kept : implementation_->kept()) links += kept ? '1' : '0';
  return links;
}

Transfer::Traffic Transfer::traffic() const {
  Traffic traffic;
  const auto bytes_of = [&](std::int64_t n_row) {
    return std::int64_t(sizeof(MessageHeader)) + n_row * implementation_->row_bytes();
  };
  for (const TransferStage& stage : implementation_->plan().stages) {
    traffic.sent_messages += std::int64_t(stage.sends.size());
    traffic.received_messages += std::int64_t(stage.receives.size());
    for (const SentMessage& message : stage.sends) traffic.sent_bytes += bytes_of(message.n_row);
    for (const ReceivedMessage& message : stage.receives) traffic.received_bytes += bytes_of(message.n_row);
  }
  return traffic;
}

}  // namespace groundswell
