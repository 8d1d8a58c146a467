// SPDX-License-Identifier: Apache-2.0
#include "halo/node_messages.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "comm/placement.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

constexpr int node_tag = 2;

std::vector<int> ranks_of(const std::vector<RankMessage>& messages) {
  std::vector<int> ranks;
  for (const RankMessage& message : messages) ranks.push_back(message.rank);
  return ranks;
}

// Nodes are identified by host name; if two ranks of one node cannot share memory, the method fails.
SharedPosts make_posts(const Communicator& communicator, const std::vector<int>& to,
                       const std::vector<int>& from) {
  SharedPosts posts(communicator, to, from);
  std::string message;
  for (int i = 0; i < int(to.size()) && message.empty(); ++i)
    if (!posts.reaches(i))
      message = text("rank ", communicator.rank(), " cannot share memory with rank ", to[std::size_t(i)],
                     " of the same node; choose a halo method other than node_aware");
  throw_together(communicator, message);
  return posts;
}

// Memory for that many bytes, which holds zeros or data of an earlier exchange.
SharedMemory& room(std::optional<SharedMemory>& memory, std::size_t bytes) {
  if (!memory || memory->bytes().size() < bytes) memory.emplace(bytes);
  return *memory;
}

// Returns when each of the `n` receivers of these posts has taken post `number` - 2, whose memory is used
// again.
void wait_for_takers(const HaloContext& context, const SharedPosts& posts, std::size_t n,
                     std::int64_t number) {
  const ScopedTimer timer(context.timers, halo_wait_timer);
  context.partners.wait_until([&] {
    for (int i = 0; i < int(n); ++i)
      if (!posts.was_taken(i, number - 2)) return false;
    return true;
  });
}

}  // namespace

NodeCarriers::NodeCarriers(const Communicator& communicator) {
  const Placement placement = find_placement(communicator);
  node_of_rank_ = placement.host_of_rank;
  ranks_of_node_.resize(placement.hosts.size());
  for (int rank = 0; rank < communicator.size(); ++rank)
    ranks_of_node_[std::size_t(node(rank))].push_back(rank);
}

NodeSends::NodeSends(const HaloContext& context, const NodeCarriers& carriers, const std::vector<bool>& leave)
    : context_(context) {
  plan_giving(carriers, leave);
  plan_carrying(carriers);
  posts_.emplace(make_posts(context.communicator, carriers_, givers_));
}

void NodeSends::plan_giving(const NodeCarriers& carriers, const std::vector<bool>& leave) {
  const HaloPlan& plan = context_.plan;
  const int here = carriers.node(context_.communicator.rank());
  std::vector<std::tuple<int, int, int>> list;  // carrier, node, neighbour
  for (int n = 0; n < plan.n_neighbour(); ++n) {
    const int node = carriers.node(plan.neighbours[std::size_t(n)]);
    if (!leave[std::size_t(n)] && plan.n_to(n) > 0) list.emplace_back(carriers.carrier(here, node), node, n);
  }
  std::ranges::sort(list);
  given_begin_.push_back(0);
  for (const auto& [carrier, node, n] : list) {
    if (carriers_.empty() || carriers_.back() != carrier) {
      carriers_.push_back(carrier);
      given_.push_back({carrier, {}});
      given_begin_.push_back(given_begin_.back());
    }
    std::vector<std::int64_t>& told = given_.back().values;
    if (told.empty() || told[told.size() - 2] != node) told.insert(told.end(), {node, 0});
    told.back() += plan.n_to(n);
    given_begin_.back() += plan.n_to(n);
    given_neighbours_.push_back(n);
  }
}

