// SPDX-License-Identifier: Apache-2.0
#include "run/nest_link.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/words.hpp"
#include "comm/nap.hpp"

namespace groundswell {
namespace {

enum class NestWord { opened, written_until, complete, ended };

}  // namespace

void NestSpeaker::say(const Nest& nest, std::string note) {
  posted_.send(std::move(note), job_, nest.root, nest.tag);
}

void NestSpeaker::written(Product& product, const std::optional<DateTime>& until) {
  for (const Nest& nest : nests_) {
    if (nest.file != product.path()) continue;
    ParallelFile& file = product.file().file();
    ParallelFile::commit(file.communicator(), {&file});
    if (file.communicator().rank() != 0) continue;
    WordWriter note;
    note.add(until ? NestWord::written_until : NestWord::opened);
    if (until) note.add(until->iso());
    say(nest, note.text());
  }
}

void NestSpeaker::end(RunEnd end) {
  const auto word = end == RunEnd::complete ? NestWord::complete : NestWord::ended;
  for (const Nest& nest : nests_) say(nest, WordWriter().add(word).text());
}

void NestListener::listen() {
  while (const std::optional<std::string> note = job_.receive_text_if_any(tag_)) {
    WordReader words(*note);
    const auto word = words.next<NestWord>();
    heard_.is_open = true;
    heard_.is_whole = word == NestWord::complete;
    heard_.has_ended = heard_.is_whole || word == NestWord::ended;
    if (word == NestWord::written_until)
      heard_.until = DateTime::parse(words.next<std::string>(), dates_[0].calendar()).seconds();
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
