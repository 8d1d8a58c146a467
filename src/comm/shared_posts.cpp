// SPDX-License-Identifier: Apache-2.0
// Each rank has one shared memory that it alone writes: two posts for each receiver, and for each sender one
// line with the number of the last post taken. So no cache line has more than one writer or more than one
// reader.
#include "comm/shared_posts.hpp"

#include <atomic>
#include <cstring>
#include <deque>
#include <exception>
#include <utility>

#include "base/error.hpp"
#include "comm/nap.hpp"
#include "comm/placement.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

constexpr std::size_t line_bytes = 64;  // of a cache line
constexpr std::size_t kept = 24;        // memories of a sender that stay mapped
constexpr int introduction_tag = 0;
constexpr std::int64_t at_the_end = INT64_MAX;  // larger than any post's number

std::uint64_t load(const std::uint64_t& value) {
  return std::atomic_ref(const_cast<std::uint64_t&>(value)).load(std::memory_order_acquire);
}
void store(std::uint64_t& value, std::int64_t number) {
  std::atomic_ref(value).store(std::uint64_t(number), std::memory_order_release);
}

// The first message between two ranks: the location of the lines that its sender writes and its receiver
// reads.
struct Introduction {
  SharedMemoryName memory;
  std::int64_t line = 0;  // [bytes]
};

// Sends one message to each rank of the first list and receives one from each rank of the second; a value
// that this rank sends to itself is copied.
template <class T>
std::vector<T> swap_values(const Communicator& communicator, std::span<const int> send_to,
                           const std::vector<T>& sent, std::span<const int> receive_from) {
  std::vector<T> received(receive_from.size());
  std::vector<Request> requests;
  for (std::size_t i = 0; i < receive_from.size(); ++i)
    if (receive_from[i] != communicator.rank())
      requests.push_back(
          communicator.start_receive(std::span<T>(&received[i], 1), receive_from[i], introduction_tag));
  for (std::size_t i = 0; i < send_to.size(); ++i)
    if (send_to[i] != communicator.rank())
      requests.push_back(
          communicator.start_send(std::span<const T>(&sent[i], 1), send_to[i], introduction_tag));
  Request::wait_all(requests);
  for (std::size_t i = 0; i < receive_from.size(); ++i)
    for (std::size_t j = 0; receive_from[i] == communicator.rank() && j < send_to.size(); ++j)
      if (send_to[j] == receive_from[i]) received[i] = sent[j];
  return received;
}

}  // namespace

struct SharedPosts::State {
  struct alignas(line_bytes) PostLine {
    std::uint64_t number;
    std::uint64_t has_ended;  // 1 if no more posts will come
    SharedPost post;
  };
  struct alignas(line_bytes) TakenLine {
    std::uint64_t number;
  };
  static_assert(sizeof(TakenLine) == line_bytes);
  // The mapped memories of one other rank.
  class SeenMemories {
   public:
    const std::byte* find(const SharedMemoryName& name) {
      for (const ForeignMemory& memory : memories_)
        if (memory.name() == name) return memory.data();
      if (memories_.size() == kept) memories_.pop_front();
      return memories_.emplace_back(name).data();
    }

   private:
    std::deque<ForeignMemory> memories_;
  };

  State(std::size_t n_to, std::size_t n_from)
      : memory(2 * n_to * sizeof(PostLine) + n_from * sizeof(TakenLine)),
        n_to(n_to),
        taken_by(n_to, nullptr),
        posts_of(n_from, nullptr),
        seen(n_from),
        lines_of_receivers(n_to),
        lines_of_senders(n_from),
        n_posted(n_to, 0) {}

  PostLine& own_post(int to, std::int64_t number) {
    return reinterpret_cast<PostLine*>(memory.data())[2 * to + number % 2];
  }
  TakenLine& own_taken(int from) {
    return reinterpret_cast<TakenLine*>(memory.data() + 2 * n_to * sizeof(PostLine))[from];
  }

  SharedMemory memory;
  std::size_t n_to;
  std::vector<const TakenLine*> taken_by;  // [to], null if no memory is shared
  std::vector<const PostLine*> posts_of;   // [from], two for each
  std::vector<SeenMemories> seen;          // [from]
  std::vector<ForeignMemory> lines_of_receivers, lines_of_senders;
  std::vector<std::int64_t> n_posted;  // [to]
};