void NodeSends::plan_carrying(const NodeCarriers& carriers) {
  const int here = carriers.node(context_.communicator.rank());
  const std::vector<RankMessage> told = exchange_sparse(context_.communicator, given_);
  givers_ = ranks_of(told);
  std::map<int, ToNode> by_node;
  for (const RankMessage& giver : told)
    for (std::size_t i = 0; i < giver.values.size(); i += 2) {
      ToNode& message = by_node[int(giver.values[i])];
      message.rows += giver.values[i + 1];
      ++message.n_giver;
    }
  std::map<int, int> number;
  std::int64_t begin = 0;
  for (auto& [node, message] : by_node) {
    message.carrier = carriers.carrier(node, here);
    message.begin = begin;
    begin += message.rows;
    number[node] = int(messages_.size());
    messages_.push_back(std::move(message));
  }
  std::vector<std::int64_t> filled(messages_.size(), 0);  // rows
  for (const RankMessage& giver : told) {
    std::vector<Share>& shares = shares_.emplace_back();
    std::int64_t from = 0;
    for (std::size_t i = 0; i < giver.values.size(); i += 2) {
      const int m = number.at(int(giver.values[i]));
      const std::int64_t rows = giver.values[i + 1];
      shares.push_back({m, rows, from, messages_[std::size_t(m)].begin + filled[std::size_t(m)]});
      filled[std::size_t(m)] += rows;
      from += rows;
    }
  }
}

void NodeSends::start(const HaloRows& rows, std::int64_t number) {
  number_ = number;
  row_bytes_ = rows.row_bytes();
  wait_for_takers(context_, *posts_, carriers_.size(), number);
  const HaloPlan& plan = context_.plan;
  SharedMemory& packed = room(packed_[std::size_t(number % 2)], rows.bytes(given_begin_.back()));
  {
    const ScopedTimer timer(context_.timers, halo_pack_timer);
    std::byte* to = packed.data();
    for (const int n : given_neighbours_) {
      rows.pack(plan, n, to);
      to += rows.bytes(plan.n_to(n));
    }
  }
  for (int c = 0; c < int(carriers_.size()); ++c)
    posts_->post(c, number,
                 {.row_bytes = row_bytes_,
                  .message = {.memory = packed.name(),
                              .begin = std::int64_t(rows.bytes(given_begin_[std::size_t(c)]))}});
  const std::size_t n_carried =
      messages_.empty() ? 0 : rows.bytes(messages_.back().begin + messages_.back().rows);
  if (buffer_.size() < n_carried) buffer_.resize(n_carried);
  for (ToNode& message : messages_) message.n_open = message.n_giver;
  open_.resize(givers_.size());
  for (int g = 0; g < int(open_.size()); ++g) open_[std::size_t(g)] = g;
}

void NodeSends::collect(int giver) {
  const SharedPost& post = posts_->read(giver, number_);
  ensure(post.row_bytes == row_bytes_, "a halo post of rows of ", post.row_bytes, " bytes");
  const std::byte* from = posts_->find(giver, post.message.memory) + post.message.begin;
  for (const Share& share : shares_[std::size_t(giver)]) {
    ToNode& message = messages_[std::size_t(share.message)];
    {
      const ScopedTimer timer(context_.timers, halo_pack_timer);
      std::memcpy(buffer_.data() + share.to * row_bytes_, from + share.from * row_bytes_,
                  std::size_t(share.rows * row_bytes_));
    }
    if (--message.n_open > 0) continue;
    const std::span<const std::byte> bytes(buffer_.data() + message.begin * row_bytes_,
                                           std::size_t(message.rows * row_bytes_));
    message.request = context_.communicator.start_send_bytes(bytes, message.carrier, node_tag);
  }
  posts_->take(giver, number_);
}

bool NodeSends::progress() {
  std::erase_if(open_, [&](int giver) {
    if (!posts_->has(giver, number_)) return false;
    collect(giver);
    return true;
  });
  bool all = open_.empty();
  for (ToNode& message : messages_) all &= message.request.test();
  return all;
}

NodeReceives::NodeReceives(const HaloContext& context, const NodeCarriers& carriers,
                           const std::vector<bool>& leave)
    : context_(context) {
  const HaloPlan& plan = context.plan;
  const int here = carriers.node(context.communicator.rank());
  std::map<int, RankMessage> requests;  // by carrier: node, rank and rows of each piece
  std::map<int, std::vector<int>> neighbours;
  for (int n = 0; n < plan.n_neighbour(); ++n) {
    if (leave[std::size_t(n)] || plan.n_from(n) == 0) continue;
    const int rank = plan.neighbours[std::size_t(n)], node = carriers.node(rank);
    const int carrier = carriers.carrier(here, node);
    requests[carrier].rank = carrier;
    std::vector<std::int64_t>& values = requests[carrier].values;
    values.insert(values.end(), {node, rank, plan.n_from(n)});
    neighbours[carrier].push_back(n);
  }
  std::vector<RankMessage> sent;
  for (auto& [carrier, request] : requests) sent.push_back(std::move(request));
  plan_carrying(carriers, exchange_sparse(context.communicator, sent));
  for (const RankMessage& begins : exchange_sparse(context.communicator, begins_)) {
    bringers_.push_back(begins.rank);
    std::vector<Piece>& pieces = pieces_.emplace_back();
    for (std::size_t i = 0; i < begins.values.size(); ++i)
      pieces.push_back({neighbours.at(begins.rank)[i], begins.values[i]});
  }
  posts_.emplace(make_posts(context.communicator, takers_, bringers_));
}

