// SPDX-License-Identifier: Apache-2.0
#include "halo/graph_methods.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace groundswell {

GraphMethod::GraphMethod(const HaloContext& context)
    : HaloMethod(context),
      graph_(context.communicator, context.plan.neighbours, context.plan.neighbours, context.watch),
      staging_(context_) {
  for (int n = 0; n < context.plan.n_neighbour(); ++n) {
    send_counts_.push_back(context.plan.n_to(n));
    receive_counts_.push_back(context.plan.n_from(n));
  }
}

void GraphMethod::load(const HaloRows& rows, bool may_receive_in_place) {
  rows_ = &rows;
  staging_.load(rows, may_receive_in_place);
  staging_.pack_all();
}

GraphExchange GraphMethod::exchange() {
  return {.send = staging_.send_buffer(),
          .send_counts = send_counts_,
          .send_begins = context_.plan.send_begin,
          .receive = staging_.receive_buffer(),
          .receive_counts = receive_counts_,
          .receive_begins = context_.plan.receive_begin,
          .row_bytes = rows_->row_bytes()};
}

void Graph::send() {
  const ScopedTimer timer(context_.timers, halo_wait_timer);
  request_ = start_exchange(graph_, exchange());
}

void Graph::start(const HaloRows& rows) {
  load(rows);
  send();
}

void Graph::finish() {
  HaloMethod::finish();
  unpack();
}

void GraphBlocking::finish() {
  send();
  is_sent_ = true;
  Graph::finish();
  is_sent_ = false;
}

GraphPersistent::GraphPersistent(const HaloContext& context) : GraphMethod(context) {
  require(PersistentExchange::is_available(),
          "this MPI library has no persistent neighbourhood collectives, ",
          "which need MPI 4; choose a halo method other than graph_persistent");
}

void GraphPersistent::start(const HaloRows& rows) {
  load(rows, false);
  const ScopedTimer timer(context_.timers, halo_wait_timer);
  if (rows.row_bytes() > longest_) sets_.clear();
  longest_ = std::max(longest_, rows.row_bytes());
  now_ = &sets_.find_or_add([&](const Set& set) { return set.row_bytes == rows.row_bytes(); },
                            [&] {
                              return Set{rows.row_bytes(), PersistentExchange(graph_, exchange())};
                            });
  now_->exchange.start();
}

void GraphPersistent::finish() {
  HaloMethod::finish();
  unpack();
}

Datatypes::Datatypes(const HaloContext& context)
    : HaloMethod(context),
      graph_(context.communicator, context.plan.neighbours, context.plan.neighbours, context.watch) {}

TypedExchange Datatypes::make_exchange(const HaloRows& rows) const {
  std::vector<MemoryRows> places;
  for (const HaloRowSet& set : rows.sets()) {
    MemoryRows& place = places.emplace_back(
        MemoryRows{set.data + set.offset, set.stride, set.length, set.line_length, set.line_stride});
    if (!set.is_split()) continue;
    place.length = set.piece_length;
    place.pieces.clear();
    set.for_pieces([&](std::int64_t offset) { place.pieces.push_back(offset); });
  }
  std::vector<OwnedType> send, receive;
  const HaloPlan& plan = context_.plan;
  for (int n = 0; n < plan.n_neighbour(); ++n) {
    send.push_back(make_memory_type(places, plan.cells_to(n)));
    receive.push_back(plan.positions ? make_memory_type(places, plan.rows_from(n))
                                     : make_memory_type(places, plan.first_from(n), plan.n_from(n)));
  }
  return TypedExchange(std::move(send), std::move(receive));
}

void Datatypes::start(const HaloRows& rows) {
  const ScopedTimer timer(context_.timers, halo_wait_timer);
  const Set& set = sets_.find_or_add([&](const Set& each) { return each.rows == rows; },
                                     [&] {
                                       return Set{rows, make_exchange(rows)};
                                     });
  request_ = set.exchange.start(graph_);
}

}  // namespace groundswell
