// SPDX-License-Identifier: Apache-2.0
#include "halo/halo_staging.hpp"

namespace groundswell {

bool HaloStaging::load(const HaloRows& rows, bool may_receive_in_place) {
  rows_ = &rows;
  in_place_ = may_receive_in_place && rows.is_block() && !context_.plan.positions;
  const HaloPlan& plan = context_.plan;
  const std::size_t n_send = rows.bytes(plan.send_begin.back());
  const std::size_t n_receive = in_place_ ? 0 : rows.bytes(plan.receive_begin.back());
  const bool grows = send_.size() < n_send || receive_.size() < n_receive;
  if (send_.size() < n_send) send_.resize(n_send);
  if (receive_.size() < n_receive) receive_.resize(n_receive);
  return grows;
}

std::byte* HaloStaging::receive_buffer() {
  return in_place_ ? rows_->sets()[0].row(context_.plan.n_owned) : receive_.data();
}

std::span<const std::byte> HaloStaging::to_send(int neighbour) const {
  const std::vector<int>& begin = context_.plan.send_begin;
  const std::size_t n = std::size_t(neighbour);
  return {send_.data() + rows_->bytes(begin[n]), rows_->bytes(begin[n + 1] - begin[n])};
}

std::span<std::byte> HaloStaging::to_receive(int neighbour) {
  return {receive_buffer() + rows_->bytes(context_.plan.receive_begin[std::size_t(neighbour)]),
          rows_->bytes(context_.plan.n_from(neighbour))};
}

void HaloStaging::pack(int neighbour) {
  const ScopedTimer timer(context_.timers, halo_pack_timer);
  rows_->pack(context_.plan, neighbour,
              send_.data() + rows_->bytes(context_.plan.send_begin[std::size_t(neighbour)]));
}

void HaloStaging::pack_all() {
  const ScopedTimer timer(context_.timers, halo_pack_timer);
  for (int n = 0; n < context_.plan.n_neighbour(); ++n)
    rows_->pack(context_.plan, n, send_.data() + rows_->bytes(context_.plan.send_begin[std::size_t(n)]));
}

void HaloStaging::unpack(int neighbour) {
  if (in_place_) return;
  const ScopedTimer timer(context_.timers, halo_unpack_timer);
  rows_->unpack(context_.plan, neighbour, to_receive(neighbour).data());
}

void HaloStaging::unpack_all() {
  for (int n = 0; n < context_.plan.n_neighbour(); ++n) unpack(n);
}

}  // namespace groundswell
