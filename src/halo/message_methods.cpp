// SPDX-License-Identifier: Apache-2.0
// All methods post their receives before they send. In an exchange only MPI allocates memory, except in the
// first exchange of each row length and, with persistent requests, of each address at which rows are received
// in place.
#include "halo/message_methods.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace groundswell {

PointToPoint::PointToPoint(const HaloContext& context, std::vector<bool> leave)
    : HaloMethod(context),
      staging_(context_),
      receives_(std::size_t(context.plan.n_neighbour())),
      sends_(std::size_t(context.plan.n_neighbour())) {
  for (int n = 0; n < context.plan.n_neighbour(); ++n)
    if (leave.empty() || !leave[std::size_t(n)]) mine_.push_back(n);
}

void PointToPoint::start_receives() {
  const ScopedTimer timer(context_.timers, halo_wait_timer);
  for (const int n : mine_)
    if (context_.plan.n_from(n) > 0)
      receives_[std::size_t(n)] =
          context_.communicator.start_receive_bytes(staging_.to_receive(n), rank(n), tag);
}

void PointToPoint::withdraw() {
  for (const int n : mine_) {
    Request& receive = receives_[std::size_t(n)];
    if (!receive.pending()) continue;
    receive.cancel();
    context_.communicator.drop_message(std::int64_t(staging_.to_receive(n).size()), rank(n), tag);
  }
}

void PointToPoint::take(int n, std::int64_t bytes) {
  ensure(bytes == std::int64_t(staging_.to_receive(n).size()), "a halo message of ", bytes, " bytes");
  staging_.unpack(n);
}

void PointToPointOrdered::start(const HaloRows& rows) {
  staging_.load(rows, false);
  start_receives();
  pack_and_send([&](std::span<const std::byte> bytes, int n) {
    Request& sent = sends_[std::size_t(n)];
    sent = context_.communicator.start_send_bytes(bytes, rank(n), tag);
    context_.partners.wait_until([&] { return sent.test(); });
  });
}

bool PointToPointOrdered::is_ready() {
  for (const int n : mine_) {
    Request& request = receives_[std::size_t(n)];
    if (!request.pending()) continue;
    std::int64_t bytes = 0;
    if (!request.test(&bytes)) return false;
    take(n, bytes);
  }
  return true;
}

void PointToPointFree::start(const HaloRows& rows) {
  staging_.load(rows, true);
  start_receives();
  pack_and_send([&](std::span<const std::byte> bytes, int n) {
    sends_[std::size_t(n)] = context_.communicator.start_send_bytes(bytes, rank(n), tag);
  });
}

bool PointToPointFree::is_ready() {
  std::int64_t bytes = 0;
  int n = 0;
  while ((n = Request::test_any(receives_, &bytes)) >= 0) take(n, bytes);
  return n == Request::none_pending && Request::test_all(sends_);
}

Persistent::Set& Persistent::find_set(const HaloRows& rows) {
  const ScopedTimer timer(context_.timers, halo_wait_timer);
  if (staging_.load(rows, true)) sets_.clear();  // the buffers have moved
  const std::byte* place = staging_.receives_in_place() ? staging_.receive_buffer() : nullptr;
  return sets_.find_or_add(
      [&](const Set& set) { return set.row_bytes == rows.row_bytes() && set.place == place; },
      [&] { return make_set(rows, place); });
}

Persistent::Set Persistent::make_set(const HaloRows& rows, const std::byte* place) {
  const Communicator& communicator = context_.communicator;
  Set set{
      rows.row_bytes(), place, PersistentRequests(communicator), PersistentRequests(communicator), {}, {}};
  const HaloPlan& plan = context_.plan;
  for (int n = 0; n < plan.n_neighbour(); ++n) {
    if (plan.n_from(n) > 0) {
      set.receives.add_receive(staging_.to_receive(n), plan.neighbours[std::size_t(n)], 0);
      set.from.push_back(n);
    }
    if (plan.n_to(n) > 0) {
      set.sends.add_send(staging_.to_send(n), plan.neighbours[std::size_t(n)], 0);
      set.to.push_back(n);
    }
  }
  return set;
}

void Persistent::take(int index, std::int64_t bytes) {
  const int n = now_->from[std::size_t(index)];
  ensure(bytes == std::int64_t(staging_.to_receive(n).size()), "a halo message of ", bytes, " bytes");
  staging_.unpack(n);
}

void Persistent::start(const HaloRows& rows) {
  now_ = &find_set(rows);
  {
    const ScopedTimer timer(context_.timers, halo_wait_timer);
    now_->receives.start_all();
  }
  for (std::size_t i = 0; i < now_->to.size(); ++i) {
    staging_.pack(now_->to[i]);
    const ScopedTimer timer(context_.timers, halo_wait_timer);
    now_->sends.start(int(i));
  }
}

bool Persistent::is_ready() {
  now_->receives.test([&](int index, std::int64_t bytes) { take(index, bytes); });
  now_->sends.test([](int, std::int64_t) {});
  return now_->receives.n_under_way() == 0 && now_->sends.n_under_way() == 0;
}

}  // namespace groundswell
