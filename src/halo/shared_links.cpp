// SPDX-License-Identifier: Apache-2.0
#include "halo/shared_links.hpp"

#include <algorithm>
#include <cstring>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr int cells_tag = 1;

// Tells each neighbour which of this rank's cells are in that neighbour's halo, and returns what the
// neighbours tell this rank.
std::vector<std::vector<int>> swap_cells(const HaloContext& context) {
  const HaloPlan& plan = context.plan;
  std::vector<std::vector<int>> cells(plan.neighbours.size());
  std::vector<Request> requests;
  for (int n = 0; n < plan.n_neighbour(); ++n) {
    const int rank = plan.neighbours[std::size_t(n)];
    std::vector<int>& mine = cells[std::size_t(n)];
    mine.resize(std::size_t(plan.n_from(n)));
    requests.push_back(context.communicator.start_receive(std::span<int>(mine), rank, cells_tag));
    requests.push_back(context.communicator.start_send(plan.cells_to(n), rank, cells_tag));
  }
  Request::wait_all(requests);
  return cells;
}

}  // namespace

SharedLinks::SharedLinks(const HaloContext& context)
    : context_(context),
      cells_of_(swap_cells(context)),
      posts_(context.communicator, context.plan.neighbours, context.plan.neighbours) {
  for (int n = 0; n < context.plan.n_neighbour(); ++n) {
    reached_.push_back(posts_.reaches(n) && posts_.sees(n));
    if (!reached_.back()) continue;
    if (context.plan.n_to(n) > 0) send_to_.push_back(n);
    if (context.plan.n_from(n) > 0) receive_from_.push_back(n);
  }
}

const SharedMemory* SharedLinks::memory_of(const HaloRowSet& set) const {
  if (set.line_length > 0 || set.is_split()) return nullptr;  // posts can describe neither
  const int n = context_.plan.n_row();                        // the last row may be shorter than the stride
  return context_.memory.find({set.row(0), n == 0 ? 0 : std::size_t((n - 1) * set.stride + set.length)});
}

bool SharedLinks::lies_in_shared_memory() const {
  return rows_->sets().size() <= std::size_t(SharedPost::most_sets) &&
         std::ranges::all_of(rows_->sets(), [&](const HaloRowSet& set) { return memory_of(set) != nullptr; });
}

void SharedLinks::post_in_place() {
  SharedPost post{.row_bytes = rows_->row_bytes(), .n_set = std::int64_t(rows_->sets().size())};
  for (std::size_t i = 0; i < rows_->sets().size(); ++i) {
    const HaloRowSet& set = rows_->sets()[i];
    const SharedMemory& memory = *memory_of(set);
    post.sets[i] = {memory.name(), set.data - memory.data() + set.offset, set.stride, set.length};
  }
  for (const int n : send_to_) posts_.post(n, number_, post);
  open_to_ = send_to_;
}

void SharedLinks::post_packed() {
  std::optional<SharedMemory>& memory = packed_[std::size_t(number_ % 2)];
  const std::size_t bytes = rows_->bytes(context_.plan.send_begin.back());
  if (!memory || memory->bytes().size() < bytes) memory.emplace(bytes);
  for (const int n : send_to_) {
    const std::int64_t begin = std::int64_t(rows_->bytes(context_.plan.send_begin[std::size_t(n)]));
    {
      const ScopedTimer timer(context_.timers, halo_pack_timer);
      rows_->pack(context_.plan, n, memory->data() + begin);
    }
    posts_.post(n, number_,
                {.row_bytes = rows_->row_bytes(), .message = {.memory = memory->name(), .begin = begin}});
  }
  open_to_.clear();
}

void SharedLinks::start(const HaloRows& rows) {
  rows_ = &rows;
  ++number_;
  open_from_ = receive_from_;
  {
    const ScopedTimer timer(context_.timers, halo_wait_timer);
    context_.partners.wait_until([&] {
      return std::ranges::all_of(send_to_, [&](int n) { return posts_.was_taken(n, number_ - 2); });
    });
  }
  if (lies_in_shared_memory())
    post_in_place();
  else
    post_packed();
}

void SharedLinks::copy(int neighbour) {
  const SharedPost& post = posts_.read(neighbour, number_);
  const HaloPlan& plan = context_.plan;
  const std::int64_t n = plan.n_from(neighbour), first = plan.first_from(neighbour);
  const auto& sets = rows_->sets();
  ensure(post.row_bytes == rows_->row_bytes(), "a halo post of rows of ", post.row_bytes, " bytes");
  const ScopedTimer timer(context_.timers, halo_unpack_timer);
  if (post.n_set == 0) {
    rows_->unpack(plan, neighbour, posts_.find(neighbour, post.message.memory) + post.message.begin);
    return;
  }
  const std::vector<int>& cells = cells_of_[std::size_t(neighbour)];
  const int* places = plan.positions ? plan.rows_from(neighbour).data() : nullptr;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const SharedRows& there = post.sets[i];
    const std::byte* from = posts_.find(neighbour, there.memory) + there.begin;
    for (std::int64_t cell = 0; cell < n; ++cell) {
      std::byte* const to = sets[i].row(places ? places[cell] : first + cell);
      const std::byte* const row = from + cells[std::size_t(cell)] * there.stride;
      if (sets[i].is_split())
        sets[i].copy_in(to, row);
      else
        std::memcpy(to, row, std::size_t(there.length));
    }
  }
}

bool SharedLinks::progress() {
  std::erase_if(open_from_, [&](int n) {
    if (!posts_.has(n, number_)) return false;
    copy(n);
    posts_.take(n, number_);
    return true;
  });
  std::erase_if(open_to_, [&](int n) { return posts_.was_taken(n, number_); });
  return open_from_.empty() && open_to_.empty();
}

}  // namespace groundswell
