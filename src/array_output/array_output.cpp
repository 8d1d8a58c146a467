// SPDX-License-Identifier: Apache-2.0
// What ArrayOutput does at each date and at the end of the run.
#include "array_output/array_output.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/together.hpp"

namespace groundswell {

ArrayOutput::~ArrayOutput() = default;

std::vector<std::size_t> ArrayOutput::find_due(const DateTime& now) const {
  std::vector<std::size_t> due;
  for (std::size_t f = 0; f < schedules_.size(); ++f)
    if (schedules_[f].due(now)) due.push_back(f);
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
    for (std::size_t p = 0; p < pieces_[f].size(); ++p)
      packets.push_back(
          {first_kind_[f] + int(p), rows_of(pieces_[f][p], forms_, settings_.variables, layouts_, n_own_)});
  return packets;
}

void ArrayOutput::write(const DateTime& now) {
  require(!is_server(), "an output server was asked to write arrays; a server may only serve");
  require(!is_closed_, "output was written after it was closed");
  latest_ = std::max(latest_.value_or(now), now);
  const std::vector<std::size_t> due = find_due(now);
  if (due.empty()) return;
  keep_failure([&] {
    const Stopwatch exchanging;
    const std::int64_t seconds = now.seconds();
    const bool is_one_date = roles_.mine().min(seconds) == roles_.mine().max(seconds);
    run_together(roles_.mine(), [&] {
      require_no_failure();
      if (last_)
        require(now > *last_, "output was written at ", now.iso(), " after ", last_->iso(),
                "; dates must ascend");
      require(is_one_date, "output is written at ", now.iso(),
              " on one process and at another date on another; all must give the same");
      require_none_left_out(now + -1);
      if (exchange_) exchange_->prepare(make_packets(due));
    });
    last_ = now;
    if (side_) {
      side_->send_date(now, make_packets(due));
    } else {  // without servers each rank also sends rows that other ranks write
      exchange_->exchange();
      times_.exchange += exchanging.seconds();
      write_files(now, due,
                  [&](std::size_t piece, std::size_t field, const Block& places, std::span<std::byte> to) {
                    exchange_->copy_rows(piece, field, places, to.data());
                  });
    }
  });
}

void ArrayOutput::require_none_left_out(const DateTime& until) const {
  for (std::size_t f = 0; f < schedules_.size(); ++f) {
    const std::int64_t n_written = last_ ? schedules_[f].n_date_until(*last_) : 0;
    if (schedules_[f].n_date_until(until) > n_written)
      throw Error(text("the date ", schedules_[f].date(n_written).iso(), " of '", settings_.files[f].path,
                       "' was left out; write output at each date at which it is due, in their order"));
  }
}

// `copy_rows` numbers pieces consecutively over all files that are due.
void ArrayOutput::write_files(const DateTime& now, const std::vector<std::size_t>& due,
                              const CopyRows& copy_rows) {
  const Stopwatch writing;
  std::size_t first = 0;
  for (const std::size_t f : due) {
    files_[f]->write(now, [&](std::size_t piece, std::size_t field, const Block& places,
                              std::span<std::byte> to) { copy_rows(first + piece, field, places, to); });
    first += pieces_[f].size();
  }
  if (after_date_) after_date_(writing.seconds());
}

// A failure of one file does not prevent the others from being finished.
void ArrayOutput::finish() {
  const Stopwatch closing;
  std::string failure;
  for (const auto& file : files_) try {
      file->finish();
    } catch (const Error& error) {  // thrown on all ranks
      if (failure.empty()) failure = error.what();
    }
  times_.close += closing.seconds();
  require(failure.empty(), failure);
}

WriteTimes ArrayOutput::times() const {
  WriteTimes all = times_;
  for (const auto& file : files_) {
    all.reorder += file->times().reorder;
    all.write += file->times().write;
  }
  return all;
}

void ArrayOutput::require_no_failure() {
  require(failure_.empty(), failure_);
  if (side_) require(side_->error().empty(), side_->error());
}

void ArrayOutput::close() {
  require(!is_server(), "an output server was asked to close; a server may only serve");
  require(!std::exchange(is_closed_, true), "output was closed twice");
  try {
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

void ArrayOutput::serve(const std::vector<ArrayOutput*>& others) {
  require(is_server(), "a process that computes was asked to serve; the last ", roles_.n_output_server(),
          " processes are servers");
  require(!std::exchange(is_closed_, true), "an output server was asked to serve twice");
  std::vector<ServerLoop*> loops = {&*loop_};
  for (ArrayOutput* const other : others) {
    require(other->is_server() && roles_.mine().has_same_ranks(other->roles_.mine()),
            "outputs that are served at once need the same servers");
    loops.push_back(&*other->loop_);
  }
  serve_until_end(loops);
  require(loop_->failure().empty(), loop_->failure());
}

WrittenNews ArrayOutput::write(const DateTime& now, ReceivedShipment& shipment) {
  write_files(now, find_due(now),
              [&](std::size_t piece, std::size_t field, const Block& places, std::span<std::byte> to) {
                const ByteBuffer& rows = shipment.packets[piece].fields[field];
                const std::size_t row_bytes = to.size() / std::size_t(places.size());
                std::memcpy(to.data(), rows.data() + std::size_t(places.begin) * row_bytes, to.size());
              });
  return {};
}

std::int64_t ArrayOutput::bytes_written() const {
  std::int64_t bytes = 0;
  for (const auto& file : files_) bytes += file->bytes_written();
  return bytes;
}

}  // namespace groundswell
