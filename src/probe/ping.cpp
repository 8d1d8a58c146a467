// SPDX-License-Identifier: Apache-2.0
#include "probe/ping.hpp"

#include <thread>

#include "base/stopwatch.hpp"

namespace groundswell {
namespace {

constexpr int message_tag = 3, answer_tag = 4;
// The first byte of a message tells its kind. Calls and their answers are one byte long.
constexpr std::byte message{0}, first_call{1}, last_call{2};
constexpr int most_samples = 100000;

class Pinging {
 public:
  Pinging(const Communicator& communicator, int partner, const PingSettings& settings, PingBuffers& buffers)
      : communicator_(communicator), partner_(partner), settings_(settings), buffers_(buffers) {}

  // The round-trip time of each message.
  std::vector<double> ask() {
    ask_once(1, first_call);  // wakes the partner and sets up connections
    std::vector<double> samples;
    const Stopwatch stopwatch;
    double before = stopwatch.seconds();
    while (samples.empty() || !is_time_to_end(int(samples.size()), before)) {
      ask_once(settings_.bytes, message);
      const double now = stopwatch.seconds();
      samples.push_back(now - before);
      before = now;
    }
    ask_once(1, last_call);
    return samples;
  }

  void answer() {
    start_receive(settings_.bytes, message_tag);
    for (bool is_over = false; !is_over;) {
      finish(buffers_.received);
      const std::byte kind = buffers_.received->front();
      is_over = kind == last_call;
      if (!is_over) start_receive(settings_.bytes, message_tag);
      start_send(kind == message ? settings_.answer_bytes : 1, answer_tag);
      finish(buffers_.sent);
    }
  }

 private:
  // Whether to stop after this many messages.
  bool is_time_to_end(int n_sample, double elapsed) const {
    const double time = 0.5 * settings_.seconds;  // the other half is the partner's
    if (settings_.until_time) return elapsed >= time || n_sample >= most_samples;
    return n_sample >= settings_.repetitions || elapsed + elapsed / n_sample > time;
  }

  void ask_once(std::int64_t bytes, std::byte kind) {
    buffers_.sent->front() = kind;
    start_receive(settings_.answer_bytes, answer_tag);
    start_send(bytes, message_tag);
    finish(buffers_.sent);
    finish(buffers_.received);
  }

  void start_send(std::int64_t bytes, int tag) {
    const std::span sent = std::span(*buffers_.sent).first(std::size_t(bytes));
    buffers_.sent.add(communicator_.start_send_bytes(sent, partner_, tag));
  }
  void start_receive(std::int64_t bytes, int tag) {
    const std::span received = std::span(*buffers_.received).first(std::size_t(bytes));
    buffers_.received.add(communicator_.start_receive_bytes(received, partner_, tag));
  }

  void finish(LentToMpi<std::vector<std::byte>>& buffer) const {
    const Stopwatch waiting;
    while (!buffer.test()) {
      if (waiting.seconds() > settings_.answer_seconds)
        throw SilentPartner(text("process ", partner_, " did not answer process ", communicator_.rank(),
                                 " within ", settings_.answer_seconds, " s"));
      std::this_thread::yield();
    }
  }

  const Communicator& communicator_;
  int partner_;
  const PingSettings& settings_;
  PingBuffers& buffers_;
};

}  // namespace

void PingBuffers::make_room(std::int64_t bytes) {
  if (std::int64_t(sent->size()) >= bytes) return;
  // The old buffers are freed before the new ones are allocated, so that both never exist at the same time.
  for (auto* buffer : {&sent, &received}) std::vector<std::byte>().swap(**buffer);
  for (auto* buffer : {&sent, &received}) (*buffer)->assign(std::size_t(bytes), std::byte{1});
}

std::vector<double> ping(const Communicator& communicator, int partner, bool is_first,
                         const PingSettings& settings, PingBuffers& buffers) {
  Pinging pinging(communicator, partner, settings, buffers);
  if (!is_first) pinging.answer();
  std::vector<double> samples = pinging.ask();
  if (is_first) pinging.answer();
  return samples;
}

}  // namespace groundswell