void NodeReceives::plan_carrying(const NodeCarriers& carriers, const std::vector<RankMessage>& asked) {
  const int here = carriers.node(context_.communicator.rank());
  takers_ = ranks_of(asked);
  std::map<std::tuple<int, int, int>, std::int64_t> pieces;  // rows by node, sender and receiver
  for (const RankMessage& taker : asked)
    for (std::size_t i = 0; i < taker.values.size(); i += 3)
      pieces[{int(taker.values[i]), int(taker.values[i + 1]), taker.rank}] = taker.values[i + 2];
  std::map<std::pair<int, int>, std::int64_t> begin_of;  // by sender and receiver
  int last = -1;
  for (const auto& [piece, rows] : pieces) {
    const auto& [node, sender, receiver] = piece;
    if (node != last) messages_.push_back({carriers.carrier(node, here), 0, n_carried_, {}});
    last = node;
    begin_of[{sender, receiver}] = n_carried_;
    messages_.back().rows += rows;
    n_carried_ += rows;
  }
  for (const RankMessage& taker : asked) {
    RankMessage& begins = begins_.emplace_back(RankMessage{taker.rank, {}});
    for (std::size_t i = 0; i < taker.values.size(); i += 3)
      begins.values.push_back(begin_of.at({int(taker.values[i + 1]), taker.rank}));
  }
}

void NodeReceives::start(const HaloRows& rows, std::int64_t number) {
  rows_ = &rows;
  number_ = number;
  wait_for_takers(context_, *posts_, takers_.size(), number);
  const ScopedTimer timer(context_.timers, halo_wait_timer);
  SharedMemory& brought = room(brought_[std::size_t(number % 2)], rows.bytes(n_carried_));
  for (FromNode& message : messages_) {
    const std::span<std::byte> bytes(brought.data() + rows.bytes(message.begin), rows.bytes(message.rows));
    message.request = context_.communicator.start_receive_bytes(bytes, message.carrier, node_tag);
  }
  has_posted_ = messages_.empty();
  open_.resize(bringers_.size());
  for (int b = 0; b < int(open_.size()); ++b) open_[std::size_t(b)] = b;
}

void NodeReceives::receive() {
  bool all = true;
  for (FromNode& message : messages_) {
    if (!message.request.pending()) continue;
    std::int64_t bytes = 0;
    if (message.request.test(&bytes))
      ensure(bytes == std::int64_t(rows_->bytes(message.rows)), "a halo message of ", bytes, " bytes");
    else
      all = false;
  }
  if (!all) return;
  has_posted_ = true;
  for (int t = 0; t < int(takers_.size()); ++t)
    posts_->post(
        t, number_,
        {.row_bytes = rows_->row_bytes(), .message = {.memory = brought_[std::size_t(number_ % 2)]->name()}});
}

void NodeReceives::take(int bringer) {
  const SharedPost& post = posts_->read(bringer, number_);
  ensure(post.row_bytes == rows_->row_bytes(), "a halo post of rows of ", post.row_bytes, " bytes");
  const std::byte* from = posts_->find(bringer, post.message.memory);
  const ScopedTimer timer(context_.timers, halo_unpack_timer);
  for (const Piece& piece : pieces_[std::size_t(bringer)])
    rows_->unpack(context_.plan, piece.neighbour, from + rows_->bytes(piece.begin));
  posts_->take(bringer, number_);
}

bool NodeReceives::progress() {
  if (!has_posted_) receive();
  std::erase_if(open_, [&](int bringer) {
    if (!posts_->has(bringer, number_)) return false;
    take(bringer);
    return true;
  });
  return has_posted_ && open_.empty();
}

}  // namespace groundswell
