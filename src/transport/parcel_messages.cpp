// SPDX-License-Identifier: Apache-2.0
#include "transport/parcel_messages.hpp"

#include <algorithm>
#include <utility>

#include "comm/nap.hpp"

namespace groundswell {
namespace {

constexpr int tag_values = 1;

}  // namespace

void start_messages(const Communicator& communicator, const ShipmentPlan& plan,
                    const std::vector<Parcel>& parcels, SendSlots::Slot& slot) {
  std::span<std::byte> rest = slot.memory();
  for (const int to : plan.receivers()) {
    const auto n = std::size_t(plan.bytes_to(to, parcels));
    const std::span<std::byte> message = std::exchange(rest, rest.subspan(n)).first(n);
    if (message.empty()) continue;
    plan.pack(to, parcels, message.data());
    slot.add(communicator.start_synchronous_send_bytes(message, to, tag_values));
  }
}

void make_messages(const ShipmentPlan& plan, const std::vector<int>& kinds,
                   std::vector<ByteBuffer>& messages) {
  const std::vector<int>& senders = plan.senders();
  messages.resize(senders.size());
  for (std::size_t i = 0; i < senders.size(); ++i)
    messages[i].first(std::size_t(plan.bytes_from(senders[i], kinds)));
}

void receive_messages(const Communicator& communicator, const ShipmentPlan& plan,
                      const std::vector<int>& kinds, std::vector<ByteBuffer>& messages) {
  const std::vector<int>& senders = plan.senders();
  std::vector<Request> requests;
  for (std::size_t i = 0; i < senders.size(); ++i)
    if (const std::int64_t bytes = plan.bytes_from(senders[i], kinds); bytes > 0)
      requests.push_back(
          communicator.start_receive_bytes(messages[i].first(std::size_t(bytes)), senders[i], tag_values));
  nap_until([&] { return std::ranges::all_of(requests, [](Request& request) { return request.test(); }); });
}

ParcelExchange::ParcelExchange(const Communicator& communicator, std::vector<ParcelKind> kinds,
                               std::span<const Decomposition> own, std::span<const Decomposition> wanted)
    : communicator_(communicator), plan_(communicator, std::move(kinds), own, wanted) {}

void ParcelExchange::prepare(std::vector<Parcel> parcels) {
  parcels_ = std::move(parcels);
  slot_ = &slots_.next(std::size_t(plan_.bytes_to_all(parcels_)));
  make_messages(plan_, kinds_of(parcels_), messages_);
}

void ParcelExchange::exchange() {
  start_messages(communicator_, plan_, parcels_, *slot_);
  receive_messages(communicator_, plan_, kinds_of(parcels_), messages_);
  nap_until([&] { return slot_->is_free(); });
}

void ParcelExchange::copy_rows(std::size_t i, std::size_t field, const Block& places, std::byte* to) const {
  plan_.copy_own(parcels_[i], field, places, to);
  for (std::size_t s = 0; s < messages_.size(); ++s)
    plan_.unpack_some(plan_.senders()[s], messages_[s].data(), parcels_, i, field, places, to);
}

std::vector<ReceivedParcel> ParcelExchange::copy_all() const {
  std::vector<ReceivedParcel> all = plan_.take_own(parcels_);
  for (std::size_t s = 0; s < messages_.size(); ++s)
    plan_.unpack(plan_.senders()[s], messages_[s].data(), all);
  return all;
}

}  // namespace groundswell
