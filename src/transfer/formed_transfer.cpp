// SPDX-License-Identifier: Apache-2.0
#include "transfer/formed_transfer.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace groundswell {
namespace {

std::int64_t n_cell(const Decomposition& decomposition) {
  return std::int64_t(decomposition.cells.size());
}

}  // namespace

bool MaskArray::operator[](std::size_t i) const {
  const std::byte* value = values + std::int64_t(i) * stride;
  return std::any_of(value, value + bytes, [](std::byte byte) { return byte != std::byte{0}; });
}

std::string TransferInstance::name() const {
  if (!settings.name.empty()) return settings.name;
  return text(key.number + 1, " from world rank ", key.sender_root, " to ", key.receiver_root);
}

// Unnamed fields are named by their position among the fields of their side, so the two sides agree.
std::vector<LaidOutArray> TransferInstance::laid_out(bool is_sent) const {
  std::vector<LaidOutArray> chosen;
  for (const FieldArray& array : arrays) {
    if (array.is_sent != is_sent) continue;
    FieldArray& named = chosen.emplace_back(LaidOutArray{array, {}}).array;
    if (named.name.empty()) named.name = text("field ", chosen.size());
    chosen.back().layout = lay_out(named, n_cell(is_sent ? source() : target()));
  }
  return chosen;
}

void TransferInstance::check() const {
  const std::size_t n_decomposition = role == MeetingRole::both ? 2 : 1;
  require(decompositions.size() == n_decomposition, "transfer '", name(), "' has ", decompositions.size(),
          " decompositions, but ", n_decomposition, " must be registered",
          role == MeetingRole::both ? " (the first of what is sent, the second of what is received)" : "");
  for (const bool is_sent : {true, false}) {
    const bool on_side = role != (is_sent ? MeetingRole::receiver : MeetingRole::sender);
    const std::size_t n = laid_out(is_sent).size();
    require(on_side || n == 0, "transfer '", name(), "' only ", is_sent ? "receives" : "sends",
            " here, but a field was registered that is ", is_sent ? "sent" : "received",
            "; fields that are sent are registered as input of the transfer");
    require(!on_side || n > 0, "transfer '", name(), "' has no field to be ", is_sent ? "sent" : "received",
            "; register at least one");
  }
  require(!mask.values || mask.size == std::int64_t(arrays.size()), "the mask of transfer '", name(),
          "' has ", mask.size, " entries for ", arrays.size(), " fields");
}

std::vector<bool> TransferInstance::travelling(bool is_sent) const {
  std::vector<bool> chosen;
  for (std::size_t i = 0; mask.values && i < arrays.size(); ++i)
    if (arrays[i].is_sent == is_sent) chosen.push_back(mask[i]);
  return chosen;
}

std::vector<TransferInstance*> TransferParts::all() const {
  std::vector<TransferInstance*> parts;
  if (sender) parts.push_back(sender);
  if (receiver && receiver != sender) parts.push_back(receiver);
  return parts;
}

FormedTransfer::FormedTransfer(const Communicator& communicator, const TransferParts& parts,
                               TransferGroup& group)
    : parts_(parts) {
  const auto& [sender, receiver] = parts;
  TransferSettings settings = parts.all().front()->settings;
  settings.name = parts.all().front()->name();
  std::vector<LaidOutArray> sent, received;
  if (sender) sent = sender->laid_out(true);
  if (receiver) received = receiver->laid_out(false);
  fields_ =
      agree_on_fields(communicator, settings.name, sender ? &sent : nullptr, receiver ? &received : nullptr);
  std::vector<TransferField> pieces;
  const auto add = [](auto& all, const auto& more) { all.insert(all.end(), more.begin(), more.end()); };
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const Block values{0, fields_[i].n_value};
    add(pieces, pieces_of(fields_[i], values));
    if (sender) add(from_, rows_of(fields_[i], sent[i], values, n_cell(sender->source())));
    if (receiver) add(to_, rows_of(fields_[i], received[i], values, n_cell(receiver->target())));
  }
  transfer_.emplace(communicator, sender ? &sender->source() : nullptr,
                    receiver ? &receiver->target() : nullptr, pieces, settings, &group);
}

std::vector<bool> FormedTransfer::mask() const {
  std::vector<bool> chosen;
  if (parts_.sender) chosen = parts_.sender->travelling(true);
  if (parts_.receiver) {
    const std::vector<bool> other = parts_.receiver->travelling(false);
    require(chosen.empty() || other.empty() || chosen == other, "the masks of transfer '",
            parts_.receiver->name(), "' differ between what is sent and what is received on this process");
    if (chosen.empty()) chosen = other;
  }
  std::vector<bool> pieces;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    pieces.insert(pieces.end(), fields_[i].is_whole ? 1 : std::size_t(fields_[i].n_value), chosen[i]);
  return pieces;
}

void FormedTransfer::start(TransferInstance& instance) {
  require(instance.n_started == instance.n_finished, "transfer '", instance.name(),
          "' was started twice; finish the first before the second starts");
  if (instance.n_started == n_started_) {
    transfer_->start(from_, to_, mask());
    ++n_started_;
  } else {
    repeat_failure();
  }
  ++instance.n_started;
}

bool FormedTransfer::test(TransferInstance& instance) {
  require(instance.n_started > instance.n_finished, "transfer '", instance.name(),
          "' was tested but not started; call start first");
  repeat_failure();
  return n_finished_ >= instance.n_started || transfer_->test();
}

void FormedTransfer::finish(TransferInstance& instance) {
  require(instance.n_started > instance.n_finished, "transfer '", instance.name(),
          "' was finished but not started; call start first");
  ++instance.n_finished;
  if (n_finished_ < instance.n_finished) {
    ++n_finished_;
    transfer_->finish();
  } else {
    repeat_failure();
  }
}

// A transfer that has failed to finish remains under way, and says why in each call.
void FormedTransfer::repeat_failure() {
  if (n_finished_ == n_started_ && transfer_->under_way()) transfer_->test();
}

void FormedTransfer::leave(const TransferInstance& instance) {
  if (parts_.sender == &instance) parts_.sender = nullptr;
  if (parts_.receiver == &instance) parts_.receiver = nullptr;
  if (parts_.all().empty()) transfer_->leave();
}

}  // namespace groundswell
