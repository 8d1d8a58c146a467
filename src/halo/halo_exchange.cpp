// SPDX-License-Identifier: Apache-2.0
// Checks of the caller, buffers and packing: everything about an exchange except how messages are sent.
#include "decomp/halo_exchange.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "decomp/halo_method.hpp"

namespace groundswell {
namespace {

void check_rows(const CellRows& rows, const HaloPlan& plan) {
  require(rows.n_row >= plan.n_cell(), "a halo exchange was given ", rows.n_row, " rows for ", plan.n_cell(),
          " local cells (owned and halo); give one row per cell");
  require(rows.length >= 0 && rows.offset >= 0 && rows.offset + rows.length <= rows.stride,
          "a halo exchange was given rows of ", rows.stride, " bytes, which do not hold ", rows.length,
          " bytes from byte ", rows.offset);
}

std::size_t buffer_bytes(int n_cell, std::int64_t row_bytes) {
  return std::size_t(n_cell) * std::size_t(row_bytes);
}

}  // namespace

void HaloTransit::load(std::span<const CellRows> rows) {
  rows_.assign(rows.begin(), rows.end());
  row_bytes_ = 0;
  for (const CellRows& each : rows_) row_bytes_ += each.length;
  // Buffers only grow, so that repeated exchanges allocate nothing.
  const std::size_t n_send = buffer_bytes(plan_.send_begin.back(), row_bytes_);
  const std::size_t n_receive = buffer_bytes(plan_.receive_begin.back(), row_bytes_);
  if (send_.size() < n_send) send_.resize(n_send);
  if (receive_.size() < n_receive) receive_.resize(n_receive);
}

std::span<const std::byte> HaloTransit::to_send(int neighbour) const {
  const std::size_t n = std::size_t(neighbour);
  return {send_.data() + buffer_bytes(plan_.send_begin[n], row_bytes_),
          buffer_bytes(plan_.send_begin[n + 1] - plan_.send_begin[n], row_bytes_)};
}

std::span<std::byte> HaloTransit::to_receive(int neighbour) {
  const std::size_t n = std::size_t(neighbour);
  return {receive_.data() + buffer_bytes(plan_.receive_begin[n], row_bytes_),
          buffer_bytes(plan_.receive_begin[n + 1] - plan_.receive_begin[n], row_bytes_)};
}

void HaloTransit::pack(int neighbour) {
  const ScopedTimer timer(timers_, "halo.pack");
  const std::size_t n = std::size_t(neighbour);
  std::byte* to = send_.data() + buffer_bytes(plan_.send_begin[n], row_bytes_);
  for (int i = plan_.send_begin[n]; i < plan_.send_begin[n + 1]; ++i) {
    for (const CellRows& rows : rows_) {
      std::memcpy(to, rows.data + plan_.send_cells[std::size_t(i)] * rows.stride + rows.offset,
                  std::size_t(rows.length));
      to += rows.length;
    }
  }
}

void HaloTransit::unpack(int neighbour) {
  const ScopedTimer timer(timers_, "halo.unpack");
  const std::size_t n = std::size_t(neighbour);
  const std::byte* from = receive_.data() + buffer_bytes(plan_.receive_begin[n], row_bytes_);
  for (int i = plan_.receive_begin[n]; i < plan_.receive_begin[n + 1]; ++i) {
    for (const CellRows& rows : rows_) {
      std::memcpy(rows.data + (std::int64_t(plan_.n_owned) + i) * rows.stride + rows.offset, from,
                  std::size_t(rows.length));
      from += rows.length;
    }
  }
}

// The order of members matters: a method keeps references to communicator and plan.
struct HaloExchange::State {
  State(const Communicator& ranks, HaloPlan the_plan, std::string_view method, Timers* the_timers)
      : communicator(ranks.duplicate()),
        plan(std::move(the_plan)),
        name(method),
        transit(plan, the_timers ? *the_timers : own_timers),
        sender(make_halo_method(method, communicator, plan)) {}

  Communicator communicator;
  HaloPlan plan;
  std::string name;
  Timers own_timers;
  HaloTransit transit;
  std::unique_ptr<HaloMethod> sender;
  bool under_way = false;
};

HaloExchange::HaloExchange(const Communicator& communicator, HaloPlan plan, std::string_view method,
                           Timers* timers)
    : state_(std::make_unique<State>(communicator, std::move(plan), method, timers)) {}
HaloExchange::~HaloExchange() = default;
HaloExchange::HaloExchange(HaloExchange&&) noexcept = default;
HaloExchange& HaloExchange::operator=(HaloExchange&&) noexcept = default;

const HaloPlan& HaloExchange::plan() const {
  return state_->plan;
}
const std::string& HaloExchange::method() const {
  return state_->name;
}
bool HaloExchange::under_way() const {
  return state_->under_way;
}

void HaloExchange::start(std::span<const CellRows> rows) {
  require(!state_->under_way, "a halo exchange was started twice; finish it before starting the next");
  for (const CellRows& each : rows) check_rows(each, state_->plan);
  state_->transit.load(rows);
  state_->under_way = true;
  if (state_->transit.row_bytes() > 0) state_->sender->start(state_->transit);
}

void HaloExchange::finish() {
  require(state_->under_way, "a halo exchange was finished but not started; call start first");
  state_->under_way = false;
  if (state_->transit.row_bytes() > 0) state_->sender->finish(state_->transit);
}

std::int64_t HaloExchange::send_bytes(std::int64_t row_bytes) const {
  return std::int64_t(state_->plan.send_cells.size()) * row_bytes;
}

}  // namespace groundswell
