// SPDX-License-Identifier: Apache-2.0
// What ArrayOutput does at each date and at the end of the run.
#include "array_output/array_output.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/meeting_place.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

CopyRows copy_from(const PacketExchange& exchange) {
  return [&](std::size_t piece, std::size_t field, const Block& places, std::span<std::byte> to) {
    exchange.copy_rows(piece, field, places, to.data());
  };
}

}  // namespace

ArrayOutput::~ArrayOutput() {
  if (group_) std::erase(group_->unserved_, this);
}

// A server waits in one output for the others, and would never come to those that it does not serve with it.
void ArrayOutput::require_same_servers(const ArrayOutput& other) const {
  const auto name_of = [](const ArrayOutputSettings& settings) {
    return settings.files.empty() ? settings.restart.path : settings.files[0].path;
  };
  const std::string name = name_of(other.settings_);
  require(is_server() && other.roles_.mine().has_same_ranks(roles_.mine()), "the output to '", name,
          "' is open, and ", rank_name(roles_.world(), roles_.world().rank()),
          " is a server of it, which serves at the same time only others with the same servers; open this "
          "one when that is closed, or give it the same servers, or none of them");
  const auto shares = [](const ArrayOutput& output) { return output.settings_.share == ArrayShare::files; };
  const auto is_direct = [](const ArrayOutput& output) {
    return output.settings_.servers.transport.method == "direct";
  };
  if (roles_.n_output_server() == 1 || (!shares(*this) && !shares(other))) return;
  require(shares(*this) && shares(other), "the output to '", name,
          "' has the same servers and is open, and one of both has the share 'files'; give it to both or to "
          "neither, or open this one when that is closed");
  require(is_direct(*this) && is_direct(other), "the output to '", name,
          "' has the same servers and is open, and both have the share 'files', for which all outputs of "
          "these servers need the transport 'direct'; choose it, or open this one when that is closed");
}

std::vector<std::size_t> ArrayOutput::find_due(const DateTime& now) const {
  std::vector<std::size_t> due;
  for (std::size_t f = 0; f < files_.size(); ++f)
    if (files_[f].schedule.due(now)) due.push_back(f);
  return due;
}

// Stores the error message of a failed call, so that later calls can repeat it.
template <class Work>
void ArrayOutput::keep_failure(Work&& work) {
  try {
    work();
  } catch (const std::exception& error) {
    failure_ = error.what();
    throw;
  }
}

std::vector<Packet> ArrayOutput::make_packets(const std::vector<std::size_t>& due) const {
  std::vector<Packet> packets;
  for (const std::size_t f : due)
    for (std::size_t p = 0; p < files_[f].pieces.size(); ++p)
      packets.push_back(
          {files_[f].first_kind + int(p), rows_of(files_[f].pieces[p], fields_, arrays_, n_own_)});
  return packets;
}

void ArrayOutput::check_call() const {
  require(!is_server(), "an output server was asked to write arrays; a server may only serve");
  require(!is_closed_, "output was written after it was closed");
}

// Throws on all ranks if one has failed in its guard() while the others were elsewhere.
void ArrayOutput::join(bool is_last) {
  side_ ? side_->join(is_last) : failures_->join([] {}, is_last);
}

// Throws on all ranks if something has failed before, if they do not all make this call, or if work() throws.
template <class Work>
void ArrayOutput::begin_together(const DateTime& now, bool is_restart, Work&& work) {
  join();
  const std::int64_t call = 2 * now.seconds() + is_restart;
  const bool is_one_call = roles_.mine().min(call) == roles_.mine().max(call);
  run_together(roles_.mine(), [&] {
    require_no_failure();
    require(is_one_call, is_restart ? "a restart" : "output", " is written at ", now.iso(),
            " on one process, and at another date or something else on another; all must do the same");
    require(!last_ || now > *last_ || (is_restart && now == *last_), is_restart ? "a restart" : "output",
            " was written at ", now.iso(), " after ", last_ ? last_->iso() : "", "; dates must ascend");
    work();
  });
}

