// SPDX-License-Identifier: Apache-2.0
#include "run/nest_link.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "comm/nap.hpp"

namespace groundswell {
namespace {

constexpr char opened[] = "opened", complete[] = "complete", ended[] = "ended";

}  // namespace

void NestSpeaker::say(const Nest& nest, std::string note) {
  posted_.send(std::move(note),
               [&](std::span<const char> note) { return job_.start_send(note, nest.root, nest.tag); });
}

void NestSpeaker::written(Product& product, const std::optional<DateTime>& until) {
  for (const Nest& nest : nests_) {
    if (nest.file != product.path()) continue;
    ParallelFile& file = product.file().file();
    ParallelFile::commit(file.communicator(), {&file});
    if (file.communicator().rank() == 0) say(nest, until ? until->iso() : opened);
  }
}

void NestSpeaker::end(RunEnd end) {
  for (const Nest& nest : nests_) say(nest, end == RunEnd::complete ? complete : ended);
}

void NestListener::listen() {
  while (const std::optional<std::string> note = job_.receive_text_if_any(tag_)) {
    heard_.is_open = true;
    heard_.is_whole = *note == complete;
    heard_.has_ended = heard_.is_whole || *note == ended;
    if (!heard_.has_ended && *note != opened)
      heard_.until = DateTime::parse(*note, dates_[0].calendar()).seconds();
  }
}

bool NestListener::has_come(const DateTime& time) const {
  if (heard_.is_whole) return true;
  const auto needed = std::ranges::lower_bound(dates_, time);
  if (needed == dates_.end()) return heard_.is_open;
  return heard_.until >= needed->seconds();
}

NestListener::Answer NestListener::wait_for(const Communicator& ranks, const DateTime& time,
                                            const std::function<bool()>& give_up) {
  std::optional<Answer> answer;
  nap_until([&] {
    if (!has_come(time)) {
      if (ranks.rank() == 0) listen();
      ranks.broadcast(heard_, 0);
    }
    if (has_come(time))
      answer = Answer::come;
    else if (heard_.has_ended)
      answer = Answer::over;
    else if (give_up())
      answer = Answer::given_up;
    return answer.has_value();
  });
  return *answer;
}

void NestListener::drain() {
  nap_until([&] {
    listen();
    return heard_.has_ended;
  });
}

}  // namespace groundswell