SharedPosts::SharedPosts(const Communicator& communicator, std::span<const int> to,
                         std::span<const int> from) {
  run_together(communicator, [&] { state_ = std::make_unique<State>(to.size(), from.size()); });
  State& s = *state_;
  const Placement placement = find_placement(communicator);
  const auto is_near = [&](int rank) {
    return placement.host_of_rank[std::size_t(rank)] ==
           placement.host_of_rank[std::size_t(communicator.rank())];
  };
  std::vector<Introduction> for_receivers(to.size()), for_senders(from.size());
  for (std::size_t i = 0; i < to.size(); ++i)
    for_receivers[i] = {s.memory.name(), std::int64_t(2 * i * sizeof(State::PostLine))};
  for (std::size_t i = 0; i < from.size(); ++i)
    for_senders[i] = {s.memory.name(),
                      std::int64_t(2 * s.n_to * sizeof(State::PostLine) + i * sizeof(State::TakenLine))};
  const auto of_senders = swap_values(communicator, to, for_receivers, from);
  const auto of_receivers = swap_values(communicator, from, for_senders, to);

  // 1 if this rank can map the lines of the other rank.
  std::vector<int> sees_receiver(to.size(), 0), sees_sender(from.size(), 0);
  const auto try_to_see = [&](const Introduction& other, ForeignMemory& memory) {
    try {
      memory = ForeignMemory(other.memory);
      return memory.data() + other.line;
    } catch (const Error&) {
      return static_cast<std::byte*>(nullptr);
    }
  };
  for (std::size_t i = 0; i < to.size(); ++i)
    if (is_near(to[i]))
      s.taken_by[i] =
          reinterpret_cast<const State::TakenLine*>(try_to_see(of_receivers[i], s.lines_of_receivers[i]));
  for (std::size_t i = 0; i < from.size(); ++i)
    if (is_near(from[i]))
      s.posts_of[i] =
          reinterpret_cast<const State::PostLine*>(try_to_see(of_senders[i], s.lines_of_senders[i]));
  for (std::size_t i = 0; i < to.size(); ++i) sees_receiver[i] = s.taken_by[i] != nullptr;
  for (std::size_t i = 0; i < from.size(); ++i) sees_sender[i] = s.posts_of[i] != nullptr;
  const auto senders_see = swap_values(communicator, to, sees_receiver, from);
  const auto receivers_see = swap_values(communicator, from, sees_sender, to);
  for (std::size_t i = 0; i < to.size(); ++i)
    if (!receivers_see[i]) s.taken_by[i] = nullptr;
  for (std::size_t i = 0; i < from.size(); ++i)
    if (!senders_see[i]) s.posts_of[i] = nullptr;
}

SharedPosts::~SharedPosts() {
  if (!state_) return;
  for (int from = 0; from < int(state_->posts_of.size()); ++from) take(from, at_the_end);
  for (int to = 0; to < int(state_->n_to); ++to)
    if (reaches(to) && std::uncaught_exceptions() == 0)
      nap_until([&] { return was_taken(to, state_->n_posted[std::size_t(to)]); });
  end();
}

void SharedPosts::end() {
  for (int from = 0; from < int(state_->posts_of.size()); ++from) take(from, at_the_end);
  for (int to = 0; to < int(state_->n_to); ++to)
    for (const std::int64_t number : {0, 1}) store(state_->own_post(to, number).has_ended, 1);
}

SharedPosts::SharedPosts(SharedPosts&&) noexcept = default;

bool SharedPosts::reaches(int to) const {
  return state_->taken_by[std::size_t(to)] != nullptr;
}

bool SharedPosts::sees(int from) const {
  return state_->posts_of[std::size_t(from)] != nullptr;
}

void SharedPosts::post(int to, std::int64_t number, const SharedPost& post) {
  State::PostLine& line = state_->own_post(to, number);
  line.post = post;
  store(line.number, number);
  state_->n_posted[std::size_t(to)] = number;
}

bool SharedPosts::was_taken(int to, std::int64_t number) const {
  return std::int64_t(load(state_->taken_by[std::size_t(to)]->number)) >= number;
}

bool SharedPosts::has(int from, std::int64_t number) const {
  const State::PostLine& line = state_->posts_of[std::size_t(from)][number % 2];
  return std::int64_t(load(line.number)) >= number || load(line.has_ended) != 0;
}

const SharedPost& SharedPosts::read(int from, std::int64_t number) const {
  const State::PostLine& line = state_->posts_of[std::size_t(from)][number % 2];
  require(std::int64_t(load(line.number)) >= number,
          "another process has ended an exchange of which this one still waits for values");
  return line.post;
}

void SharedPosts::take(int from, std::int64_t number) {
  store(state_->own_taken(from).number, number);
}

const std::byte* SharedPosts::find(int from, const SharedMemoryName& memory) {
  return state_->seen[std::size_t(from)].find(memory);
}

}  // namespace groundswell