void ArrayOutput::write(const DateTime& now) {
  check_call();
  latest_ = std::max(latest_.value_or(now), now);
  const std::vector<std::size_t> due = find_due(now);
  if (due.empty()) return;
  keep_failure([&] {
    const Stopwatch exchanging;
    begin_together(now, false, [&] {
      require_none_left_out(now + -1);
      if (exchange_) exchange_->prepare(make_packets(due));
    });
    last_ = now;
    if (side_) {
      side_->send_date(now, make_packets(due));
    } else {  // without servers each rank also sends rows that other ranks write
      exchange_->exchange();
      times_.exchange += exchanging.seconds();
      keep_news(false, write_files(now, due, copy_from(*exchange_)));
    }
  });
}

void ArrayOutput::write_restart(const DateTime& now) {
  check_call();
  require(n_slab() > 0,
          "a restart was written, but restarts have no variable; name some before output opens");
  latest_ = std::max(latest_.value_or(now), now);
  keep_failure([&] {
    std::vector<ConstCellRows> rows;
    begin_together(now, true, [&] {
      require_none_left_out(now);
      rows = rows_of(restarts_.piece, fields_, arrays_, n_own_);
    });
    if (side_) return side_->send_restart(now, {}, restarts_.first_kind, n_slab(), rows);
    commit();
    const auto next = [&](int slab) {
      run_together(roles_.mine(), [&] { exchange_->prepare({{restarts_.first_kind + slab, rows}}); });
      exchange_->exchange();
      return copy_from(*exchange_);
    };
    keep_news(true, save_restart(now, next, [] {}));
  });
}

void ArrayOutput::require_none_left_out(const DateTime& until) const {
  for (std::size_t f = 0; f < files_.size(); ++f) {
    const Schedule& schedule = files_[f].schedule;
    const std::int64_t n_written = last_ ? schedule.n_date_until(*last_) : 0;
    if (schedule.n_date_until(until) > n_written)
      throw Error(text("the date ", schedule.date(n_written).iso(), " of '", settings_.files[f].path,
                       "' was left out; write output at each date at which it is due, in their order"));
  }
}

void ArrayOutput::keep_news(bool is_restart, const WrittenNews& news) {
  if (roles_.mine().rank() == 0) add_news(news_, {news.line, news.complete, is_restart});
}

void ArrayOutput::guard(const std::function<void()>& work, double longest_wait) {
  check_call();
  const auto checked_work = [&] {
    require_no_failure();
    work();
  };
  keep_failure([&] {
    side_ ? side_->guard(checked_work, longest_wait)
          : failures_->guard(
                checked_work, [] {}, longest_wait);
  });
}

void ArrayOutput::wait() {
  check_call();
  keep_failure([&] {
    join();
    run_together(roles_.mine(), [&] { require_no_failure(); });
    if (side_) side_->tell(ServedWord::flush);
  });
}

void ArrayOutput::require_no_failure() {
  require(failure_.empty(), failure_);
  if (side_) require(side_->error().empty(), side_->error());
}

void ArrayOutput::close() {
  require(!is_server(), "an output server was asked to close; a server may only serve");
  require(!std::exchange(is_closed_, true), "output was closed twice");
  try {
    join(true);
    run_together(roles_.mine(), [&] {
      require_no_failure();
      if (latest_) require_none_left_out(*latest_);
    });
  } catch (const Error& error) {
    failure_ = error.what();
  }
  if (side_) side_->tell(failure_.empty() ? ServedWord::finish : ServedWord::leave);
  require(failure_.empty(), failure_);
  finish();
}

void ArrayOutput::serve() {
  require(is_server(), "a process that computes was asked to serve; the last ", roles_.n_output_server(),
          " processes are servers");
  require(!std::exchange(is_closed_, true), "an output server was asked to serve twice");
  std::vector<ServerLoop*> loops = {&*loop_};
  if (group_) {
    std::erase(group_->unserved_, this);
    for (ArrayOutput* const other : group_->unserved_) loops.push_back(&*other->loop_);
  }
  serve_until_end(loops);
  require(loop_->failure().empty(), loop_->failure());
}

}  // namespace groundswell
